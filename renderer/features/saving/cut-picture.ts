import { downloadName } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { cutFor, withDensity, type PictureUse, type UseCrop } from '../../core/picture-uses.ts';
import type { NamedFile } from '../../ports/downloads.ts';

/** E.g. 'Me_linkedin_800x800.png'. */
const fileName = (name: string, { id }: PictureUse, width: number, height: number): FileName =>
  downloadName(name, `_${id}_${String(width)}x${String(height)}.png`);

/**
 * Cuts a picture for one use, as a PNG.
 * @throws LikenessError 'download-failed' if it can't be drawn
 */
export async function cutPicture(
  picture: Blob,
  name: string,
  use: PictureUse,
  crop: UseCrop,
): Promise<NamedFile> {
  try {
    const bitmap = await createImageBitmap(picture);
    const { left, top, width, height, outWidth, outHeight } = cutFor(use, crop, bitmap.width);
    const canvas = document.createElement('canvas');
    canvas.width = outWidth;
    canvas.height = outHeight;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, left, top, width, height, 0, 0, outWidth, outHeight);
    bitmap.close();
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('no PNG');
    const content =
      use.dpi === undefined
        ? png
        : new Blob(
            [new Uint8Array(withDensity(new Uint8Array(await png.arrayBuffer()), use.dpi))],
            {
              type: 'image/png',
            },
          );
    return { name: fileName(name, use, outWidth, outHeight), content };
  } catch (thrown) {
    throw new LikenessError('download-failed', {}, { cause: thrown });
  }
}

/** Cuts the picture for each use, one after the other. */
export async function* cutForAll(
  picture: Blob,
  name: string,
  uses: readonly PictureUse[],
  crop: UseCrop,
): AsyncGenerator<NamedFile> {
  for (const use of uses) yield await cutPicture(picture, name, use, crop);
}
