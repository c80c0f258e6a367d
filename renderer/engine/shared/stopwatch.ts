/** Adds up milliseconds by stage. */
export interface Stopwatch {
  /** Runs a stage and adds its time; if it returns a promise, the time until that settles. */
  time<T>(stage: string, work: () => T): T;
  readonly timings: Readonly<Record<string, number>>;
}

export function stopwatch(): Stopwatch {
  const timings: Record<string, number> = {};
  const add = (stage: string, since: number): void => {
    timings[stage] = (timings[stage] ?? 0) + performance.now() - since;
  };
  return {
    timings,
    time(stage, work) {
      const since = performance.now();
      const result = work();
      if (result instanceof Promise) {
        return result.finally(() => add(stage, since)) as typeof result;
      }
      add(stage, since);
      return result;
    },
  };
}
