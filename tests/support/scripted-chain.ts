import type { Connection } from '@solana/web3.js';

import { isValid } from '../../renderer/chain/solana/check-signed.ts';
import {
  connected,
  type Ask,
  type Connections,
  type Web3,
} from '../../renderer/chain/solana/connections.ts';
import { createReader } from '../../renderer/chain/solana/index.ts';
import { lookupKey } from '../../renderer/chain/solana/lookup-key.ts';
import { MEMO_PROGRAM } from '../../renderer/chain/solana/message.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import { operatorOf } from '../../renderer/core/config.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { lamports } from '../../renderer/core/money.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import type { Chain } from '../../renderer/ports/chain.ts';
import type { Clock } from '../../renderer/ports/clock.ts';

const BLOCKHASH_LIFE = 150;
const FINALITY = 32;
export const GENESIS = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
export const TREASURY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
export const PAYER = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';

const LOOKUP_KEY = lookupKey(PAYER);
const SYSTEM_PROGRAM = '1'.repeat(32);

/** The build's addresses. The operator of the first one may lie, that of the second may be silent. */
export const RPCS = ['https://rpc.one.example/build', 'https://rpc.two.example/build'] as const;
const LIAR = operatorOf(RPCS[0]);
const SILENT = operatorOf(RPCS[1]);

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

interface Key {
  readonly address: string;
}
/** The little of web3.js that reading a chain takes. */
const WEB3 = {
  PublicKey: class implements Key {
    readonly address: string;
    constructor(address: string) {
      this.address = address;
    }
  },
} as unknown as Web3;

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
  /** The addresses that pages opened from now on ask. */
  rpc: readonly string[] = RPCS;
  /** What the first operator falsifies; the others are honest. */
  lie: 'none' | 'failed' | 'missing' | 'unlisted' | 'less' | 'future' | 'invented' = 'none';
  /** Whether the second operator doesn't answer. */
  silent = false;
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
  readonly #inventions = new Map<string, Landed>();

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

  /** Transactions that strangers sent under an order's reference. */
  dust = 0;

  sendDust(reference: string, count: number): void {
    this.dust += count;
    for (let n = 0; n < count; n += 1) this.transfer(1n, reference);
  }

  /** The user sends from another wallet: by amount, or with a reference. */
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

  #isSilent(operator: string): boolean {
    // What one RPC shows for a minute while no other answers is believed, so a liar isn't left alone
    // with it.
    const isAlone = new Set(this.rpc.map(operatorOf)).size < 3;
    const wouldBeBelieved = this.lie === 'invented' || this.lie === 'future';
    return this.silent && operator === SILENT && !(isAlone && wouldBeBelieved);
  }

  /** A payment that the liar invents under a reference. */
  #invented(reference: string): Landed {
    const known = [...this.#inventions.values()].find((one) => one.reference === reference);
    const invention = known ?? {
      signature: this.#signature((this.#count += 1)),
      orderId: undefined,
      reference,
      amount: PLANS.creator.price,
      byWallet: true,
      lastValid: this.height,
      slot: this.height,
      failed: false,
    };
    this.#inventions.set(invention.signature, invention);
    return invention;
  }

  /** The transactions that name an address, newest first, as an operator lists them. */
  #list(lie: ScriptedChain['lie'], address: string, top: number): Landed[] {
    if (lie === 'missing') return [];
    const listed = [...this.landed.values()]
      .filter(
        (one) =>
          one.slot <= top &&
          (address === TREASURY ||
            one.reference === address ||
            (one.byWallet && address === LOOKUP_KEY)),
      )
      .toSorted((one, other) => one.slot - other.slot)
      .toReversed();
    if (lie === 'unlisted') return listed.filter(({ amount }) => amount < PLANS.basic.price);
    if (lie === 'failed') return listed.map((one) => ({ ...one, failed: true }));
    if (lie === 'invented' && address !== TREASURY && address !== LOOKUP_KEY)
      return [this.#invented(address), ...listed];
    return listed;
  }

  /** One operator's node, as web3.js shows it. */
  #node(operator: string): Connection {
    const lie = operator === LIAR ? this.lie : 'none';
    const top = (commitment: string): number =>
      commitment === 'finalized' ? this.#finalized() : this.height;
    const node = {
      getGenesisHash: () => GENESIS,
      getSlot: () => (lie === 'future' ? 10 ** 12 : this.height),
      getBlockHeight: (commitment: string) => (lie === 'future' ? 10 ** 12 : top(commitment)),
      getBalance: () => 10_000_000_000,
      getSignatureStatuses: ([signature = '']: string[]) => ({
        value: [this.#status(lie, signature)],
      }),
      getSignaturesForAddress: (
        { address }: Key,
        { limit, before, until }: { limit: number; before?: string; until?: string },
        commitment: string,
      ) => {
        const all = this.#list(lie, address, top(commitment));
        const at = (signature: string | undefined): number =>
          all.findIndex((one) => one.signature === signature);
        const end = at(until);
        return all
          .slice(at(before) + 1, end < 0 ? undefined : end)
          .slice(0, limit)
          .map(({ signature, slot, failed, orderId }) => ({
            signature,
            slot,
            err: failed ? 'failed' : null,
            memo: orderId === undefined ? null : `[${String(orderId.length)}] ${orderId}`,
          }));
      },
      getTransaction: (signature: string) => {
        const invented = lie === 'invented' ? this.#inventions.get(signature) : undefined;
        const one = this.landed.get(signature) ?? invented;
        if (lie === 'missing' || !one || one.slot > this.#finalized()) return null;
        return this.#recorded(lie, one);
      },
    };
    return node as unknown as Connection;
  }

  #status(lie: ScriptedChain['lie'], signature: string): object | null {
    const one = this.landed.get(signature);
    if (lie === 'invented' && !one)
      return { confirmationStatus: 'finalized', slot: this.height, err: null };
    if (lie === 'missing' || !one || (this.fault === 'lag' && one.slot > this.height - 40))
      return null;
    if (lie === 'failed') return { confirmationStatus: 'finalized', slot: one.slot, err: 'failed' };
    const confirmationStatus =
      one.slot <= this.#finalized()
        ? 'finalized'
        : one.slot < this.height
          ? 'confirmed'
          : 'processed';
    return {
      confirmationStatus: lie === 'future' ? 'finalized' : confirmationStatus,
      slot: lie === 'future' ? 10 ** 12 : one.slot,
      err: one.failed ? 'failed' : null,
    };
  }

  #recorded(lie: ScriptedChain['lie'], one: Landed): object {
    const { amount, orderId, reference, byWallet } = one;
    const names = [
      ...(reference === undefined ? [] : [reference]),
      ...(byWallet ? [LOOKUP_KEY] : []),
    ];
    const keys = [PAYER, TREASURY, SYSTEM_PROGRAM, MEMO_PROGRAM, ...names];
    const data = new Uint8Array(12);
    new DataView(data.buffer).setUint32(0, 2, true);
    new DataView(data.buffer).setBigUint64(4, amount, true);
    const isFailed = one.failed || lie === 'failed';
    const arrived = isFailed || lie === 'less' ? 0 : Number(amount);
    return {
      slot: lie === 'future' ? 10 ** 12 : one.slot,
      blockTime: this.blockTime === null ? null : this.blockTime / 1_000,
      transaction: {
        message: {
          staticAccountKeys: keys.map((key) => ({ toBase58: () => key })),
          compiledInstructions: [
            {
              programIdIndex: 2,
              accountKeyIndexes: [0, 1, ...names.map((_name, index) => 4 + index)],
              data,
            },
            ...(orderId === undefined
              ? []
              : [
                  {
                    programIdIndex: 3,
                    accountKeyIndexes: [],
                    data: new TextEncoder().encode(orderId),
                  },
                ]),
          ],
        },
      },
      meta: {
        err: isFailed ? 'failed' : null,
        fee: Number(FEE),
        preBalances: [10 ** 12, 0, ...keys.slice(2).map(() => 0)],
        postBalances: [10 ** 12 - arrived, arrived, ...keys.slice(2).map(() => 0)],
      },
    };
  }

  /** Asks these addresses in turn, until one answers. */
  #asking(step: () => Promise<void>) {
    return (addresses: readonly string[]): Ask =>
      async (call, signal) => {
        await step();
        signal?.throwIfAborted();
        this.requests += 1;
        const operator = addresses.map(operatorOf).find((one) => !this.#isSilent(one));
        if (this.fault === 'down' || operator === undefined)
          throw new LikenessError('network-unreachable');
        const answer = await call(this.#node(operator), WEB3);
        await step();
        if (this.fault === 'lost-answers') throw new LikenessError('network-unreachable');
        return answer;
      };
  }

  /** The port for the service; `step` is awaited at each call. */
  port(step: () => Promise<void>, clock: Clock, connect: typeof connected = connected): Chain {
    const connections: Connections = connect(this.rpc, this.#asking(step));
    const ask = <T>(answer: () => T): Promise<T> =>
      connections.any(() => Promise.resolve(answer()));
    const reader = createReader(connections, () => ask(() => GENESIS), clock);
    const count = (): number => (this.#count += 1);
    return {
      ...reader,
      recentAmounts: () => ask(() => []),
      findByAmount: (...search) => {
        this.amountScans += 1;
        return reader.findByAmount(...search);
      },
      paymentCost: () =>
        ask(() => {
          this.simulated += 1;
          return { unitLimit: 600, unitPrice: 1_000n, fee: FEE };
        }),
      async preparePayment(order, _payer, _cost, signal) {
        const lastValid = (await reader.height('processed', signal)) + BLOCKHASH_LIFE;
        const unsigned: Unsigned = {
          order: order.id,
          reference: order.reference,
          amount: order.price.toString(),
          lastValid,
          n: count(),
        };
        return {
          transaction: bytes(unsigned),
          blockhash: blockhashOf(lastValid),
          lastValidBlockHeight: lastValid,
        };
      },
      checkSigned: (order, _payer, signed) => {
        const request = read(signed);
        if (request.tampered || request.order !== order.id)
          throw new LikenessError('wallet-changed-transaction');
        return {
          signature: this.#signature(request.n),
          blockhash: blockhashOf(request.lastValid),
        };
      },
      broadcast: (signed) =>
        ask(() => {
          const { n, lastValid } = read(signed);
          if (this.fault === 'drop-sends' || lastValid < this.height) return;
          if (!this.landed.has(this.#signature(n))) this.walletSends(signed);
        }),
      isSigned: (message, signature, address) => isValid(signature, message, address),
      explorerUrl: (signature) => `https://explorer.test/${signature}`,
    };
  }
}
