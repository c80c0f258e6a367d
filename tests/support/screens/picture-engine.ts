import { page } from 'vitest/browser';

import { mediaType } from '../../../renderer/core/avatars.ts';
import type { MotionNote } from '../../../renderer/core/motion.ts';
import { once } from '../../../renderer/core/once.ts';
import { videoEncoders } from '../../../renderer/engine/video/index.ts';
import type { Engine, LongOptions } from '../../../renderer/ports/engine.ts';
import type { Ports } from '../../../renderer/ports/index.ts';
import { fakeEngine, type FakeEngine } from '../fake-engine.ts';

/** A picture of one colour. */
export function plainPicture(color: string, type = 'image/png', size = 64): Promise<Blob> {
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  context.fillStyle = color;
  context.fillRect(0, 0, size, size);
  return canvas.convertToBlob({ type });
}

const plainDrawing = (): Blob =>
  new Blob(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="4096" height="4096" viewBox="0 0 1 1"><g id="skin"><path fill="#d2b48c" d="M0 0h1v1H0z"/></g></svg>',
    ],
    { type: mediaType('svg') },
  );

/** The fake engine with pictures that a browser can show: each recipe has its own colour. */
export function pictureEngine(): Engine & Pick<FakeEngine, 'fetch'> {
  const engine = fakeEngine();
  return {
    ...engine,
    async importPhoto(file, options) {
      await engine.importPhoto(file, options);
      return { photo: await plainPicture('tan'), width: 800, height: 600 };
    },
    async openPhoto(file, options) {
      const photo = await plainPicture('tan');
      const onProgress: LongOptions['onProgress'] = (progress) =>
        options?.onProgress?.({ ...progress, ...(progress.photo && { photo }) });
      return { ...(await engine.openPhoto(file, { ...options, onProgress })), photo };
    },
    async render(analysis, recipe, options) {
      const rendered = await engine.render(analysis, recipe, options);
      const color = `hsl(${(recipe.style.length * 37 + recipe.background.length * 11) % 360} 60% 50%)`;
      const picture = await plainPicture(color, `image/${options.format}`);
      return { ...rendered, picture, ...(rendered.thumb && { thumb: await plainPicture('tan') }) };
    },
    async compare(...asked) {
      const compared = await engine.compare(...asked);
      return {
        ...compared,
        picture: await plainPicture('teal'),
        thumb: await plainPicture('teal'),
      };
    },
    framedPhoto: () => plainPicture('tan'),
    cutOut: async () => ({ picture: await plainPicture('teal'), faults: [] }),
    convert: (_picture, { format }) =>
      format === 'svg' ? Promise.resolve(plainDrawing()) : plainPicture('tan', mediaType(format)),
  };
}

/** For `openApp`: a device whose engine differs from this one. */
export const withEngine = (
  change: (engine: ReturnType<typeof pictureEngine>) => Partial<Engine>,
): { readonly ports: () => Pick<Ports, 'engine'> } => ({
  ports: () => ({
    engine: once(() => {
      const engine = pictureEngine();
      return Promise.resolve({ ...engine, ...change(engine) });
    }),
  }),
});

/**
 * Ports of a device that still has the photo, and whose engine renders frames of one colour each.
 * @param notes what the engine says about the motions that the photo allows
 * @param turn awaited before each chunk of frames
 */
export const movingPorts = (
  { store }: Ports,
  notes: readonly MotionNote[] = [],
  turn: () => Promise<void> = () => Promise.resolve(),
): Pick<Ports, 'store' | 'engine'> => ({
  store: { ...store, draftPhotos: { ...store.draftPhotos, get: () => plainPicture('tan') } },
  engine: () =>
    Promise.resolve({
      ...pictureEngine(),
      video: () => Promise.resolve(videoEncoders),
      async animate(_analysis, _recipe, { living: { size }, from, count, signal }) {
        await turn();
        signal?.throwIfAborted();
        return {
          notes,
          frames: Array.from({ length: count }, (_, k) =>
            new Uint8ClampedArray(size * size * 4).fill(255 - from - k),
          ),
        };
      },
    }),
});

/** Drops files on the photos' section, in place of the system's dialog. */
export async function dropPhotos(...names: readonly string[]): Promise<void> {
  const data = new DataTransfer();
  for (const name of names)
    data.items.add(
      new File([await plainPicture('tan')], name, {
        type: name.endsWith('.txt') ? 'text/plain' : 'image/png',
      }),
    );
  page
    .getByRole('region', { name: 'Photos' })
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
}
