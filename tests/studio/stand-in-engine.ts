import { LikenessError } from '../../renderer/core/errors.ts';
import type { Engine, OpenPhoto } from '../../studio/engine/engine.ts';

/**
 * An engine without a browser, for tests of the queue. A picture consists of its photo and seed
 * as text; the photo 'bad' is refused, and 'noted' has notes. Every look is the person. `before` is
 * awaited for each picture: it may throw or hang.
 */
export const standInEngine = (
  before: (picture: string) => Promise<void> | void = () => undefined,
): Engine => ({
  browser: () => Promise.resolve('test'),
  selfTest: () => Promise.resolve([]),
  videoFormats: () => Promise.resolve([]),
  close: () => Promise.resolve(),
  open: (photo) => {
    if (Buffer.from(photo).toString() === 'bad') throw new LikenessError('photo-no-face');
    const opened: OpenPhoto = {
      notes: Buffer.from(photo).toString() === 'noted' ? ['animated', 'close'] : [],
      async make({ recipe }) {
        const text = JSON.stringify([Buffer.from(photo).toString(), recipe.seed]);
        await before(text);
        return {
          bytes: Buffer.from(text),
          type: 'image/png',
          thumbnail: Buffer.from(''),
          thumbnailType: 'image/webp',
          likeness: 1,
          softened: false,
          faults: [],
        };
      },
      portrait: () => Promise.resolve(Buffer.from(photo)),
      async compare(picture) {
        await before(Buffer.from(picture).toString('latin1'));
        const found = { faces: 1, faceWidth: 0.5, presence: 1, distance: 0, shape: 0, change: 1 };
        return { found, bytes: Buffer.from(picture) };
      },
      close: () => Promise.resolve(),
    };
    return Promise.resolve(opened);
  },
});
