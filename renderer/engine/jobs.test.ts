import { describe, expect, it } from 'vitest';

import { createQueue, type Job, type Priority } from './jobs.ts';

const job = (id: number, priority: Priority): Job => ({
  id,
  priority,
  ask: {
    task: 'framedPhoto',
    analysis: '',
    recipe: { style: 'modern', background: 'none', seed: 0, options: {}, engine: 1 },
    size: 64,
  },
  onProgress: undefined,
  signal: undefined,
  resolve: () => undefined,
  reject: () => undefined,
  attempts: 0,
});

describe('the queue', () => {
  it('gives previews first, then batches, then chips; each in order; what was interrupted before its equals', () => {
    const queue = createQueue();
    const jobs = [
      job(1, 'chip'),
      job(2, 'batch'),
      job(3, 'preview'),
      job(4, 'batch'),
      job(5, 'preview'),
    ];
    jobs.forEach((each) => queue.add(each));
    queue.restore(job(6, 'batch'));
    const order: (number | undefined)[] = [];
    for (let next = queue.take(); next; next = queue.take()) order.push(next.id);
    expect(order).toEqual([3, 5, 6, 2, 4, 1]);
  });

  it('lets go of a job that was given up', () => {
    const queue = createQueue();
    const only = job(1, 'batch');
    queue.add(only);
    expect(queue.remove(only)).toBe(true);
    expect(queue.remove(only)).toBe(false);
    expect(queue.take()).toBeUndefined();
  });
});
