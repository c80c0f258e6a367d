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

  it('keeps a job that doesn’t fit, and those behind it', () => {
    const queue = createQueue();
    queue.add(job(1, 'batch'));
    queue.add(job(2, 'chip'));
    expect(queue.take(({ id }) => id === 2)).toBeUndefined();
    expect(queue.take(({ id }) => id === 1)?.id).toBe(1);
    expect(queue.take()?.id).toBe(2);
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
