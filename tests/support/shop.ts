import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { lamports } from '../../renderer/core/money.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { writeReceipt } from '../../renderer/core/orders/receipt.ts';
import { PLANS, type Plan } from '../../renderer/core/plans.ts';
import { LocalPayer } from './local-payer.ts';
import type { LocalNode } from './sandbox-node.ts';

export interface Bought {
  readonly order: Order;
  readonly signature: string;
  /** The path of the receipt's file. */
  readonly receipt: string;
}

interface Purchase {
  readonly plan?: Plan;
  readonly to?: string;
  /** Lamports beyond the price. */
  readonly more?: bigint;
}

/** Purchases on a local node, with their receipts in a folder. */
export function openShop(local: LocalNode, folder: string) {
  const payer = new LocalPayer(local, 1_000);

  /** Writes what the app would write of this payment, or what a forger would. */
  function receiptOf(order: Order, signature: string): string {
    const file = join(folder, `${order.id}.json`);
    const proof = {
      signature,
      slot: order.sinceSlot + 1,
      blockTime: Date.now(),
      payer: payer.address,
      treasury: local.treasury,
      lamports: order.price,
      fee: lamports(5_000n),
    };
    writeFileSync(file, writeReceipt({ ...order, state: { kind: 'finalized', proof } }));
    return file;
  }

  /** Pays as the app does with wallets, and waits until the payment is final. */
  function buy({ plan = PLANS.pro, to = local.treasury, more = 0n }: Purchase = {}): Bought {
    const order = local.order({ plan });
    const price = lamports(order.price + more);
    const signature = payer.land(payer.payment({ ...order, treasury: to, price }));
    local.node.advance(40);
    return { order, signature, receipt: receiptOf(order, signature) };
  }

  return { payer, receiptOf, buy };
}
