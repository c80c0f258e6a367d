import { LikenessError } from '../../renderer/core/errors.ts';
import type { Engine, OpenPhoto } from '../../studio/engine/engine.ts';

/**
 * An engine without a browser, for tests of the queue. A picture consists of its photo and seed
 * as text; the photo 'bad' is refused, and 'noted' has notes. `before` is awaited for each picture: it may throw or hang.
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
      portrait: () => Promise.reject(new LikenessError('engine-unsupported')),
      compare: () => Promise.reject(new LikenessError('engine-unsupported')),
      close: () => Promise.resolve(),
    };
    return Promise.resolve(opened);
  },
});
