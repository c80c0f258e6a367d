import { expect, it } from 'vitest';

import { createResourceMonitor } from './resource-monitor.ts';

it('counts origins, the page’s and the workers’ apart, and nothing that is here already', () => {
  let onLoaded: (addresses: readonly string[]) => void = () => undefined;
  const resourceMonitor = createResourceMonitor((listener) => (onLoaded = listener));
  let notified = 0;
  resourceMonitor.subscribe(() => notified++);
  onLoaded([
    'http://127.0.0.1:4173/assets/a.js',
    'http://127.0.0.1:4173/assets/b.css',
    'blob:http://127.0.0.1:4173/1',
    'data:text/plain,x',
    'app://likeness/index.html',
  ]);
  resourceMonitor.addFromWorker([
    'http://127.0.0.1:4173/assets/model.tflite',
    'https://elsewhere.example/leak?x=1',
  ]);
  expect(resourceMonitor.snapshot()).toEqual([
    { origin: 'http://127.0.0.1:4173', page: 2, workers: 1 },
    { origin: 'app://likeness', page: 1, workers: 0 },
    { origin: 'https://elsewhere.example', page: 0, workers: 1 },
  ]);
  expect(notified).toBe(2);
});
