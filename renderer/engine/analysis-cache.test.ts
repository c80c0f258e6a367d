import { describe, expect, it, vi } from 'vitest';

import { LikenessError } from '../core/errors.ts';
import type { LongOptions, PhotoAnalysis } from '../ports/engine.ts';
import { createAnalysisCache } from './analysis-cache.ts';

const analysisOf = (id: string): PhotoAnalysis => ({
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
  const analyses = createAnalysisCache({
    forget,
    analyse: (id, _photo, options) =>
      new Promise((resolve, reject) => {
        asked.push({ id, options, answer: () => resolve(analysisOf(id)), fail: reject });
        options.signal?.addEventListener('abort', () =>
          reject(new LikenessError('engine-aborted')),
        );
      }),
  });
  const next = (count: number): Promise<void> =>
    vi.waitFor(() => expect(asked).toHaveLength(count));
  return { asked, forget, analyses, next };
}

describe('sittings', () => {
  const photo = (): Blob => new Blob(['the same bytes']);

  it('share one analysis of the same bytes and are forgotten with the last dismissal', async () => {
    const { asked, forget, analyses, next } = bench();
    const both = Promise.all([analyses.analyse(photo(), {}), analyses.analyse(photo(), {})]);
    await next(1);
    asked[0]?.answer();
    const [first, second] = await both;
    expect(first).toBe(second);
    expect(asked).toHaveLength(1);
    analyses.release(first.id);
    expect(forget).not.toHaveBeenCalled();
    expect(analyses.has(first.id)).toBe(true);
    analyses.release(first.id);
    expect(forget).toHaveBeenCalledExactlyOnceWith(first.id);
    expect(() => analyses.photoOf(first.id)).toThrow(LikenessError);
  });

  it('go on for the one who stays when another aborts, and stop when the last does', async () => {
    const { asked, forget, analyses, next } = bench();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = analyses.analyse(photo(), { signal: one.signal });
    const second = analyses.analyse(photo(), { signal: two.signal });
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
    const { asked, analyses, next } = bench();
    const both = Promise.allSettled([analyses.analyse(photo(), {}), analyses.analyse(photo(), {})]);
    await next(1);
    asked[0]?.fail(new LikenessError('photo-no-face'));
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = analyses.analyse(photo(), {});
    await next(2);
    asked[1]?.answer();
    await expect(again).resolves.toBeDefined();
  });
});
