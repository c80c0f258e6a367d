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

/** Encodes natively; nothing but pixels goes into the file. */
export async function encode(canvas: OffscreenCanvas, format: Format): Promise<Blob> {
  const source = format === 'jpeg' ? flatten(canvas) : canvas;
  const quality = QUALITY[format];
  const blob = await source.convertToBlob({
    type: `image/${format}`,
    ...(quality === undefined ? {} : { quality }),
  });
  if (blob.type !== `image/${format}`) throw new Error(`this browser can't encode ${format}`);
  return blob;
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
export async function convert(picture: Blob, size: number, format: Format): Promise<Blob> {
  const bitmap = await decode(picture, {
    resizeWidth: size,
    resizeHeight: size,
    resizeQuality: 'high',
  });
  const { canvas, context } = canvasOf(size, size);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return encode(canvas, format);
}
