import { LOGO_EDGE } from '../../core/brand-kit.ts';
import { decodeImage } from '../../state/decode-image.ts';

/**
 * Turns a picked picture into a data: URL of a small PNG. It is drawn anew, so that only the file's
 * pixels are kept. Returns undefined if the file can't be read.
 */
export async function readLogo(file: Blob): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = await decodeImage(url);
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || height === 0) return undefined;
    const scale = Math.min(1, LOGO_EDGE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } catch {
    return undefined; // The message appears beside the button.
  } finally {
    URL.revokeObjectURL(url);
  }
}
