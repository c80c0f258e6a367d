import { encodeBase58 } from '../../core/base58.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { createMint } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { canMint } from '../../core/mints/selectors.ts';
import { createTaskBoard } from '../tasks/board.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { Minter, MinterDeps, MintProgress } from './contract.ts';
import type { FollowDeps } from './follow.ts';
import { createMintJournal } from './journal.ts';
import { scanForLateMints, watchLeftOpen } from './siblings.ts';
import { acceptSigned, askWallet } from './sign.ts';
import { startMint } from './start-mint.ts';
import { mintTask } from './task.ts';

const KEY_BYTES = 32;

export function createMinter({
  store,
  media,
  chain,
  picture,
  loops,
  clock,
  random,
  locks,
  allows,
}: MinterDeps): Minter {
  const ended = new AbortController();
  const page = ended.signal;
  const board = createTaskBoard<MintProgress>();
  const journal = createMintJournal(store, clock);
  const watches = new Map<string, Promise<void>>();
  const siblingDeps = { store, journal, chain };
  const startDeps = { ...siblingDeps, media, locks, clock, random };
  const fileDeps = { journal, store, media, picture, loops };

  /**
   * One watch at a time covers everything left open on a chain. A mint that is left open while it
   * runs is covered by it or by the next watch.
   */
  const watchOpen = (genesis: string, signal: AbortSignal = page): void => {
    const watch = (): Promise<void> => watchLeftOpen(genesis, { ...siblingDeps, clock }, signal);
    const watched = (watches.get(genesis) ?? Promise.resolve())
      .then(watch)
      .catch(noted('mints.late'));
    watches.set(genesis, watched);
  };
  const depsOf = (id: string): FollowDeps => ({
    ...siblingDeps,
    ...fileDeps,
    clock,
    report: (progress) => board.report(id, progress),
  });
  const runner = createTaskRunner<'mints', MintProgress>(mintTask({ journal, depsOf, watchOpen }), {
    store,
    locks,
    clock,
    board,
    page: ended,
  });

  return {
    async quote(request, scope) {
      const port = await chain(request.chain);
      const { owner } = port.flow();
      const mint = createMint({
        scope,
        ...request,
        key: encodeBase58(random(KEY_BYTES)),
        treasury: port.treasury,
        now: clock.now(),
        random,
      });
      return port.quote(mint, owner, page);
    },
    freeBytes: async () => (await media()).freeBytes(page),
    async start(requests, scope) {
      if (!requests.every(({ avatarUid }) => allows(avatarUid)))
        throw new LikenessError('mint-samples');
      const mints: Mint[] = [];
      for (const request of requests) {
        const series = mints[0]?.series;
        mints.push(await startMint({ request, scope, series }, startDeps, page));
      }
      return mints;
    },
    mint: (id) => runner.attempt(id, (signal) => askWallet(id, depsOf(id), signal)),
    async stop(id) {
      const mint = await journal.record(id, { type: 'request-ended' });
      if (canMint(mint)) runner.stop(id);
      return mint;
    },
    letGo: (id) => journal.record(id, { type: 'let-go' }),
    acceptReturn: (id, signed) =>
      runner.attempt(id, async (signal) =>
        acceptSigned(await journal.read(id), signed, depsOf(id), signal),
      ),
    returnDeclined: (id) => journal.record(id, { type: 'declined' }),
    resume: (genesis) =>
      runner.resume(genesis, (mints, signal) => {
        scanForLateMints(mints, siblingDeps, signal).catch(noted('mints.late')); // It ends with the session.
        watchOpen(genesis, signal);
      }),
    watch: (id, listener) => runner.watch(id, (mint, progress) => listener({ mint, ...progress })),
    close: () => runner.close(),
  };
}
