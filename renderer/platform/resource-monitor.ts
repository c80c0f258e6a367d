import { createState } from '../core/subscribable.ts';
import type { ResourceMonitor, SeenOrigin } from '../ports/resource-monitor.ts';

interface Counts {
  page: number;
  workers: number;
}

/** Blob and data addresses aren't network requests: their content is already here. */
function originOf(address: string): string | undefined {
  const { protocol, host } = new URL(address);
  return host === '' || protocol === 'blob:' ? undefined : `${protocol}//${host}`;
}

/** @param observe passes the page's own addresses as they are recorded, including earlier ones */
export function createResourceMonitor(
  observe: (onLoaded: (addresses: readonly string[]) => void) => void = observeResources,
): ResourceMonitor {
  const counted = new Map<string, Counts>();
  const origins = createState<readonly SeenOrigin[]>([]);

  const add = (addresses: readonly string[], who: keyof Counts): void => {
    for (const address of addresses) {
      const origin = originOf(address);
      if (origin === undefined) continue;
      const counts = counted.get(origin) ?? { page: 0, workers: 0 };
      counts[who] += 1;
      counted.set(origin, counts);
    }
    origins.set([...counted].map(([origin, counts]) => ({ origin, ...counts })));
  };
  observe((addresses) => add(addresses, 'page'));

  return {
    ...origins,
    addFromWorker: (addresses) => add(addresses, 'workers'),
  };
}

/** The browser's buffer holds 250 entries; an observer has no such limit. */
function observeResources(onLoaded: (addresses: readonly string[]) => void): void {
  new PerformanceObserver((list) => onLoaded(list.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
