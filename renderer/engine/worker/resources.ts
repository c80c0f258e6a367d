/** Reports every URL that this worker loads, as the browser recorded them. */
export function observeResources(onLoaded: (addresses: readonly string[]) => void): void {
  new PerformanceObserver((list) => onLoaded(list.getEntries().map(({ name }) => name))).observe({
    type: 'resource',
    buffered: true,
  });
}
