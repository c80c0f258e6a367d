import { fromBase64, toBase64 } from '../../core/base64.ts';
import { errorCode, type ErrorCode } from '../../core/errors.ts';
import type { Mint, MintState } from '../../core/mints/mint.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Minting, MintStatus } from '../../ports/minting.ts';
import { isDue, rebroadcastEvery, SLOT_MS } from '../polling.ts';
import type { MintProgress } from './contract.ts';
import { publishFiles, secretOf } from './files.ts';
import type { SignDeps } from './sign.ts';

/**
 * A transaction with fewer blocks left isn't sent: it would land only by luck, and signing again
 * has to wait until the old one has expired.
 */
export const BLOCKS_TO_LAND = 40;
/**
 * One of several nodes may lag. A fork is assumed after this many consecutive answers that don't
 * know the transaction.
 */
const UNKNOWNS_OF_A_FORK = 3;
/** Errors for which another try with the same files and gateway is pointless. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'media-refused',
  'media-differs',
  'mint-failed',
  'mint-unknown',
]);

export interface FollowDeps extends SignDeps {
  readonly clock: Clock;
}

type Signed = Extract<MintState, { kind: 'signed' }>;

/**
 * The steps that take a mint from its stored state as far as it gets without the user: publish,
 * seal, send until it is seen or expired, verify when finalized, settle.
 */
export function followMint(
  id: string,
  deps: FollowDeps,
  signal: AbortSignal,
): (mint: Mint) => Promise<number | undefined> {
  const { journal, clock, report } = deps;
  const startedAt = clock.now();
  let broadcastAt = -Infinity;
  let unknowns = 0;

  return async (mint) => {
    const { state } = mint;
    if (state.kind !== 'signed') {
      await stepSent(mint);
      return undefined;
    }
    try {
      return (await stepSigned(mint, state)) ? 0 : undefined;
    } catch (thrown) {
      signal.throwIfAborted();
      const reason = errorCode(thrown);
      if (!FINAL.has(reason)) throw thrown;
      await journal.record(id, { type: 'request-failed', reason });
      return 0;
    }
  };

  /**
   * Publishes, then seals and sends. Returns true if a step was taken and the next one needn't
   * wait.
   */
  async function stepSigned(mint: Mint, state: Signed): Promise<boolean> {
    const { sealing } = await deps.chain(mint.chain);
    if (!sealing) return false;
    const last = state.lastValidBlock ?? 0;
    const left = await sealing.blocksLeft(last, 'processed', signal);
    if (left < BLOCKS_TO_LAND) {
      // It lacks the mint's signature and can never land. Still, a new one waits until it has
      // expired.
      report({ expiresIn: Math.max(0, left) * SLOT_MS });
      if ((await sealing.blocksLeft(last, 'finalized', signal)) >= 0) return false;
      await journal.record(id, { type: 'expired', signature: state.signature });
      return true;
    }
    if (!mint.media?.published) {
      await publishFiles(mint, deps, report, signal);
      return true;
    }
    const secret = secretOf(await journal.material(id));
    const media = await deps.media();
    const whole = await sealing.seal(mint, fromBase64(state.transaction), (message) =>
      media.sign(secret, message),
    );
    const sent = await journal.record(id, {
      ...state,
      type: 'submitted',
      transaction: toBase64(whole),
    });
    if (sent.state.kind === 'submitted') await broadcast(sent, await deps.chain(mint.chain));
    return true;
  }

  async function broadcast({ state }: Mint, port: Minting): Promise<void> {
    if (state.kind !== 'submitted' || state.transaction === '') return;
    const now = clock.now();
    if (!isDue(broadcastAt, rebroadcastEvery(now - startedAt), now)) return;
    broadcastAt = now;
    report({});
    await port.sealing?.broadcast(fromBase64(state.transaction), signal);
  }

  async function stepSent(mint: Mint): Promise<void> {
    const port = await deps.chain(mint.chain);
    const mintStatus = await port.mintStatus(mint, signal);
    const { state } = mint;
    const signature = 'signature' in state ? state.signature : undefined;
    if (mintStatus.kind !== 'unknown') unknowns = 0;
    switch (mintStatus.kind) {
      case 'finalized':
        await journal.settle(id, mintStatus.proof);
        return;
      case 'failed':
        if (signature !== undefined)
          await journal.record(id, {
            type: 'failed-on-chain',
            signature,
            reason: 'mint-failed-on-chain',
          });
        return;
      case 'expired':
        // A fork that drops a confirmed block is recorded; the next poll proves the expiry again.
        if (state.kind === 'confirmed')
          await journal.record(id, { type: 'dropped', signature: state.signature });
        else
          await journal.record(id, {
            type: 'expired',
            ...(signature === undefined ? {} : { signature }),
            ...(mintStatus.open && { open: true }),
          });
        return;
      case 'confirmed':
        report({});
        if (signature !== undefined)
          await journal.record(id, { type: 'confirmed', signature, block: mintStatus.block });
        return;
      case 'unknown':
        report(timeLeft(mintStatus));
        if (signature !== undefined && mintStatus.nonce !== undefined)
          await journal.record(id, { type: 'placed', signature, nonce: mintStatus.nonce });
        if (state.kind === 'confirmed') {
          unknowns += 1;
          if (unknowns >= UNKNOWNS_OF_A_FORK)
            await journal.record(id, { type: 'dropped', signature: state.signature });
          return;
        }
        await broadcast(mint, port);
    }
  }
}

function timeLeft({
  blocksLeft,
  expiresIn,
}: Extract<MintStatus, { kind: 'unknown' }>): MintProgress {
  const left = expiresIn ?? (blocksLeft === undefined ? undefined : blocksLeft * SLOT_MS);
  return left === undefined ? {} : { expiresIn: left };
}
