import { once } from 'node:events';

import { EXIT, StudioError } from '../failures.ts';
import { openEngines } from '../looks/engines.ts';
import { dataFolder } from '../service/database.ts';
import { logLine } from '../service/log-line.ts';
import { openService, stopSignal } from '../service/open.ts';
import { openPurchases } from '../service/purchases.ts';
import { startWorker } from '../service/worker.ts';
import { parse, type Command } from './command.ts';

export const worker: Command = {
  summary: "Makes pictures for a 'serve' elsewhere, over PostgreSQL.",
  usage: `likeness worker --storage WHERE

  --storage WHERE     the same as for 'serve': a folder, e.g. a network drive, or a bucket's URL
  --yes-send-photo    as for 'serve': let photos go to the engines of LIKENESS_ENGINES

Needs DATABASE_URL. On SIGTERM the running picture is finished and the rest returned to the queue. A
worker that dies is noticed after half a minute, and another one continues with its photo.`,
  async run(args, { createEngine, config }) {
    const { values } = parse(args, {
      storage: { type: 'string' },
      'yes-send-photo': { type: 'boolean', default: false },
    });
    if (!process.env['DATABASE_URL'])
      throw new StudioError(
        'missing',
        "A worker shares its queue with others: set DATABASE_URL to a PostgreSQL. Without one 'likeness serve' renders by itself.",
      );
    if (values.storage === undefined)
      throw new StudioError('usage', 'Name the storage with --storage.');
    const signal = stopSignal();
    const service = await openService(dataFolder(), values.storage);
    try {
      const engines = await openEngines(values['yes-send-photo']);
      const purchases = await openPurchases(service.db, config, logLine);
      const engine = createEngine();
      const running = startWorker({
        ...service,
        engine,
        engines,
        allowance: purchases.allowance,
        log: logLine,
      });
      process.stdout.write('Working.\n');
      if (!signal.aborted) await once(signal, 'abort');
      purchases.stop();
      try {
        await running.drain();
      } finally {
        await engine.close();
      }
      return EXIT.done;
    } finally {
      await service.close();
    }
  },
};
