import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

import { usedAvatars } from '../service/allowance.ts';
import type { Database } from '../service/database.ts';
import type { Queue } from '../service/queue.ts';

/** The registry behind /metrics, and the counter of requests. */
export function createMetrics(db: Database, queue: Queue) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'likeness_http_requests_total',
    help: 'Requests by route and status.',
    labelNames: ['route', 'status'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  gauge('likeness_photos_waiting', 'Photos in the queue.', () => queue.size());
  gauge('likeness_avatars_used', 'Avatars counted against the plan.', () => usedAvatars(db));
  gauge('likeness_webhooks_waiting', 'Webhooks still to be called.', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from likeness.deliveries where state = 'waiting'`,
    );
    return row?.n ?? 0;
  });
  gauge('likeness_workers', 'Workers that have given a sign of life.', async () => {
    const [row] = await db.query<{ n: number }>(
      `select count(*)::int as n from likeness.workers where heartbeat_at > now() - interval '30 seconds'`,
    );
    return row?.n ?? 0;
  });
  return { registry, requests };
}
