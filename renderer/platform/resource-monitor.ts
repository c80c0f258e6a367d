import type { ResourceMonitor, SeenOrigin } from '../ports/resource-monitor.ts';

interface Counts {
  page: number;
  workers: number;
}

/** Blob and data addresses hold what is here already: nothing is asked for over a network. */
function originOf(address: string): string | undefined {
  const { protocol, host } = new URL(address);
  return host === '' || protocol === 'blob:' ? undefined : `${protocol}//${host}`;
}

/** @param observe gives the page's own addresses as they come, those from before included */
export function createResourceMonitor(
  observe: (hear: (addresses: readonly string[]) => void) => void = observeResources,
): ResourceMonitor {
  const counted = new Map<string, Counts>();
  const listeners = new Set<() => void>();
  let origins: readonly SeenOrigin[] = [];

  const add = (addresses: readonly string[], who: keyof Counts): void => {
    for (const address of addresses) {
      const origin = originOf(address);
      if (origin === undefined) continue;
      const counts = counted.get(origin) ?? { page: 0, workers: 0 };
      counts[who] += 1;
      counted.set(origin, counts);
    }
    origins = [...counted].map(([origin, counts]) => ({ origin, ...counts }));
    for (const listener of listeners) listener();
  };
  observe((addresses) => add(addresses, 'page'));

  return {
    origins: () => origins,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (addresses) => add(addresses, 'workers'),
  };
}

/** The browser keeps 250 entries by itself; observing has no such end. */
function observeResources(hear: (addresses: readonly string[]) => void): void {
  new PerformanceObserver((list) => hear(list.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
