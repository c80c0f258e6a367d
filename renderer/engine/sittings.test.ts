import { describe, expect, it, vi } from 'vitest';

import { LikenessError } from '../core/errors.ts';
import type { LongOptions, Sitting } from '../ports/engine.ts';
import { createSittings } from './sittings.ts';

const sittingOf = (id: string): Sitting => ({
  id,
  width: 1,
  height: 1,
  faces: [],
  notes: [],
  maxSize: 1024,
  timings: {},
});

/** An analyser whose answers the test gives; aborting it rejects as the worker would. */
function bench() {
  const asked: {
    id: string;
    answer: () => void;
    fail: (error: Error) => void;
    options: LongOptions;
  }[] = [];
  const forget = vi.fn();
  const sittings = createSittings({
    forget,
    analyse: (id, _photo, options) =>
      new Promise((resolve, reject) => {
        asked.push({ id, options, answer: () => resolve(sittingOf(id)), fail: reject });
        options.signal?.addEventListener('abort', () =>
          reject(new LikenessError('engine-aborted')),
        );
      }),
  });
  const next = (count: number): Promise<void> =>
    vi.waitFor(() => expect(asked).toHaveLength(count));
  return { asked, forget, sittings, next };
}

describe('sittings', () => {
  const photo = (): Blob => new Blob(['the same bytes']);

  it('share one analysis of the same bytes and are forgotten with the last dismissal', async () => {
    const { asked, forget, sittings, next } = bench();
    const both = Promise.all([sittings.sit(photo(), {}), sittings.sit(photo(), {})]);
    await next(1);
    asked[0]?.answer();
    const [first, second] = await both;
    expect(first).toBe(second);
    expect(asked).toHaveLength(1);
    sittings.dismiss(first.id);
    expect(forget).not.toHaveBeenCalled();
    expect(sittings.has(first.id)).toBe(true);
    sittings.dismiss(first.id);
    expect(forget).toHaveBeenCalledExactlyOnceWith(first.id);
    expect(() => sittings.photoOf(first.id)).toThrow(LikenessError);
  });

  it('go on for the one who stays when another aborts, and stop when the last does', async () => {
    const { asked, forget, sittings, next } = bench();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = sittings.sit(photo(), { signal: one.signal });
    const second = sittings.sit(photo(), { signal: two.signal });
    await next(1);
    one.abort();
    await expect(first).rejects.toMatchObject({ code: 'engine-aborted' });
    expect(asked[0]?.options.signal?.aborted).toBe(false);
    two.abort();
    await expect(second).rejects.toMatchObject({ code: 'engine-aborted' });
    expect(asked[0]?.options.signal?.aborted).toBe(true);
    expect(forget).toHaveBeenCalledOnce();
  });

  it('try anew after a failure, which every caller hears of', async () => {
    const { asked, sittings, next } = bench();
    const both = Promise.allSettled([sittings.sit(photo(), {}), sittings.sit(photo(), {})]);
    await next(1);
    asked[0]?.fail(new LikenessError('photo-no-face'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = sittings.sit(photo(), {});
    await next(2);
    asked[1]?.answer();
    await expect(again).resolves.toBeDefined();
  });
});
