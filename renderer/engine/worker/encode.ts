import { errorCode, LikenessError } from '../../core/errors.ts';
import type { RenderOptions } from '../../ports/engine.ts';
import { canvasOf, decode } from './picture.ts';

type Format = RenderOptions['format'];

const QUALITY: Record<Format, number | undefined> = { png: undefined, jpeg: 0.93, webp: 0.9 };

/** JPEG knows no transparency: it becomes white, not the black that encoders fill in. */
function flatten(canvas: OffscreenCanvas): OffscreenCanvas {
  const flat = canvasOf(canvas.width, canvas.height);
  flat.context.fillStyle = '#fff';
  flat.context.fillRect(0, 0, canvas.width, canvas.height);
  flat.context.drawImage(canvas, 0, 0);
  return flat.canvas;
}

/**
 * Encodes natively; nothing but pixels goes into the file.
 * @throws LikenessError 'engine-unsupported' where the browser writes no such files
 */
export async function encode(canvas: OffscreenCanvas, format: Format): Promise<Blob> {
  const source = format === 'jpeg' ? flatten(canvas) : canvas;
  const quality = QUALITY[format];
  const blob = await source.convertToBlob({
    type: `image/${format}`,
    ...(quality === undefined ? {} : { quality }),
  });
  // A browser that can't write a format gives a PNG in its place.
  if (blob.type !== `image/${format}`)
    throw new LikenessError('engine-unsupported', { part: `${format} encoder` });
  return blob;
}

function isOpaque(canvas: OffscreenCanvas): boolean {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  return pixels?.every((value, index) => index % 4 < 3 || value === 255) ?? false;
}

/** In the first of WebP, JPEG and PNG that the browser writes; JPEG only where nothing is see-through. */
async function encodeCompact(canvas: OffscreenCanvas): Promise<Blob> {
  for (const format of ['webp', 'jpeg'] as const) {
    if (format === 'jpeg' && !isOpaque(canvas)) continue;
    try {
      return await encode(canvas, format);
    } catch (failure) {
      if (errorCode(failure) !== 'engine-unsupported') throw failure;
    }
  }
  return encode(canvas, 'png');
}

/** A canvas from straight RGBA bytes of a square. */
export function canvasOfPixels(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  size: number,
): OffscreenCanvas {
  const { canvas, context } = canvasOf(size, size);
  context.putImageData(new ImageData(pixels, size, size), 0, 0);
  return canvas;
}

/** Scales a stored square picture and encodes it anew. */
export async function convert(
  picture: Blob,
  size: number,
  format: Format | 'compact',
): Promise<Blob> {
  const bitmap = await decode(picture, {
    resizeWidth: size,
    resizeHeight: size,
    resizeQuality: 'high',
  });
  const { canvas, context } = canvasOf(size, size);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return format === 'compact' ? encodeCompact(canvas) : encode(canvas, format);
}
