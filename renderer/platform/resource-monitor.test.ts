import { expect, it } from 'vitest';

import { createResourceMonitor } from './resource-monitor.ts';

it('counts origins, the page’s and the workers’ apart, and nothing that is here already', () => {
  let hear: (addresses: readonly string[]) => void = () => undefined;
  const resourceMonitor = createResourceMonitor((listener) => (hear = listener));
  let told = 0;
  resourceMonitor.subscribe(() => told++);
  hear([
    'http://127.0.0.1:4173/assets/a.js',
    'http://127.0.0.1:4173/assets/b.css',
    'blob:http://127.0.0.1:4173/1',
    'data:text/plain,x',
    'app://likeness/index.html',
  ]);
  resourceMonitor.tell([
    'http://127.0.0.1:4173/assets/model.tflite',
    'https://elsewhere.example/leak?x=1',
  ]);
  expect(resourceMonitor.origins()).toEqual([
    { origin: 'http://127.0.0.1:4173', page: 2, workers: 1 },
    { origin: 'app://likeness', page: 1, workers: 0 },
    { origin: 'https://elsewhere.example', page: 0, workers: 1 },
  ]);
  expect(told).toBe(2);
});
