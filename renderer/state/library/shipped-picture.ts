import type { HdFormat } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import { decodeImage } from '../decode-image.ts';

/**
 * A picture that the page shows, as a file: decoded by an image element and encoded again. A JPEG
 * gets a white ground.
 * @param quality 0 to 1, for JPEG and WebP
 * @throws LikenessError 'engine-unsupported' if the browser can't write this format
 */
export async function shippedPicture(url: string, format: HdFormat, quality = 0.92): Promise<Blob> {
  const image = await decodeImage(url);
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  if (format === 'jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  const file = await canvas.convertToBlob({ type: `image/${format}`, quality });
  if (file.type !== `image/${format}`)
    throw new LikenessError('engine-unsupported', { part: `${format} encoder` });
  return file;
}
