import { once } from 'node:events';
import { isIPv6 } from 'node:net';

import { createApi } from '../api/server.ts';
import { EXIT, StudioError } from '../failures.ts';
import { openEngines } from '../looks/engines.ts';
import { dataFolder } from '../service/database.ts';
import { removeOld } from '../service/housekeeping.ts';
import { logLine } from '../service/log-line.ts';
import { openService, stopSignal } from '../service/open.ts';
import { openPurchases } from '../service/purchases.ts';
import { listTokens } from '../service/tokens.ts';
import { startHouse, startWorker } from '../service/worker.ts';
import { parse, type Command } from './command.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const CLEANING_MS = 10 * 60_000;

/** @throws StudioError 'usage' unless the text is a whole number within the limits */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new StudioError(
      'usage',
      `--${name} takes a whole number from ${String(least)} to ${String(most)}.`,
    );
  return value;
}

export const serve: Command = {
  summary: 'Serves the HTTP API and makes what it is asked for.',
  usage: `likeness serve [options]

  --port N            (8787)
  --host ADDRESS      (127.0.0.1) others may be reachable from the network: put TLS in front
  --data DIR          the embedded database (LIKENESS_STUDIO_DATA, else ~/.likeness-studio)
  --storage WHERE     waiting photos and finished pictures: a folder (storage in the data folder),
                      or the URL of a bucket, e.g. https://s3.eu-central-1.amazonaws.com/avatars
  --keep-hours N      delete ended batches and their pictures after N hours (168)
  --rate N            requests per minute and token (600)
  --yes-send-photo    let photos go to the engines of LIKENESS_ENGINES (docs/engines.md) for requests that
                      name one; needed here and where it is rendered
  --no-render         leave the rendering to 'likeness worker'; needs DATABASE_URL

Needs a token: 'likeness token add NAME'. With DATABASE_URL the queue is in that PostgreSQL, and any
number of 'serve' and 'worker' share it. Without, it is embedded, and only this process renders.
On SIGTERM the running picture is finished; the rest waits for the next start.`,
  async run(args, { createEngine, config }) {
    const { values } = parse(args, {
      port: { type: 'string', default: '8787' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      storage: { type: 'string' },
      'keep-hours': { type: 'string', default: '168' },
      rate: { type: 'string', default: '600' },
      'yes-send-photo': { type: 'boolean', default: false },
      'no-render': { type: 'boolean', default: false },
    });
    const port = wholeNumber('port', values.port, 0, 65_535);
    const keepHours = wholeNumber('keep-hours', values['keep-hours'], 1, 100_000);
    const perMinute = wholeNumber('rate', values.rate, 1, 1_000_000);
    const signal = stopSignal();
    const service = await openService(dataFolder(values.data), values.storage);
    try {
      const { db } = service;
      if (values['no-render'] && !db.shared)
        throw new StudioError(
          'missing',
          'Without DATABASE_URL nobody else can render: leave --no-render out.',
        );
      if ((await listTokens(db)).length === 0)
        throw new StudioError(
          'missing',
          'There is no token yet: likeness token add NAME makes one.',
        );
      const engines = await openEngines(values['yes-send-photo']);
      const purchases = await openPurchases(db, config, logLine);
      const api = await createApi({
        ...service,
        engines,
        version: config.version,
        perMinute,
        log: logLine,
        signal,
      });
      try {
        await api.listen({ port, host: values.host });
      } catch (thrown) {
        const reason = thrown instanceof Error ? thrown.message : '';
        throw new StudioError(
          'missing',
          `${values.host}, port ${String(port)}, can’t be listened on: ${reason}`,
        );
      }
      const address = api.server.address();
      process.stdout.write(
        `Listening on http://${isIPv6(values.host) ? `[${values.host}]` : values.host}:${String(typeof address === 'object' ? (address?.port ?? port) : port)}\n`,
      );
      if (!LOOPBACK.has(values.host))
        process.stdout.write(
          'Tokens and photos travel in clear text: let a proxy with TLS stand before this address.\n',
        );
      const engine = createEngine();
      const { allowance } = purchases;
      const worker = values['no-render']
        ? startHouse({ ...service, log: logLine })
        : startWorker({ ...service, engine, engines, allowance, log: logLine });
      const clean = (): void =>
        void removeOld(service, keepHours).catch((thrown: unknown) =>
          logLine(thrown instanceof Error ? thrown.message : 'cleaning failed'),
        );
      clean();
      const cleaning = setInterval(clean, CLEANING_MS);
      if (!signal.aborted) await once(signal, 'abort');
      clearInterval(cleaning);
      purchases.stop();
      try {
        await worker.drain();
      } finally {
        await Promise.all([engine.close(), api.close()]);
      }
      return EXIT.done;
    } finally {
      await service.close();
    }
  },
};
