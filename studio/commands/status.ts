import { EXIT } from '../failures.ts';
import { usedAvatars } from '../service/allowance.ts';
import { countPhotos } from '../service/batches.ts';
import { dataFolder } from '../service/database.ts';
import { openService } from '../service/open.ts';
import { parse, type Command } from './command.ts';

export const status: Command = {
  summary: 'Shows what is waiting, what is running, and the workers.',
  usage: `likeness status [--data DIR] [--json]

With an embedded database this works only while no 'serve' has it open; use its /metrics then.`,
  async run(args) {
    const { values } = parse(args, {
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
    });
    const service = await openService(dataFolder(values.data), undefined);
    try {
      const { db } = service;
      const counts = await db.query<{ state: string; n: number }>(
        'select state, count(*)::int as n from likeness.items group by state order by state',
      );
      const workers = await db.query<{ name: string; pictures: number; silent: number }>(
        `select name, pictures, extract(epoch from now() - heartbeat_at)::int as silent
         from likeness.workers order by started_at`,
      );
      const facts = {
        photosWaiting: await countPhotos(db),
        pictures: Object.fromEntries(counts.map(({ state, n }) => [state, n])),
        workers,
        avatarsUsed: await usedAvatars(db),
      };
      if (values.json) process.stdout.write(`${JSON.stringify(facts)}\n`);
      else {
        const pictures = counts.map(({ state, n }) => `${String(n)} ${state}`).join(', ') || 'none';
        process.stdout.write(
          [
            `Photos waiting: ${String(facts.photosWaiting)}`,
            `Pictures: ${pictures}`,
            `Avatars counted: ${String(facts.avatarsUsed)}`,
            ...workers.map(
              ({ name, pictures: made, silent }) =>
                `Worker ${name}: ${String(made)} pictures, seen ${String(silent)} s ago`,
            ),
            '',
          ].join('\n'),
        );
      }
      return EXIT.done;
    } finally {
      await service.close();
    }
  },
};
