import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import { createChain } from '../../renderer/chain/solana/index.ts';
import { lookupKey } from '../../renderer/chain/solana/lookup-key.ts';
import type { Network } from '../../renderer/core/network.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { refundMemo } from '../../renderer/core/orders/refund.ts';
import type { Chain, PreparedPayment } from '../../renderer/ports/chain.ts';
import type { Requests } from '../../renderer/ports/requests.ts';
import { LocalPayer } from './local-payer.ts';
import { localNode } from './sandbox-node.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The base of every chain test: its own node, a payer with SOL, and a new order for each test. */
export class ChainStage {
  readonly time = new VirtualClock();
  readonly local = localNode();
  readonly payer = new LocalPayer(this.local, 1_000);
  declare chain: Chain;
  declare order: Order;

  /** `json` answers instead of the node. */
  open(
    rpc: readonly string[] = ['http://one'],
    network: Network = 'sandbox',
    json?: Requests['json'],
  ): Promise<Chain> {
    return createChain({
      rpc,
      network,
      requests: { ...this.local.requests, ...(json && { json }) },
      clock: this.time.clock,
      random: this.random,
    });
  }

  /** The unsigned payment of the order. */
  async prepare(chain = this.chain): Promise<PreparedPayment> {
    const { address } = this.payer;
    return chain.preparePayment(this.order, address, await chain.paymentCost(this.order, address));
  }

  random = (length: number): Uint8Array<ArrayBuffer> =>
    crypto.getRandomValues(new Uint8Array(length));

  async newOrder(): Promise<Order> {
    const order = this.local.order({ slot: await this.chain.slot(), now: this.time.time });
    this.local.node.advance(3);
    return order;
  }

  get price(): number {
    return Number(this.order.price);
  }

  /** A transfer to the treasury, by default of the order's price. */
  pay(lamports = this.price, to = this.local.treasury, ...names: string[]): TransactionInstruction {
    return this.payer.transfer(lamports, to, ...names);
  }

  /** The same, naming the order and, after it, more. */
  payOrder(lamports = this.price, ...more: string[]): TransactionInstruction {
    return this.pay(lamports, this.local.treasury, this.order.reference, ...more);
  }

  budget(price = 5_000): TransactionInstruction[] {
    return [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 100_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }),
    ];
  }

  /** Lands a refund as `npm run refund` prepares it, or as it did without the payment's name. */
  refund({ id, price, reference }: Order, payment?: string): void {
    const { treasury } = this.local.node.chain.identity;
    const transfer = SystemProgram.transfer({
      fromPubkey: treasury.publicKey,
      toPubkey: this.payer.keys.publicKey,
      lamports: price,
    });
    for (const name of [reference, lookupKey(this.payer.address)])
      transfer.keys.push({ pubkey: new PublicKey(name), isSigner: false, isWritable: false });
    this.payer.land([transfer, this.payer.memo(refundMemo(id, payment))], { signer: treasury });
  }

  finalize(): void {
    this.local.node.advance(40);
  }
}

export function chainStage(): ChainStage {
  const stage = new ChainStage();
  beforeAll(async () => {
    stage.chain = await stage.open();
  });
  beforeEach(async () => {
    stage.order = await stage.newOrder();
  });
  afterAll(() => stage.local.remove());
  return stage;
}
