import { errorCode, LikenessError } from '../../core/errors.ts';
import { markedLike } from '../../core/generated-mark.ts';
import type { RenderOptions } from '../../ports/engine.ts';
import { labelFace } from '../faces/parser.ts';
import type { Models } from '../models/runtime.ts';
import type { Analysis } from '../photo/analysis.ts';
import { canvasOf, decode, onWhite } from '../photo/picture.ts';
import { drawingOf, TRACED_EDGE } from '../vector/index.ts';
import { findFaces } from './analyse.ts';

type Format = Exclude<RenderOptions['format'], 'svg'>;

const QUALITY: Record<Format, number | undefined> = { png: undefined, jpeg: 0.93, webp: 0.9 };

/**
 * Encodes with the browser's own encoder. The file has no metadata.
 * @throws LikenessError 'engine-unsupported' if the browser can't write the format
 */
export async function encode(
  canvas: OffscreenCanvas,
  format: Format,
  quality = QUALITY[format],
): Promise<Blob> {
  // JPEG has no transparency, and encoders would fill in black.
  const source = format === 'jpeg' ? onWhite(canvas, canvas.width, canvas.height).canvas : canvas;
  const blob = await source.convertToBlob({
    type: `image/${format}`,
    ...(quality !== undefined && { quality }),
  });
  // A browser that can't write a format returns a PNG instead.
  if (blob.type !== `image/${format}`)
    throw new LikenessError('engine-unsupported', { part: `${format} encoder` });
  return blob;
}

/** Handles a failure of what the browser may lack: what there is instead. */
export const ifUnsupported =
  <T>(instead: T) =>
  (failure: unknown): T => {
    if (errorCode(failure) !== 'engine-unsupported') throw failure;
    return instead;
  };

function isOpaque(canvas: OffscreenCanvas): boolean {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  return pixels?.every((value, index) => index % 4 < 3 || value === 255) ?? false;
}

/** The first of WebP, JPEG (opaque pictures only) and PNG that the browser can write. */
async function encodeCompact(canvas: OffscreenCanvas): Promise<Blob> {
  for (const format of ['webp', 'jpeg'] as const) {
    if (format === 'jpeg' && !isOpaque(canvas)) continue;
    const file = await encode(canvas, format).catch(ifUnsupported(undefined));
    if (file) return file;
  }
  return encode(canvas, 'png');
}

/** A canvas, square by default, from straight RGBA bytes. */
export function canvasOfPixels(
  pixels: Uint8ClampedArray<ArrayBuffer>,
  width: number,
  height = width,
): OffscreenCanvas {
  const { canvas, context } = canvasOf(width, height);
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
}

/** The cut-out person, uncropped, scaled down to at most `size` pixels on the longer side. */
export function personAt(
  { person, width, height }: Pick<Analysis, 'person' | 'width' | 'height'>,
  size: number,
): OffscreenCanvas {
  const whole = canvasOfPixels(person, width, height);
  const scale = Math.min(1, size / Math.max(width, height));
  if (scale === 1) return whole;
  const { canvas, context } = canvasOf(Math.round(width * scale), Math.round(height * scale));
  context.drawImage(whole, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Scales a square picture to `size` pixels. */
async function scaled(picture: Blob | OffscreenCanvas, size: number): Promise<OffscreenCanvas> {
  const how = { resizeWidth: size, resizeHeight: size, resizeQuality: 'high' } as const;
  const bitmap = await (picture instanceof Blob
    ? decode(picture, how)
    : createImageBitmap(picture, how));
  const { canvas, context } = canvasOf(size, size);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas;
}

/** A flat picture as SVG; its layers are named by what the networks see in it. */
async function drawn(models: Models, canvas: OffscreenCanvas): Promise<Blob> {
  const nothing = (): void => undefined;
  const face = (await findFaces(models, { canvas }, nothing, nothing)).at(0);
  const seen = face && { face, labels: await labelFace(models.parser, canvas, face) };
  const { width } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, width).data;
  if (!pixels) throw new Error('no 2D canvas');
  return new Blob([drawingOf(pixels, width, seen)], { type: 'image/svg+xml' });
}

/**
 * Scales a square picture and encodes it; one that is wanted as SVG is drawn.
 * @throws LikenessError 'photo-damaged' | 'engine-unsupported', and what `models` throws
 */
export const convert = async (
  picture: Blob | OffscreenCanvas,
  size: number,
  format: RenderOptions['format'],
  models: () => Promise<Models>,
  quality?: number,
): Promise<Blob> =>
  format === 'svg'
    ? drawn(await models(), await scaled(picture, TRACED_EDGE))
    : markedLike(
        picture instanceof Blob ? [picture] : [],
        await encode(await scaled(picture, size), format, quality),
      );

/** A small copy of a rendered avatar, in a compact format. */
export const thumbnailOf = async (picture: OffscreenCanvas, size: number): Promise<Blob> =>
  encodeCompact(await scaled(picture, size));
