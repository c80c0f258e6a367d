import { sumCredits, type LedgerEntry } from '../../renderer/core/credits.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import type { SolanaAnswer } from '../../renderer/ports/wallets.ts';
import type { PayingWallets, Payments } from '../../renderer/state/payments/contract.ts';
import { createPayments } from '../../renderer/state/payments/service.ts';
import { emptyDisk, memoryStore } from './memory-store.ts';
import { GENESIS, PAYER, ScriptedChain, TREASURY } from './scripted-chain.ts';
import { TabbedWorld, type Step } from './tabbed-world.ts';
import { settle, VirtualClock } from './virtual-clock.ts';

export const SCOPE = { profileId: 'guest', genesis: GENESIS };

type Answer = 'sign' | 'tamper' | 'new-blockhash' | 'reject';

/** One device with two tabs, a wallet and a chain; tabs can die at any await and be opened again. */
export class PaymentWorld extends TabbedWorld<Payments> {
  readonly chain = new ScriptedChain();
  readonly disk = emptyDisk();
  readonly time = new VirtualClock();
  /** How the wallet answers from now on. */
  answers: SolanaAnswer = 'signed';
  /** Transactions that a page left to have signed. */
  readonly left: Uint8Array[] = [];
  #asked: ((answer: Answer) => void)[] = [];
  #drawn = 0;

  constructor() {
    super(GENESIS);
  }

  override open(index: number): Payments {
    return this.openTab(index, (step, locks) =>
      createPayments({
        store: memoryStore(this.disk, { step }),
        chain: async () => {
          await step();
          return this.chain.port(step);
        },
        wallets: this.#wallet(step),
        treasury: TREASURY,
        clock: this.time.clock,
        random: (length) => Uint8Array.from({ length }, (_, i) => (this.#drawn += 1) + i),
        locks,
      }),
    );
  }

  #wallet(step: Step): PayingWallets {
    return {
      snapshot: () => ({
        status: 'connected',
        type: 'phantom',
        address: PAYER,
        solana: {
          choiceId: 'phantom',
          address: PAYER,
          transport: 'extension',
          answers: this.answers,
        },
        choices: [],
      }),
      signTransaction: async (transaction) => {
        await step();
        const answer = await new Promise<Answer>((resolve) => this.#asked.push(resolve));
        await step();
        if (answer === 'reject') throw new LikenessError('wallet-rejected');
        return this.chain.sign(transaction, answer);
      },
      signAndSend: async (transaction) => {
        await step();
        // Its window outlives the page: what is approved there is sent, whoever hears of it.
        const sent = await new Promise<string | undefined>((resolve) => {
          this.#asked.push((answer) => resolve(this.#send(transaction, answer)));
        });
        await step();
        if (sent === undefined) throw new LikenessError('wallet-rejected');
        return sent;
      },
      leaveToSign: async (transaction) => {
        await step();
        this.left.push(transaction);
      },
    };
  }

  #send(transaction: Uint8Array, answer: Answer): string | undefined {
    if (answer === 'reject') return undefined;
    return this.chain.walletSends(
      this.chain.sign(transaction, answer === 'tamper' ? 'sign' : answer),
    );
  }

  /** The user closes every window of the wallet, and says so. */
  async closeWindows(index: number, id: string): Promise<void> {
    this.#asked = [];
    await (await this.tab(index)).confirmClosed(id).catch(() => undefined);
  }

  get openRequests(): number {
    return this.#asked.length;
  }

  async answerWallet(answer: Answer): Promise<void> {
    this.#asked.shift()?.(answer);
    await settle();
  }

  order(id: string): Order {
    const order = this.disk.tables.get('orders')?.get(id) as Order | undefined;
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  get orders(): Order[] {
    return [...(this.disk.tables.get('orders')?.values() ?? [])] as Order[];
  }

  get ledger(): LedgerEntry[] {
    return [...(this.disk.tables.get('ledger')?.values() ?? [])] as LedgerEntry[];
  }

  /** Heals everything and lets time pass until nothing more can happen. */
  async comeToRest(): Promise<void> {
    this.chain.fault = 'none';
    this.chain.lie = 'none';
    while (this.openRequests > 0) await this.answerWallet('reject');
    this.kill(1);
    await this.reopen(0);
    await settle();
    for (const { id } of this.orders) await this.closeWindows(0, id);
    for (let i = 0; i < 8; i += 1) {
      while (this.chain.pool.size > 0) this.chain.land(0);
      this.chain.height += 60;
      await this.time.pass(60_000);
    }
    await this.reopen(0);
    await this.time.pass(60_000);
    this.kill(0);
  }

  /** What must hold at the end of every story; gives what is wrong, or nothing. */
  faults(): string[] {
    const wrong: string[] = [];
    const { chain } = this;
    const final = [...chain.landed.values()].filter((one) => !one.failed && chain.isFinal(one));
    if (chain.doubleConsents.length > 0)
      wrong.push('a second signature was asked for while the first could charge');
    let credits = 0;
    for (const order of this.orders) {
      const charges = final.filter((one) => one.byWallet && one.orderId === order.id);
      const matching = final.filter(
        (one) =>
          one.slot > order.sinceSlot &&
          (one.reference === order.reference
            ? one.amount >= order.price
            : one.amount === order.manualAmount && one.reference === undefined),
      );
      if (charges.length > 1) wrong.push(`${order.id} was charged ${charges.length} times`);
      const paid = order.state.kind === 'finalized';
      if (paid !== matching.length > 0)
        wrong.push(`${order.id} is ${order.state.kind} with ${matching.length} payments`);
      if (!paid && !['draft', 'failed', 'expired', 'manual'].includes(order.state.kind))
        wrong.push(`${order.id} stays ${order.state.kind}`);
      if (paid) credits += PLANS[order.plan].avatars;
    }
    const { granted } = sumCredits(this.ledger);
    if (granted !== credits) wrong.push(`${granted} credits for ${credits} paid`);
    if (
      this.disk.payments.size !==
      this.orders.filter(({ state }) => state.kind === 'finalized').length
    )
      wrong.push('claims differ from paid orders');
    return wrong;
  }
}

/** A world whose first tab has just opened an order of the Creator plan. */
export async function beginOrder() {
  const world = new PaymentWorld();
  const payments = world.open(0);
  const order = await payments.startOrder({ plan: PLANS.creator, scope: SCOPE });
  world.chain.height += 1;
  const state = () => world.order(order.id).state;
  return { world, payments, id: order.id, order, state };
}
