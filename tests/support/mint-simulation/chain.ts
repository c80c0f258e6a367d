import { encodeBase58 } from '../../../renderer/core/base58.ts';
import { LikenessError } from '../../../renderer/core/errors.ts';
import type { Mint, MintChain as MintKind, MintProof } from '../../../renderer/core/mints/mint.ts';
import type { MintStatus } from '../../../renderer/ports/minting.ts';

const FINALITY = 32;
/** Blocks that a lagging node doesn't show yet. */
const LAG = 40;
export const BLOCKHASH_LIFE = 150;
export const PRICE = 100_000_000n;
/** Milliseconds before a request on the EVM is given up, whose window may still be open. */
const EVM_TIMEOUTS = { asked: 60_000, sent: 600_000 };
const NEVER = Number.MAX_SAFE_INTEGER;
export const GENESIS = encodeBase58(new Uint8Array(32).fill(9));
export const OWNER = encodeBase58(new Uint8Array(32).fill(8));

/**
 * Which comes first, wallet or media. On the EVM the wallet sends even after the page is gone,
 * nothing expires by itself, and the contract takes an address only once.
 */
export type Order = 'wallet-first' | 'media-first' | 'evm' | 'two-chains';
export type ChainFault = 'none' | 'down' | 'lag' | 'drop-sends' | 'lost-answers';

/** A transaction of the simulated chain: readable, and valid if its signatures are. */
export interface Wire {
  readonly key: string;
  readonly uri: string;
  readonly lastValid: number;
  readonly n: number;
  readonly byOwner?: true;
  readonly byKey?: true;
  readonly tampered?: true;
}
export const encode = (wire: Wire): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(wire));
export const decode = (bytes: Uint8Array): Wire =>
  JSON.parse(new TextDecoder().decode(bytes)) as Wire;

/** A transaction's signature or hash, from its number. */
export function signatureOf(n: number): string {
  const raw = new Uint8Array(64).fill(1);
  new DataView(raw.buffer).setUint32(0, n + 1);
  return encodeBase58(raw);
}

interface Landed {
  readonly wire: Wire;
  readonly slot: number;
  readonly failed: boolean;
}

export interface ChainDeps {
  readonly order: Order;
  readonly now: () => number;
  /** Returns the next number, unique in a simulation. */
  readonly count: () => number;
  readonly isPublished: (uri: string) => boolean;
  /** Records a violation. */
  readonly wrong: (what: string) => void;
}

/** A chain that, unlike a real one, lets a mint land twice: the service alone must prevent that. */
export class MintChain {
  readonly #parts: ChainDeps;
  height = 1_000;
  fault: ChainFault = 'none';
  /** A fault that the tests must catch, to test the tests. */
  provesTooEarly = false;
  readonly pool = new Map<string, Wire>();
  readonly landed = new Map<string, Landed>();

  constructor(parts: ChainDeps) {
    this.#parts = parts;
  }

  get order(): Order {
    return this.#parts.order;
  }

  /** With two chains, Solana's wallet signs first, and Polygon's sends by itself. */
  orderOn(chain: MintKind): Exclude<Order, 'two-chains'> {
    return this.order === 'two-chains'
      ? chain === 'polygon'
        ? 'evm'
        : 'wallet-first'
      : this.order;
  }

  get finalizedHeight(): number {
    return Math.max(0, this.height - FINALITY - (this.fault === 'lag' ? LAG : 0));
  }

  prepare(mint: Mint) {
    const lastValid = this.orderOn(mint.chain) === 'evm' ? NEVER : this.height + BLOCKHASH_LIFE;
    const transaction = encode({
      key: mint.key,
      uri: mint.media?.metadata.url ?? '',
      lastValid,
      n: this.#parts.count(),
    });
    return {
      price: PRICE,
      rent: 1n,
      fee: 1n,
      balance: PRICE + 2n,
      transaction,
      lastValidBlock: lastValid,
    };
  }

  send(wire: Wire): void {
    if (!wire.byOwner || !wire.byKey) throw new LikenessError('network-unreachable');
    const signature = signatureOf(wire.n);
    if (this.fault === 'drop-sends' || wire.lastValid < this.height || this.landed.has(signature))
      return;
    this.pool.set(signature, wire);
  }

  land(index: number, failed = false): void {
    const [signature, wire] = [...this.pool][index % Math.max(1, this.pool.size)] ?? [];
    if (signature === undefined || !wire) return;
    this.pool.delete(signature);
    if (wire.lastValid < this.height) return;
    const refused =
      wire.lastValid === NEVER &&
      [...this.landed.values()].some((one) => !one.failed && one.wire.uri === wire.uri);
    if (!failed && !refused && !this.#parts.isPublished(wire.uri))
      this.#parts.wrong('an NFT points at nothing');
    this.landed.set(signature, { wire, slot: this.height, failed: failed || refused });
    this.height += 1;
  }

  /** The newest unfinalized transaction drops out of its block and waits again. */
  fork(): void {
    const last = [...this.landed].findLast(([, one]) => one.slot > this.height - FINALITY);
    if (!last) return;
    this.landed.delete(last[0]);
    this.pool.set(last[0], last[1].wire);
  }

  mintStatus(mint: Mint): MintStatus {
    return this.orderOn(mint.chain) === 'evm' ? this.#evmStatus(mint) : this.#solanaStatus(mint);
  }

  #visible(belongs: (wire: Wire) => boolean): Landed[] {
    return [...this.landed.values()].filter(
      (one) => belongs(one.wire) && !(this.fault === 'lag' && one.slot > this.height - LAG),
    );
  }

  #solanaStatus(mint: Mint): MintStatus {
    const { state } = mint;
    const visible = this.#visible(({ key }) => key === mint.key);
    const final = visible.filter((one) => one.slot <= this.finalizedHeight);
    const minted = final.find((one) => !one.failed);
    if (minted) return { kind: 'finalized', proof: proofOf(minted) };
    const signature = 'signature' in state ? state.signature : undefined;
    const own =
      signature === undefined
        ? undefined
        : visible.find((one) => signatureOf(one.wire.n) === signature);
    if (own?.failed && final.includes(own)) return { kind: 'failed' };
    if (own && !own.failed && own.slot < this.height) return { kind: 'confirmed', block: own.slot };
    const last = 'lastValidBlock' in state ? state.lastValidBlock : undefined;
    if (last === undefined) return { kind: 'unknown' };
    if (
      this.provesTooEarly ||
      (this.finalizedHeight > last && visible.every((one) => one.failed) && !own)
    )
      return { kind: 'expired' };
    return { kind: 'unknown', blocksLeft: Math.max(0, last - this.height) };
  }

  #evmStatus(mint: Mint): MintStatus {
    const { state, media } = mint;
    if (!media?.published) return { kind: 'unknown' };
    const visible = this.#visible(({ uri }) => uri === media.metadata.url);
    const final = visible.filter((one) => one.slot <= this.finalizedHeight);
    const minted = final.find((one) => !one.failed);
    if (minted) return { kind: 'finalized', proof: proofOf(minted) };
    const own = visible.find(
      (one) => 'signature' in state && signatureOf(one.wire.n) === state.signature,
    );
    if (own && !own.failed) return { kind: 'confirmed', block: own.slot };
    if (visible.some((one) => !one.failed)) return { kind: 'unknown' };
    if (own) return final.includes(own) ? { kind: 'failed' } : { kind: 'unknown' };
    if ([...this.pool.values()].some(({ lastValid }) => lastValid === NEVER))
      return { kind: 'unknown' };
    const since =
      state.kind === 'awaiting-signature'
        ? state.askedAt + EVM_TIMEOUTS.asked
        : 'submittedAt' in state
          ? state.submittedAt + EVM_TIMEOUTS.sent
          : Infinity;
    const now = this.#parts.now();
    return now < since
      ? { kind: 'unknown', expiresIn: since - now }
      : { kind: 'expired', open: true };
  }
}

const proofOf = ({ wire, slot }: Landed): MintProof => ({
  signature: signatureOf(wire.n),
  address: wire.key,
  owner: OWNER,
  block: slot,
  blockTime: null,
  paid: PRICE,
  fee: 1n,
});
