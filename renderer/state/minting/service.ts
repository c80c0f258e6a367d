import { encodeBase58 } from '../../core/base58.ts';
import { toBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted, notedUnlessStopped } from '../../core/log/log.ts';
import { createMint } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { canMint } from '../../core/mints/selectors.ts';
import type { Scope } from '../../core/scope.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { TaskRunner } from '../tasks/task.ts';
import type { Minter, MinterDeps, MintProgress, MintRequest } from './contract.ts';
import type { FollowDeps } from './follow.ts';
import { createMintJournal } from './journal.ts';
import { checkSiblings, scanLate, watchLeftOpen } from './siblings.ts';
import { acceptSigned, askWallet } from './sign.ts';
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
  const journal = createMintJournal(store, clock);
  const watches = new Map<string, Promise<void>>();
  const siblingDeps = { store, journal, chain };
  const fileDeps = { journal, store, media, picture, loops };

  /**
   * One watch at a time covers everything left open on a chain. A mint that is left open while it
   * runs is covered by it or by the next watch.
   */
  const watchOpen = (genesis: string, signal: AbortSignal = runner.page): void => {
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
    report: (progress) => runner.report(id, progress),
  });
  const runner: TaskRunner<Mint, MintProgress> = createTaskRunner<'mints', MintProgress>(
    mintTask({ journal, depsOf, watchOpen }),
    {
      store,
      locks,
      clock,
    },
  );

  /** Returns the avatar's unfinished mint with the new details, or a new one with a new key. */
  async function startOne(
    request: MintRequest,
    scope: Scope,
    series: string | undefined,
  ): Promise<Mint> {
    const { avatarUid, avatarId, details } = request;
    return locks.exclusive(`mint-start:${scope.profileId}:${avatarUid}`, async () => {
      const known = (await store.list('mints', scope)).filter(
        (mint) => mint.avatarUid === avatarUid,
      );
      const busy = known.find((mint) => !canMint(mint));
      if (busy) return busy;
      const unfinished = known.findLast((mint) => mint.chain === request.chain);
      await checkSiblings(
        { ...scope, id: unfinished?.id ?? '', avatarUid },
        siblingDeps,
        runner.page,
      );
      if (unfinished)
        return journal.record(unfinished.id, {
          type: 'edited',
          details,
          series: series ?? unfinished.id,
        });
      const { secret, publicKey } = await (await media()).createKey();
      const now = clock.now();
      const { treasury } = await chain(request.chain);
      const mint = createMint({
        scope,
        avatarUid,
        avatarId,
        chain: request.chain,
        details,
        key: publicKey,
        treasury,
        now,
        random,
        ...(series === undefined ? {} : { series }),
      });
      await store.write([
        { table: 'mints', put: mint },
        {
          table: 'mintMaterials',
          put: { ...scope, id: mint.id, secret: toBase64(secret), createdAt: now },
        },
      ]);
      return mint;
    });
  }

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
      return port.quote(mint, owner, runner.page);
    },
    freeBytes: async () => (await media()).freeBytes(runner.page),
    async start(requests, scope) {
      if (!requests.every(({ avatarUid }) => allows(avatarUid)))
        throw new LikenessError('mint-samples');
      const mints: Mint[] = [];
      for (const request of requests) mints.push(await startOne(request, scope, mints[0]?.series));
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
        scanForLateMints(mints, signal).catch(noted('mints.late')); // It ends with the session.
        watchOpen(genesis, signal);
      }),
    watch: (id, listener) => runner.watch(id, (mint, progress) => listener({ mint, ...progress })),
    close: () => runner.close(),
  };

  /** Checks mints that no work is done for, but that may have landed while the app was closed. */
  async function scanForLateMints(mints: readonly Mint[], signal: AbortSignal): Promise<void> {
    for (const mint of mints.filter((one) => canMint(one) && one.media?.published))
      await scanLate(mint, siblingDeps, signal).catch(notedUnlessStopped('mints.late', signal));
  }
}
