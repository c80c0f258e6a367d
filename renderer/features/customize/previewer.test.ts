import { expect, it, vi } from 'vitest';

import type { Choices } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Engine, PhotoAnalysis } from '../../ports/engine.ts';
import { createPreviewer, type PreviewState } from './previewer.ts';

const analysis = { id: 's' } as PhotoAnalysis;
const look = (seed: number): Choices => ({
  style: 'realistic',
  background: 'gradient',
  seed,
  options: {},
});

/** An engine whose renderings end when the test says so; an abort rejects them. */
function opened() {
  const asked: {
    seed: number;
    size: number;
    finish: () => void;
    fail: (why: Error) => void;
    aborted: () => boolean;
  }[] = [];
  const states: PreviewState[] = [];
  const framed: number[] = [];
  const engine = {
    version: 1,
    render: (
      _: PhotoAnalysis,
      recipe: { seed: number },
      { size, signal }: { size: number; signal: AbortSignal },
    ) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new LikenessError('engine-aborted')));
        const finish = () =>
          resolve({ picture: new Blob([`${recipe.seed}`]), size, softened: false });
        asked.push({
          seed: recipe.seed,
          size,
          finish,
          fail: reject,
          aborted: () => signal.aborted,
        });
      }),
    framedPhoto: (_: PhotoAnalysis, _recipe: unknown, { size }: { size: number }) => {
      framed.push(size);
      return Promise.resolve(new Blob());
    },
  } as unknown as Engine;
  const previewer = createPreviewer({
    engine: () => Promise.resolve(engine),
    analysisOf: () => Promise.resolve(analysis),
    show: (state) => states.push(state),
  });
  const next = (n: number) =>
    vi.waitFor(() => {
      const found = asked[n];
      if (!found) throw new Error(`no rendering ${n}`);
      return found;
    });
  return { asked, states, framed, previewer, next };
}

it('comes three times, ever sharper, the last one whole', async () => {
  const { states, framed, previewer, next } = opened();
  previewer.want({ draftId: 'a', choices: look(1) });
  for (const [n, size] of [320, 512, 1024].entries()) {
    const rendering = await next(n);
    expect(rendering.size).toBe(size);
    rendering.finish();
  }
  await vi.waitFor(() =>
    expect(states.at(-1)).toMatchObject({ done: 1, stale: false, preview: { size: 1024 } }),
  );
  expect(framed).toEqual([320, 512, 1024]);
});

it('finishes the small one of a drag, gives up the large ones, and always comes to the newest', async () => {
  const { asked, states, framed, previewer, next } = opened();
  previewer.want({ draftId: 'a', choices: look(1) });
  const first = await next(0);
  previewer.want({ draftId: 'a', choices: look(2) });
  previewer.want({ draftId: 'a', choices: look(3) });
  expect(first.aborted()).toBe(false);
  first.finish();
  (await next(1)).finish();
  const large = await next(2);
  expect([large.seed, large.size]).toEqual([3, 512]);
  expect(states.some(({ preview, stale }) => preview?.recipe.seed === 1 && stale)).toBe(true);
  previewer.want({ draftId: 'a', choices: look(4) });
  expect(large.aborted()).toBe(true);
  for (const n of [3, 4, 5]) (await next(n)).finish();
  await vi.waitFor(() =>
    expect(states.at(-1)).toMatchObject({ done: 1, preview: { recipe: { seed: 4 } } }),
  );
  expect(asked.map(({ seed, size }) => [seed, size])).toEqual([
    [1, 320],
    [3, 320],
    [3, 512],
    [4, 320],
    [4, 512],
    [4, 1024],
  ]);
  // The seed changes the frame, but a drag doesn't wait for the photo.
  expect(framed).toEqual([320, 512, 1024]);
});

it('reports a failure, keeps the previous picture, and tries again when asked', async () => {
  const { states, previewer, next } = opened();
  previewer.want({ draftId: 'a', choices: look(1) });
  (await next(0)).finish();
  (await next(1)).fail(new LikenessError('engine-failed'));
  await vi.waitFor(() =>
    expect(states.at(-1)).toMatchObject({
      done: 1,
      error: 'engine-failed',
      preview: { size: 320 },
    }),
  );
  previewer.want({ draftId: 'a', choices: look(1) });
  (await next(2)).finish();
  await vi.waitFor(() => expect(states.at(-1)).not.toHaveProperty('error'));
});

it('stops at once when it isn’t wanted any more', async () => {
  const { asked, states, previewer, next } = opened();
  previewer.want({ draftId: 'a', choices: look(1) });
  const first = await next(0);
  previewer.stop();
  expect(first.aborted()).toBe(true);
  const { length } = states;
  await new Promise((resolve) => setImmediate(resolve));
  expect([asked.length, states.length]).toEqual([1, length]);
});
