import { encodeBase58 } from '../../core/base58.ts';
import { toBase64 } from '../../core/base64.ts';
import { LikenessError } from '../../core/errors.ts';
import { noted } from '../../core/log/log.ts';
import { createMint, termsHold } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { canMint, goesOn, isMinted, isUnderWay } from '../../core/mints/selectors.ts';
import type { Scope } from '../../core/scope.ts';
import { statusEvery } from '../polling.ts';
import { createTaskBoard } from '../tasks/board.ts';
import { createTaskRunner } from '../tasks/runner.ts';
import type { Minter, MinterDeps, MintProgress, MintRequest } from './contract.ts';
import { followMint, type FollowDeps } from './follow.ts';
import { createMintJournal } from './journal.ts';
import { checkSiblings, scanForLateMints, watchLeftOpen, type SiblingDeps } from './siblings.ts';
import { askWallet } from './sign.ts';

type Deps = SiblingDeps & Pick<MinterDeps, 'store' | 'media' | 'locks' | 'clock' | 'random'>;

interface StartMint {
  readonly request: MintRequest;
  readonly scope: Scope;
  /** Mints that were started together have the same series; a mint alone has its own. */
  readonly series: string | undefined;
}

/** Returns the avatar's unfinished mint with the new details, or a new one with a new key. */
async function startMint({ request, scope, series }: StartMint, deps: Deps): Promise<Mint> {
  const { store, journal, chain, media, locks, clock, random } = deps;
  const { avatarUid, avatarId, details } = request;
  return locks.exclusive(`mint-start:${scope.profileId}:${avatarUid}`, async () => {
    const known = (await store.list('mints', scope)).filter((mint) => mint.avatarUid === avatarUid);
    const busy = known.find((mint) => !canMint(mint));
    if (busy) return busy;
    const { treasury } = await chain(request.chain);
    const unfinished = known.findLast(
      (mint) => mint.chain === request.chain && termsHold(mint, treasury),
    );
    await checkSiblings({ ...scope, id: unfinished?.id ?? '', avatarUid }, deps);
    if (unfinished)
      return journal.record(unfinished.id, {
        type: 'edited',
        details,
        series: series ?? unfinished.id,
      });
    const { secret, publicKey } = await (await media()).createKey();
    const now = clock.now();
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
  const watchOpen = (genesis: string, signal?: AbortSignal): void => {
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
  const runner = createTaskRunner<'mints', MintProgress>(
    {
      table: 'mints',
      follow: {
        name: 'follow',
        // Only one of an avatar's mints is worked on at a time, over all chains and tabs.
        lock: ({ avatarUid }) => `mint:${avatarUid}`,
        wants: goesOn,
        // This tab holds the lock, so no page waits for this answer any more, and it can't land
        // without one.
        recover: async (mint) =>
          mint.state.kind === 'awaiting-signature'
            ? journal.record(mint.id, { type: 'request-ended' })
            : mint,
        ended: ({ outstanding, genesis }) => {
          if (outstanding) watchOpen(genesis);
        },
        interval: statusEvery,
        run: (id, { signal }) => ({ step: followMint(id, depsOf(id), signal) }),
      },
      isOpen: isUnderWay,
      isAnswered: (mint) => isMinted(mint) || goesOn(mint),
      version: ({ updatedAt, state, media, series, outstanding }) =>
        [updatedAt, state.kind, media?.published, series, outstanding?.letGo].join(' '),
      unknown: (mint) => new LikenessError('mint-unknown', { mint }),
      busy: (mint) => new LikenessError('mint-pending', { mint }),
    },
    { store, locks, clock, board },
  );

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
      return port.quote(mint, owner);
    },
    freeBytes: async () => (await media()).freeBytes(),
    async start(requests, scope) {
      if (!requests.every(({ avatarUid }) => allows(avatarUid)))
        throw new LikenessError('mint-samples');
      const mints: Mint[] = [];
      for (const request of requests) {
        const series = mints[0]?.series;
        mints.push(await startMint({ request, scope, series }, startDeps));
      }
      return mints;
    },
    mint: (id) => runner.attempt(id, (signal) => askWallet(id, depsOf(id), signal)),
    async stop(id) {
      const mint = await journal.record(id, { type: 'request-ended' });
      runner.stop(id);
      if (goesOn(mint)) runner.takeOver(id);
      return mint;
    },
    letGo: (id) => journal.record(id, { type: 'let-go' }),
    resume: (genesis) =>
      runner.resume(genesis, (mints, signal) => {
        scanForLateMints(mints, siblingDeps, signal).catch(noted('mints.late')); // It ends with the session.
        watchOpen(genesis, signal);
      }),
    watch: (id, listener) => runner.watch(id, (mint, progress) => listener({ mint, ...progress })),
  };
}
