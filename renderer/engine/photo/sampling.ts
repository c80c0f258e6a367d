/** A rotated square of the picture: centre and edge in its pixels, `angle` in radians clockwise. */
export type Region = Readonly<Record<'x' | 'y' | 'edge' | 'angle', number>>;

/** Anything a 2D canvas draws, with its size. */
export type Drawable = OffscreenCanvas | ImageBitmap;

const canvases = new Map<number, OffscreenCanvasRenderingContext2D>();

/** A black canvas whose origin is its middle; the same one each time for a size of model input. */
function blackCanvas(edge: number): OffscreenCanvasRenderingContext2D {
  const context =
    canvases.get(edge) ??
    new OffscreenCanvas(edge, edge).getContext('2d', { willReadFrequently: true, alpha: false });
  if (!context) throw new Error('no 2D canvas');
  canvases.set(edge, context);
  context.imageSmoothingQuality = 'high';
  context.resetTransform();
  context.fillStyle = '#000';
  context.fillRect(0, 0, edge, edge);
  context.translate(edge / 2, edge / 2);
  return context;
}

/** Converts RGBA bytes to RGB floats, value * scale + shift; three per pixel. */
function toFloats(pixels: Uint8ClampedArray, scale: number, shift: number): Float32Array {
  const floats = new Float32Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    floats[to] = pixels[from] * scale + shift;
    floats[to + 1] = pixels[from + 1] * scale + shift;
    floats[to + 2] = pixels[from + 2] * scale + shift;
  }
  return floats;
}

/**
 * Draws the region upright into `edge` x `edge` pixels, black beyond the picture, as input for a
 * network: edge * edge * 3 RGB values in `range`, mirrored if asked.
 */
export function sampleRegion(
  picture: Drawable,
  region: Region,
  edge: number,
  range: readonly [number, number],
  mirrored = false,
): Float32Array {
  const context = blackCanvas(edge);
  const scale = edge / region.edge;
  context.scale(mirrored ? -scale : scale, scale);
  context.rotate(-region.angle);
  context.translate(-region.x, -region.y);
  context.drawImage(picture, 0, 0);
  const [low, high] = range;
  return toFloats(context.getImageData(0, 0, edge, edge).data, (high - low) / 255, low);
}

/** A rotated rectangle of the picture: centre and size in pixels, angle in radians clockwise. */
export type View = Readonly<Record<'x' | 'y' | 'width' | 'height' | 'angle', number>>;

/** Repeats the picture's outermost pixels for `far` pixels beyond its four sides and corners. */
function drawBeyond(
  context: OffscreenCanvasRenderingContext2D,
  picture: Drawable,
  far: number,
): void {
  const { width, height } = picture;
  const across = [
    [0, 1, -far, far],
    [0, width, 0, width],
    [width - 1, 1, width, far],
  ] as const;
  const down = [
    [0, 1, -far, far],
    [0, height, 0, height],
    [height - 1, 1, height, far],
  ] as const;
  for (const [sx, sw, x, w] of across)
    for (const [sy, sh, y, h] of down)
      if (sw === 1 || sh === 1) context.drawImage(picture, sx, sy, sw, sh, x, y, w, h);
}

/**
 * Draws the view upright, stretched to `edge` x `edge` pixels, and mirrored if asked; RGB in 0..1.
 * The picture's border is repeated beyond it, since with black there the networks find people who
 * aren't there.
 */
export function sampleView(
  picture: Drawable,
  view: View,
  edge: number,
  mirrored = false,
): Float32Array {
  const context = blackCanvas(edge);
  if (mirrored) context.scale(-1, 1);
  context.scale(edge / view.width, edge / view.height);
  if (view.angle === 0) {
    const [left, top] = [view.x - view.width / 2, view.y - view.height / 2];
    context.translate(-view.width / 2, -view.height / 2);
    // Draw only the visible part: scaling down the whole photo would cost many times as much.
    context.drawImage(picture, left, top, view.width, view.height, 0, 0, view.width, view.height);
  } else {
    context.rotate(-view.angle);
    context.translate(-view.x, -view.y);
    context.drawImage(picture, 0, 0);
    drawBeyond(context, picture, view.width + view.height);
  }
  return toFloats(context.getImageData(0, 0, edge, edge).data, 1 / 255, 0);
}

/** Converts a point of the region's square (0..1 each way) to picture pixels. */
export function fromRegion(region: Region, u: number, v: number): [number, number] {
  const dx = (u - 0.5) * region.edge;
  const dy = (v - 0.5) * region.edge;
  const cos = Math.cos(region.angle);
  const sin = Math.sin(region.angle);
  return [region.x + dx * cos - dy * sin, region.y + dx * sin + dy * cos];
}
