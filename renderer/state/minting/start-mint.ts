import { toBase64 } from '../../core/base64.ts';
import { createMint } from '../../core/mints/create-mint.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { canMint } from '../../core/mints/selectors.ts';
import type { Scope } from '../../core/scope.ts';
import type { MinterDeps, MintRequest } from './contract.ts';
import { checkSiblings, type SiblingDeps } from './siblings.ts';

type Deps = SiblingDeps & Pick<MinterDeps, 'store' | 'media' | 'locks' | 'clock' | 'random'>;

interface StartMint {
  readonly request: MintRequest;
  readonly scope: Scope;
  /** Mints that were started together have the same series; a mint alone has its own. */
  readonly series: string | undefined;
}

/** Returns the avatar's unfinished mint with the new details, or a new one with a new key. */
export async function startMint(
  { request, scope, series }: StartMint,
  deps: Deps,
  signal: AbortSignal,
): Promise<Mint> {
  const { store, journal, chain, media, locks, clock, random } = deps;
  const { avatarUid, avatarId, details } = request;
  return locks.exclusive(`mint-start:${scope.profileId}:${avatarUid}`, async () => {
    const known = (await store.list('mints', scope)).filter((mint) => mint.avatarUid === avatarUid);
    const busy = known.find((mint) => !canMint(mint));
    if (busy) return busy;
    const unfinished = known.findLast((mint) => mint.chain === request.chain);
    await checkSiblings({ ...scope, id: unfinished?.id ?? '', avatarUid }, deps, signal);
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
