import { encodeBase58 } from '../../core/base58.ts';
import { toBase64 } from '../../core/base64.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { createMint } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { mayLand } from '../../core/mints/reduce-mint.ts';
import { canMint, isMinted, isUnderWay } from '../../core/mints/selectors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Minter, MinterDeps, MintProgress, MintWish } from './contract.ts';
import { followMint } from './follow.ts';
import { createMintJournal } from './journal.ts';
import { checkSiblings, lookLate, watchLeftOpen } from './siblings.ts';
import { acceptSigned, askWallet } from './sign.ts';

const KEY_BYTES = 32;

export function createMinter({
  store,
  media,
  chain,
  picture,
  clock,
  random,
  locks,
  allows,
}: MinterDeps): Minter {
  const journal = createMintJournal(store, clock);
  const ended = new AbortController();
  const attempts = new Map<string, Promise<Mint>>();
  const following = new Set<string>();
  const stops = new Map<string, AbortController>();
  const progress = new Map<string, MintProgress>();
  const listeners = new Map<string, Set<() => void>>();
  const watches = new Map<string, Promise<void>>();

  const report =
    (id: string) =>
    (now: MintProgress): void => {
      progress.set(id, now);
      for (const listener of listeners.get(id) ?? []) listener();
    };
  const depsOf = (id: string) => ({
    journal,
    store,
    media,
    chain,
    picture,
    clock,
    report: report(id),
  });
  /** Ends with the page, or when the user stops this mint. */
  const signalOf = (id: string): AbortSignal => {
    const known = stops.get(id);
    const stop = known && !known.signal.aborted ? known : new AbortController();
    stops.set(id, stop);
    return AbortSignal.any([ended.signal, stop.signal]);
  };
  /** One watch at a time for all that was left open on a chain; what comes while it runs is its too, or the next one's. */
  const watchOpen = (genesis: string): void => {
    const watch = (): Promise<void> =>
      watchLeftOpen(genesis, { store, journal, chain, clock }, ended.signal);
    watches.set(
      genesis,
      (watches.get(genesis) ?? Promise.resolve()).then(watch).catch(() => undefined),
    ); // It ends with the page.
  };
  const follow = async (id: string): Promise<void> => {
    const signal = signalOf(id);
    try {
      await followMint(id, depsOf(id), signal);
      const mint = await journal.read(id);
      if (mint.outstanding) watchOpen(mint.genesis);
    } catch (thrown) {
      if (ended.signal.aborted || !signal.aborted) throw thrown;
    }
  };
  /** Work that nobody awaits: it ends with the page, and what stops it is told to who watches. */
  const inBackground = (id: string, work: Promise<unknown>): void => {
    work.catch((thrown: unknown) => {
      if (!ended.signal.aborted) report(id)({ trouble: errorCode(thrown) });
    });
  };

  /** With the lock of the mint's avatar: of all its mints, on all chains and in all tabs, one is worked on at a time. */
  async function whileMine<R, T>(
    id: string,
    take: (name: string, work: () => Promise<T>) => Promise<R>,
    work: () => Promise<T>,
  ): Promise<R> {
    const { avatarUid } = await journal.read(id);
    return take(`mint:${avatarUid}`, work);
  }

  /** Runs a step that may lead to a signature, alone among all tabs, then follows what came of it. */
  function attempt(id: string, step: (signal: AbortSignal) => Promise<Mint>): Promise<Mint> {
    const running = attempts.get(id);
    if (running) return running;
    const signal = signalOf(id);
    const started = new Promise<Mint>((resolve, reject) => {
      const alone = whileMine(
        id,
        (name, work) => locks.ifFree(name, work),
        async () => {
          report(id)({});
          const stepped = step(signal);
          stepped.then(resolve, reject);
          const mint = await stepped.catch(() => undefined);
          if (mint && isUnderWay(mint)) await follow(id);
          return true;
        },
      );
      alone
        .then((ran) => (ran ? undefined : underWay(id).then(resolve)))
        .catch((thrown: unknown) => {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
          if (!ended.signal.aborted) report(id)({ trouble: errorCode(thrown) });
        });
    });
    attempts.set(id, started);
    const forget = () => attempts.delete(id);
    started.then(forget, forget);
    return started;
  }

  /** Somebody else holds the mint: what they have reached is as good as our own attempt. */
  async function underWay(id: string): Promise<Mint> {
    const mint = await journal.read(id);
    if (isMinted(mint) || mint.state.kind === 'signed' || mayLand(mint.state)) return mint;
    throw new LikenessError('mint-pending', { mint: id });
  }

  /** Waits for the mint's lock, so that it takes over from a tab that closes. */
  async function takeOver(id: string): Promise<void> {
    if (following.has(id)) return;
    following.add(id);
    try {
      await whileMine(
        id,
        (name, work) => locks.exclusive(name, work),
        async () => {
          const { state } = await journal.read(id);
          // With the lock in hand no page waits for this answer any more, and it can't land by itself.
          if (state.kind === 'awaiting-signature' && !state.returnsByLink)
            await journal.record(id, { type: 'request-ended' });
          await follow(id);
        },
      );
    } finally {
      following.delete(id);
    }
  }

  /** The avatar's unfinished mint with the new details, or a new one with a new key. */
  async function startOne(wish: MintWish, scope: Scope, series: string | undefined): Promise<Mint> {
    const { avatarUid, avatarId, details } = wish;
    return locks.exclusive(`mint-start:${scope.profileId}:${avatarUid}`, async () => {
      const known = (await store.list('mints', scope)).filter(
        (mint) => mint.avatarUid === avatarUid,
      );
      const busy = known.find((mint) => !canMint(mint));
      if (busy) return busy;
      const unfinished = known.findLast((mint) => mint.chain === wish.chain);
      await checkSiblings(
        { ...scope, id: unfinished?.id ?? '', avatarUid },
        { store, journal, chain },
        ended.signal,
      );
      if (unfinished)
        return journal.record(unfinished.id, {
          type: 'edited',
          details,
          series: series ?? unfinished.id,
        });
      const { secret, publicKey } = await (await media()).createKey();
      const now = clock.now();
      const { treasury } = await chain(wish.chain);
      const mint = createMint({
        scope,
        avatarUid,
        avatarId,
        chain: wish.chain,
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

  /** Mints that nothing is done for, but that may have landed while the app was closed. */
  async function lookForLateArrivals(mints: readonly Mint[]): Promise<void> {
    for (const mint of mints)
      await lookLate(mint, { store, journal, chain }, ended.signal).catch(() =>
        ended.signal.throwIfAborted(),
      );
  }

  return {
    async quote(wish, scope) {
      const port = await chain(wish.chain);
      const { owner } = port.way();
      const mint = createMint({
        scope,
        ...wish,
        key: encodeBase58(random(KEY_BYTES)),
        treasury: port.treasury,
        now: clock.now(),
        random,
      });
      return port.quote(mint, owner, ended.signal);
    },
    async start(wishes, scope) {
      if (!wishes.every(({ avatarUid }) => allows(avatarUid)))
        throw new LikenessError('mint-samples');
      const mints: Mint[] = [];
      for (const wish of wishes) mints.push(await startOne(wish, scope, mints[0]?.series));
      return mints;
    },
    mint: (id) => attempt(id, (signal) => askWallet(id, depsOf(id), signal)),
    async stop(id) {
      const mint = await journal.record(id, { type: 'request-ended' });
      if (canMint(mint)) stops.get(id)?.abort(new LikenessError('engine-aborted'));
      return mint;
    },
    letGo: (id) => journal.record(id, { type: 'let-go' }),
    acceptReturn: (id, signed) =>
      attempt(id, async (signal) =>
        acceptSigned(await journal.read(id), signed, depsOf(id), signal),
      ),
    returnDeclined: (id) => journal.record(id, { type: 'declined' }),
    async resume(genesis) {
      const open = (await store.listAll('mints', genesis)).filter((mint) => !isMinted(mint));
      for (const { id } of open.filter(isUnderWay)) inBackground(id, takeOver(id));
      lookForLateArrivals(open.filter((mint) => canMint(mint) && mint.media?.published)).catch(
        () => undefined,
      );
      watchOpen(genesis);
    },
    watch(id, listener) {
      let latest: Mint | undefined;
      const mine = listeners.get(id) ?? new Set();
      const tell = (): void => {
        if (latest) listener({ mint: latest, ...progress.get(id) });
      };
      const refresh = async (): Promise<void> => {
        const mint = await store.get('mints', id);
        if (!mine.has(tell) || !mint) return;
        latest = mint;
        tell();
        if (mint.state.kind === 'signed' || mayLand(mint.state)) inBackground(id, takeOver(id));
      };
      listeners.set(id, mine.add(tell));
      const unwatch = store.watch(['mints'], () => inBackground(id, refresh()));
      inBackground(id, refresh());
      return () => {
        unwatch();
        mine.delete(tell);
        if (mine.size === 0) listeners.delete(id);
      };
    },
    close: () => ended.abort(),
  };
}
