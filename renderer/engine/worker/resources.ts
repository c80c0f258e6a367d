/** Tells every address that this worker loads, by the browser's own record. */
export function observeResources(tell: (addresses: readonly string[]) => void): void {
  new PerformanceObserver((list) => tell(list.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
