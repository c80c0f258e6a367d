import { isValid } from '../../renderer/chain/solana/check-signed.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { lamports } from '../../renderer/core/money.ts';
import type { Order, PaymentProof } from '../../renderer/core/orders/order.ts';
import type { Chain, IsUsed, PaymentMatch, Verdict } from '../../renderer/ports/chain.ts';

const BLOCKHASH_LIFE = 150;
const FINALITY = 32;
export const GENESIS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
export const TREASURY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
export const PAYER = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';

const NOT_YET: Verdict = { kind: 'not-yet' };

interface Transfer {
  readonly signature: string;
  readonly orderId: string | undefined;
  readonly reference: string | undefined;
  readonly amount: bigint;
  readonly byWallet: boolean;
  readonly lastValid: number;
}
interface Landed extends Transfer {
  readonly slot: number;
  readonly failed: boolean;
}
interface Unsigned {
  readonly order: string;
  readonly reference: string;
  readonly amount: string;
  readonly lastValid: number;
  readonly n: number;
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const read = (data: Uint8Array): Unsigned & { tampered?: true } =>
  JSON.parse(new TextDecoder().decode(data)) as Unsigned & { tampered?: true };

/** The blockhash that is valid up to that height. */
const blockhashOf = (lastValid: number): string => {
  const raw = new Uint8Array(32).fill(2);
  new DataView(raw.buffer).setUint32(0, lastValid);
  return encodeBase58(raw);
};

const FEE = lamports(5_000n);

/**
 * A chain that a test controls, with a real one's guarantees: expiry, finality, one landing per
 * transaction.
 */
export class ScriptedChain {
  height = 1_000;
  /** How often a payment was simulated. */
  simulated = 0;
  /** The time of every block in Unix milliseconds; null if the chain doesn't report it. */
  blockTime: number | null = null;
  /** The RPC's current fault. */
  fault: 'none' | 'down' | 'lag' | 'drop-sends' | 'lost-answers' = 'none';
  /** What the first of two RPCs falsifies; the second is honest. */
  lie: 'none' | 'failed' | 'missing' | 'less' | 'future' | 'invented' = 'none';
  /** As before the rule of two RPCs: the first one's answer is enough. */
  believesOne = false;
  /** A fault that the tests must catch, to test the tests. */
  provesTooEarly = false;
  readonly pool = new Map<string, Transfer>();
  readonly landed = new Map<string, Landed>();
  /**
   * Signatures that the wallet gave for an order while an earlier one could still charge. Must stay
   * empty.
   */
  readonly doubleConsents: string[] = [];
  requests = 0;
  /** Number of scans for a manual amount. */
  amountScans = 0;
  #count = 0;

  #signature(n: number): string {
    const raw = new Uint8Array(64).fill(1);
    new DataView(raw.buffer).setUint32(0, n + 1);
    return encodeBase58(raw);
  }

  isFinal = (transfer: Landed): boolean => transfer.slot <= this.height - FINALITY;

  sign(unsigned: Uint8Array, how: 'sign' | 'tamper' | 'new-blockhash'): Uint8Array {
    const request = read(unsigned);
    const live = [...this.pool.values()].filter(
      (one) => one.orderId === request.order && one.lastValid >= this.height,
    );
    const charged = [...this.landed.values()].filter(
      (one) => one.orderId === request.order && !one.failed && one.byWallet,
    );
    if (live.length + charged.length > 0) this.doubleConsents.push(request.order);
    if (how === 'tamper') return bytes({ ...request, tampered: true });
    return bytes(
      how === 'sign'
        ? request
        : { ...request, lastValid: this.height + BLOCKHASH_LIFE, renewed: true },
    );
  }

  /** A wallet that sends by itself uses its own RPC. */
  walletSends(signed: Uint8Array): string {
    const { n, order, reference, amount, lastValid } = read(signed);
    const signature = this.#signature(n);
    this.pool.set(signature, {
      signature,
      orderId: order,
      reference,
      amount: BigInt(amount),
      byWallet: true,
      lastValid,
    });
    return signature;
  }

  /** Lands the transaction in a block if it is still valid. */
  land(index: number, failed = false): void {
    const waiting = [...this.pool.values()];
    const transfer = waiting[index % Math.max(waiting.length, 1)];
    if (!transfer) return;
    this.pool.delete(transfer.signature);
    if (transfer.lastValid >= this.height)
      this.landed.set(transfer.signature, { ...transfer, slot: this.height, failed });
  }

  /** Unfinalized transactions drop out of their blocks and wait again. */
  fork(): void {
    for (const [signature, one] of [...this.landed]) {
      if (this.isFinal(one)) continue;
      this.landed.delete(signature);
      if (one.byWallet) this.pool.set(signature, one);
    }
  }

  /** The user sends from another wallet: by amount, or as a stranger's dust under the reference. */
  transfer(amount: bigint, reference?: string): string {
    const signature = this.#signature((this.#count += 1));
    this.landed.set(signature, {
      signature,
      amount,
      reference,
      orderId: undefined,
      byWallet: false,
      lastValid: Infinity,
      slot: this.height,
      failed: false,
    });
    return signature;
  }

  #finalized(): number {
    return Math.max(0, this.height - FINALITY - (this.fault === 'lag' ? 40 : 0));
  }

  #judge(order: Order, one: Landed, match: PaymentMatch): Verdict {
    const no = (
      why: 'failed' | 'no-reference' | 'too-little' | 'other-amount' | 'too-early',
    ): Verdict => ({ kind: 'no-match', why });
    if (one.failed) return no('failed');
    if (one.slot <= order.sinceSlot) return no('too-early');
    if (match === 'reference' && one.reference !== order.reference) return no('no-reference');
    if (one.amount < order.price) return no('too-little');
    if (match === 'amount' && (one.amount !== order.manualAmount || one.reference !== undefined))
      return no('other-amount');
    const proof: PaymentProof = {
      signature: one.signature,
      slot: one.slot,
      blockTime: this.blockTime,
      payer: PAYER,
      treasury: TREASURY,
      lamports: lamports(one.amount),
      fee: FEE,
    };
    return { kind: 'paid', proof };
  }

  /** What the first RPC reports about a finalized transaction. */
  #answerOf(order: Order, one: Landed, match: PaymentMatch): Verdict {
    if (this.lie === 'missing') return { kind: 'not-yet' };
    if (this.lie === 'failed') return { kind: 'no-match', why: 'failed' };
    if (this.lie === 'less') return { kind: 'no-match', why: 'too-little', lamports: lamports(1n) };
    if (this.lie === 'future') return this.#judge(order, { ...one, slot: 10 ** 12 }, match);
    return this.#judge(order, one, match);
  }

  /** A payment that the first RPC invents. */
  #invented(order: Order, signature: string): Landed {
    return {
      signature,
      orderId: order.id,
      reference: order.reference,
      amount: order.price,
      byWallet: true,
      lastValid: this.height,
      slot: order.sinceSlot + 1,
      failed: false,
    };
  }

  /** What both RPCs report about a transaction; only the first one where `believesOne` is set. */
  #verdictOf(order: Order, signature: string, match: PaymentMatch): Verdict {
    const one = this.landed.get(signature);
    const isThere = one && one.slot <= this.#finalized();
    const answer =
      this.lie === 'invented'
        ? this.#judge(order, isThere ? one : this.#invented(order, signature), match)
        : one && (isThere || this.lie === 'failed')
          ? this.#answerOf(order, one, match)
          : NOT_YET;
    if (this.believesOne) return answer;
    const truth = isThere ? this.#judge(order, one, match) : NOT_YET;
    const word = (verdict: Verdict): string =>
      JSON.stringify(verdict, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    return word(answer) === word(truth) ? truth : NOT_YET;
  }

  /** Searches the finalized transactions of an order, as one RPC or both list them. */
  #finder(ask: <T>(answer: () => T) => Promise<T>) {
    return async (
      order: Order,
      match: PaymentMatch,
      isUsed: IsUsed,
      onEach = false,
    ): Promise<PaymentProof | undefined> => {
      const isFalse = this.lie !== 'none';
      if (this.believesOne && this.lie === 'invented')
        return ask(() => {
          const verdict = this.#judge(
            order,
            this.#invented(order, this.#signature((this.#count += 1))),
            match,
          );
          return verdict.kind === 'paid' ? verdict.proof : undefined;
        });
      if (isFalse && (!onEach || this.believesOne)) return ask(() => undefined);
      // One shows a payment that the other doesn't: nothing may be signed.
      if (this.lie === 'invented') throw new LikenessError('network-differs');
      const listed = await ask(() =>
        [...this.landed.values()].filter((one) => one.slot <= this.#finalized()),
      );
      for (const one of listed.toSorted((a, b) => a.slot - b.slot)) {
        const verdict = this.#judge(order, one, match);
        if (verdict.kind !== 'paid' || (await isUsed(one.signature))) continue;
        if (isFalse) throw new LikenessError('network-differs');
        return verdict.proof;
      }
      return undefined;
    };
  }

  /** The port for the service; `step` is awaited at each call. */
  port(step: () => Promise<void>): Chain {
    const ask = async <T>(answer: () => T): Promise<T> => {
      await step();
      this.requests += 1;
      if (this.fault === 'down') throw new LikenessError('network-unreachable');
      const result = answer();
      await step();
      if (this.fault === 'lost-answers') throw new LikenessError('network-unreachable');
      return result;
    };
    const find = this.#finder(ask);
    return {
      genesis: () => ask(() => GENESIS),
      slot: () => ask(() => this.height),
      balance: () => ask(() => lamports(10_000_000_000n)),
      recentAmounts: () => ask(() => []),
      paymentCost: () =>
        ask(() => {
          this.simulated += 1;
          return { unitLimit: 600, unitPrice: 1_000n, fee: FEE };
        }),
      preparePayment: (order, _payer, { fee }) =>
        ask(() => {
          const lastValid = this.height + BLOCKHASH_LIFE;
          const unsigned: Unsigned = {
            order: order.id,
            reference: order.reference,
            amount: order.price.toString(),
            lastValid,
            n: (this.#count += 1),
          };
          return {
            transaction: bytes(unsigned),
            blockhash: blockhashOf(lastValid),
            lastValidBlockHeight: lastValid,
            fee,
          };
        }),
      checkSigned: (order, _payer, signed) => {
        const request = read(signed);
        if (request.tampered || request.order !== order.id)
          throw new LikenessError('wallet-changed-transaction');
        return {
          signature: this.#signature(request.n),
          blockhash: blockhashOf(request.lastValid),
          fee: FEE,
        };
      },
      broadcast: (signed) =>
        ask(() => {
          const { n, order, reference, amount, lastValid } = read(signed);
          const signature = this.#signature(n);
          if (this.fault === 'drop-sends' || lastValid < this.height || this.landed.has(signature))
            return;
          this.pool.set(signature, {
            signature,
            orderId: order,
            reference,
            amount: BigInt(amount),
            byWallet: true,
            lastValid,
          });
        }),
      status: (signature) =>
        ask(() => {
          const one = this.landed.get(signature);
          if (
            this.lie === 'missing' ||
            (!one && this.lie !== 'invented') ||
            (one && this.fault === 'lag' && one.slot > this.height - 40)
          )
            return { kind: 'unknown' };
          if (!one)
            return { kind: 'seen', commitment: 'finalized', slot: this.height, failed: false };
          if (this.lie === 'failed')
            return { kind: 'seen', commitment: 'finalized', slot: one.slot, failed: true };
          if (this.lie === 'future')
            return { kind: 'seen', commitment: 'finalized', slot: 10 ** 12, failed: one.failed };
          const commitment =
            one.slot <= this.#finalized()
              ? 'finalized'
              : one.slot < this.height
                ? 'confirmed'
                : 'processed';
          return { kind: 'seen', commitment, slot: one.slot, failed: one.failed };
        }),
      height: (commitment = 'processed') =>
        ask(() => {
          if (this.lie === 'future') {
            // The honest RPC's height is far away from it.
            if (commitment === 'processed') throw new LikenessError('network-busy');
            return 10 ** 12;
          }
          return commitment === 'finalized' ? this.#finalized() : this.height;
        }),
      expiryProven: (order, signature, last) =>
        ask(() => {
          if (this.provesTooEarly) return true;
          const found = [...this.landed.values()].some(
            (one) =>
              one.signature === signature ||
              (one.reference === order.reference && !one.failed && one.amount >= order.price),
          );
          return this.#finalized() > last && !found;
        }),
      verify: (order, signature, match) => ask(() => this.#verdictOf(order, signature, match)),
      conclude: (order, signature) =>
        ask(() => {
          const verdict = this.#verdictOf(order, signature, 'reference');
          const isWord =
            verdict.kind === 'paid' || (verdict.kind === 'no-match' && verdict.why === 'failed');
          return isWord || this.believesOne ? verdict : NOT_YET;
        }),
      findOnEach: (order, isUsed) => find(order, 'reference', isUsed, true),
      findByReference: (order, isUsed) => find(order, 'reference', isUsed),
      findByAmount: async (order, isUsed, _signal, onSeen) => {
        this.amountScans += 1;
        const proof = await find(order, 'amount', isUsed);
        const last = [...this.landed.values()].findLast((one) => one.slot <= this.#finalized());
        if (!proof && this.lie === 'none' && last) onSeen?.(last.signature);
        return proof;
      },
      purchasesOf: () =>
        ask(() =>
          [...this.landed.values()]
            .filter((one) => one.byWallet && !one.failed && one.slot <= this.#finalized())
            .map(({ signature }) => signature),
        ),
      readPurchase: (signature) =>
        ask(() => {
          const one = this.landed.get(signature);
          if (one?.orderId === undefined || one.reference === undefined) return undefined;
          const proof: PaymentProof = {
            signature,
            slot: one.slot,
            blockTime: null,
            payer: PAYER,
            treasury: TREASURY,
            lamports: lamports(one.amount),
            fee: FEE,
          };
          return { kind: 'payment', orderId: one.orderId, reference: one.reference, proof };
        }),
      findRefund: () => ask(() => undefined),
      isSigned: (message, signature, address) => isValid(signature, message, address),
      explorerUrl: (signature) => `https://explorer.test/${signature}`,
    };
  }
}
