/** A square of the picture, turned: centre and edge in picture pixels, `angle` in radians clockwise. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly edge: number;
  readonly angle: number;
}

/** Anything a 2D canvas draws, with its size. */
export type Drawable = OffscreenCanvas | ImageBitmap;

const canvases = new Map<string, OffscreenCanvasRenderingContext2D>();

/** One reused canvas for each size of model input; kept in memory, where it is read back. */
function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const key = `${String(width)}x${String(height)}`;
  const known = canvases.get(key);
  if (known) return known;
  const context = new OffscreenCanvas(width, height).getContext('2d', {
    willReadFrequently: true,
    alpha: false,
  });
  if (!context) throw new Error('no 2D canvas');
  canvases.set(key, context);
  return context;
}

/** RGB floats from RGBA bytes: value * scale + shift; edge * edge * 3. */
function toFloats(pixels: Uint8ClampedArray, scale: number, shift: number): Float32Array {
  const floats = new Float32Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    floats[to] = (pixels[from] as number) * scale + shift;
    floats[to + 1] = (pixels[from + 1] as number) * scale + shift;
    floats[to + 2] = (pixels[from + 2] as number) * scale + shift;
  }
  return floats;
}

/**
 * The region drawn upright into `edge` x `edge`, black beyond the picture, as a network's input in
 * `range`.
 */
export function sampleRegion(
  picture: Drawable,
  region: Region,
  edge: number,
  range: readonly [number, number],
): Float32Array {
  const context = contextOf(edge, edge);
  const scale = edge / region.edge;
  context.resetTransform();
  context.fillStyle = '#000';
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.translate(edge / 2, edge / 2);
  context.rotate(-region.angle);
  context.scale(scale, scale);
  context.translate(-region.x, -region.y);
  context.drawImage(picture, 0, 0);
  const [low, high] = range;
  return toFloats(context.getImageData(0, 0, edge, edge).data, (high - low) / 255, low);
}

/** A rectangle of the picture, turned: centre and size in picture pixels, `angle` in radians clockwise. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}

/**
 * The view drawn upright and stretched to `edge` x `edge`, as seen or as in a mirror, black beyond
 * the picture; RGB in 0..1.
 */
export function sampleView(
  picture: Drawable,
  view: View,
  edge: number,
  mirrored = false,
): Float32Array {
  const context = contextOf(edge, edge);
  context.resetTransform();
  context.fillStyle = '#000';
  context.fillRect(0, 0, edge, edge);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  context.translate(edge / 2, edge / 2);
  if (mirrored) context.scale(-1, 1);
  context.scale(edge / view.width, edge / view.height);
  if (view.angle === 0) {
    const [left, top] = [view.x - view.width / 2, view.y - view.height / 2];
    context.translate(-view.width / 2, -view.height / 2);
    // Only the part that is seen: smoothing a whole photo down to it costs many times as much.
    context.drawImage(picture, left, top, view.width, view.height, 0, 0, view.width, view.height);
  } else {
    context.rotate(-view.angle);
    context.drawImage(picture, -view.x, -view.y);
  }
  return toFloats(context.getImageData(0, 0, edge, edge).data, 1 / 255, 0);
}

/** A point of the region's own square (0..1 each way) in picture pixels. */
export function fromRegion(region: Region, u: number, v: number): [number, number] {
  const dx = (u - 0.5) * region.edge;
  const dy = (v - 0.5) * region.edge;
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  return [region.x + dx * cos - dy * sin, region.y + dx * sin + dy * cos];
}
