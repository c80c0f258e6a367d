import { toBase64 } from '../../core/base64.ts';
import { errorCode, LikenessError } from '../../core/errors.ts';
import { termsHold } from '../../core/mints/create-mint.ts';
import type { Mint, MintChain } from '../../core/mints/mint.ts';
import { goesOn, isMintable, isMinted } from '../../core/mints/selectors.ts';
import type { MediaFirst, Minting, WalletFirst } from '../../ports/minting.ts';
import { untilStopped } from '../tasks/runner.ts';
import type { MintProgress } from './contract.ts';
import { makeFiles, publishFiles, secretOf, type FileDeps } from './files.ts';
import { checkSiblings, type SiblingDeps } from './siblings.ts';

export interface SignDeps extends FileDeps {
  readonly store: SiblingDeps['store'] & FileDeps['store'];
  readonly chain: (chain: MintChain) => Promise<Minting>;
  readonly report: (progress: MintProgress) => void;
}

/**
 * From the click on 'Mint NFT' to the stored answer of the wallet. The caller holds the avatar's
 * lock, so a request that storage still shows as open belongs to no page any more.
 */
export async function askWallet(id: string, deps: SignDeps, signal: AbortSignal): Promise<Mint> {
  const { journal } = deps;
  let mint = await journal.read(id);
  if (isMinted(mint) || goesOn(mint)) return mint;
  mint = await journal.record(id, { type: 'request-ended' });
  if (!isMintable(mint.state)) throw new LikenessError('mint-pending', { mint: id });

  const port = await deps.chain(mint.chain);
  const flow = port.flow();
  if (mint.outstanding && mint.outstanding.owner !== flow.owner)
    throw new LikenessError('mint-other-wallet', { mint: id });
  // An earlier attempt that landed on the chain counts, whatever the journal says.
  const mintStatus = await port.mintStatus(mint, signal);
  if (mintStatus.kind === 'finalized') return journal.settle(id, mintStatus.proof);
  if (!termsHold(mint, port.treasury)) throw new LikenessError('blockhash-expired', { mint: id });
  await checkSiblings(mint, deps, signal);
  mint = await makeFiles(mint, deps, deps.report, signal);
  return flow.order === 'wallet-first'
    ? walletFirst(mint, flow, deps, signal)
    : mediaFirst(mint, flow, deps, signal);
}

async function walletFirst(
  mint: Mint,
  flow: WalletFirst,
  { journal, chain }: SignDeps,
  signal: AbortSignal,
): Promise<Mint> {
  const { id } = mint;
  const { owner } = flow;
  const { transaction, lastValidBlock } = await flow.prepare(mint, signal);
  const asked = await journal.record(id, {
    type: 'wallet-asked',
    sendsItself: false,
    owner,
    transaction: toBase64(transaction),
    lastValidBlock,
  });
  if (asked.state.kind !== 'awaiting-signature')
    throw new LikenessError('mint-pending', { mint: id });
  // Once it is stopped, a late answer is dropped: only we could send it.
  const signed = await untilStopped(flow.ask(transaction), signal).catch(
    async (thrown: unknown) => {
      await journal.record(id, { type: 'request-ended' });
      throw thrown;
    },
  );
  // The answer can't land yet, since the mint's own signature is missing.
  try {
    const { sealing } = await chain(mint.chain);
    if (!sealing) throw new LikenessError('mint-failed', { mint: id });
    const checked = await sealing.check(asked, transaction, signed, signal);
    return await journal.record(id, {
      type: 'signed',
      ...checked,
      owner,
      transaction: toBase64(checked.transaction),
    });
  } catch (thrown) {
    await journal.record(id, { type: 'request-failed', reason: errorCode(thrown) });
    throw thrown;
  }
}

/** The wallet sends the transaction itself, so the files have to be public first. */
async function mediaFirst(
  made: Mint,
  flow: MediaFirst,
  deps: SignDeps,
  signal: AbortSignal,
): Promise<Mint> {
  const { journal, report } = deps;
  const { id } = made;
  // The wallet may be asked to change its network, too.
  const prepare = (mint: Mint) => untilStopped(flow.prepare(mint, signal), signal);
  await prepare(made);
  const mint = await publishFiles(made, deps, report, signal);
  // Publishing took time, and the blockhash to sign should be as new as possible.
  const { transaction, lastValidBlock } = await prepare(mint);
  const { owner } = flow;
  const secret = secretOf(await journal.material(id));
  const media = await deps.media();
  signal.throwIfAborted();
  const asked = await journal.record(id, {
    type: 'wallet-asked',
    sendsItself: true,
    owner,
    transaction: transaction ? toBase64(transaction) : '',
    ...(lastValidBlock === undefined ? {} : { lastValidBlock }),
  });
  if (asked.state.kind !== 'awaiting-signature')
    throw new LikenessError('mint-pending', { mint: id });
  try {
    const signature = await untilStopped(
      flow.send(asked, transaction, (message) => media.sign(secret, message)),
      signal,
    );
    return await journal.record(id, {
      type: 'submitted',
      signature,
      owner,
      transaction: '',
      ...(lastValidBlock === undefined ? {} : { lastValidBlock }),
    });
  } catch (thrown) {
    // Only the wallet's refusal proves that nothing was sent; otherwise the chain is asked.
    const code = errorCode(thrown);
    if (code !== 'wallet-rejected' && code !== 'polygon-chain-wrong') throw thrown;
    await journal.record(id, { type: 'declined' });
    if (code !== 'wallet-rejected') throw thrown;
    throw new LikenessError('mint-rejected-public', { mint: id }, { cause: thrown });
  }
}
