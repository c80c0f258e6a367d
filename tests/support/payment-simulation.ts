import { sumCredits, type Credits } from '../../renderer/core/credits.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { isInFlight } from '../../renderer/core/orders/reduce-order.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import type { Scope } from '../../renderer/core/scope.ts';
import { rngOf } from '../../renderer/engine/styles/shared/random.ts';
import type { SolanaAnswer } from '../../renderer/ports/wallets.ts';
import type { PayingWallets, Payments } from '../../renderer/state/payments/contract.ts';
import { createPayments } from '../../renderer/state/payments/service.ts';
import { rowsIn } from './memory-store.ts';
import { GENESIS, PAYER, ScriptedChain, TREASURY } from './scripted-chain.ts';
import { TabbedSimulation, type Step } from './tabbed-simulation.ts';
import { settle } from './virtual-clock.ts';
import { connectedTo } from './wallet-snapshots.ts';

export const SCOPE: Scope = { profileId: 'guest', genesis: GENESIS };
/** An account of this device. */
export const ACCOUNT: Scope = { profileId: 'email:mine', genesis: GENESIS };

type Answer = 'sign' | 'tamper' | 'new-blockhash' | 'reject';

/** A device with two tabs, a wallet and a chain. Tabs can die at any await and be reopened. */
export class PaymentSimulation extends TabbedSimulation<Payments> {
  readonly chain = new ScriptedChain();
  /** How the wallet answers from now on. */
  answers: SolanaAnswer = 'signed';
  /** Transactions for which a page left to have them signed. */
  readonly left: Uint8Array[] = [];
  #asked: ((answer: Answer) => void)[] = [];
  /** So long a sequence that no order id repeats. */
  readonly #random = rngOf(0, 'order ids');
  readonly #unattended: string[] = [];

  constructor(home: Scope = SCOPE) {
    super(home);
  }

  override open(index: number): Payments {
    return this.openTab(index, (step, locks, store) => {
      const chain = this.chain.port(step, this.time.clock);
      return createPayments({
        store,
        chain: async () => {
          await step();
          return chain;
        },
        wallets: this.#wallet(step),
        treasury: TREASURY,
        clock: this.time.clock,
        random: (length) => Uint8Array.from({ length }, () => this.#random() * 256),
        locks,
      });
    });
  }

  #wallet(step: Step): PayingWallets {
    return {
      snapshot: () => connectedTo(PAYER, this.answers),
      signTransaction: async (transaction) => {
        await step();
        const answer = await new Promise<Answer>((resolve) => this.#asked.push(resolve));
        await step();
        if (answer === 'reject') throw new LikenessError('wallet-rejected');
        return this.chain.sign(transaction, answer);
      },
      signAndSend: async (transaction) => {
        await step();
        // The wallet's window outlives the page: what is approved there is sent, whether or not a
        // page gets the answer.
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
    const order = this.storage.tables.get('orders')?.get(id) as Order | undefined;
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  get orders(): Order[] {
    return rowsIn(this.storage, 'orders');
  }

  get credits(): Credits {
    return sumCredits(this.orders, rowsIn(this.storage, 'ledger'));
  }

  /** Clears all faults and lets time pass until nothing more can happen. */
  async comeToRest(): Promise<void> {
    this.chain.fault = 'none';
    this.chain.lie = 'none';
    this.chain.silent = false;
    await this.heal();
    while (this.openRequests > 0) await this.answerWallet('reject');
    for (const { id } of this.orders) await this.closeWindows(this.living, id);
    await this.#letTimePass();
    for (const { id, state } of this.orders)
      if (isInFlight(state)) this.#unattended.push(`${id} stands ${state.kind}, nobody is on it`);
    this.kill(1);
    let payments = await this.reopen(0);
    await this.time.pass(60_000);
    // A user whose wallet will never answer closes the page, and says so in the next one.
    if (this.orders.some(({ state }) => state.kind === 'awaiting-signature')) {
      for (const { id } of this.orders) await this.closeWindows(0, id);
      await this.#letTimePass();
    }
    // Each start reads some of the dust, which may hide a transfer that was sent by hand.
    for (let read = 0; read < this.chain.dust; read += 30) {
      payments = await this.reopen(0);
      await this.time.pass(60_000);
    }
    if (this.cleared) {
      const { signal } = new AbortController();
      const request = { payer: PAYER, scope: this.home, onProgress: () => undefined, signal };
      const restored = payments.restore(request);
      await this.time.pass(60_000);
      await restored;
    }
    this.kill(0);
  }

  /** What has landed becomes final, and pages have this long to notice. */
  async finalize(milliseconds: number): Promise<void> {
    this.chain.height += 40;
    await this.time.pass(milliseconds);
  }

  /** Until what was sent has landed or expired, and is final. */
  async #letTimePass(): Promise<void> {
    for (let i = 0; i < 8; i += 1) {
      while (this.chain.pool.size > 0) this.chain.land(0);
      this.chain.height += 60;
      await this.time.pass(60_000);
    }
  }

  /** The invariants at the end of every scenario. Returns the violations. */
  faults(): string[] {
    const wrong: string[] = [...this.#unattended];
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
    for (const { orderId, byWallet } of final)
      if (
        byWallet &&
        !this.orders.some(({ id, state }) => id === orderId && state.kind === 'finalized')
      )
        wrong.push(`${orderId ?? ''} was paid and is lost`);
    const { granted } = this.credits;
    if (granted !== credits) wrong.push(`${granted} credits for ${credits} paid`);
    if (
      this.storage.payments.size !==
      this.orders.filter(({ state }) => state.kind === 'finalized').length
    )
      wrong.push('claims differ from paid orders');
    return wrong;
  }
}

/** A simulation whose first tab has just opened an order of the Creator plan. */
export async function beginOrder() {
  const simulation = new PaymentSimulation();
  const payments = simulation.open(0);
  const order = await payments.startOrder({ plan: PLANS.creator, scope: SCOPE });
  simulation.chain.height += 1;
  const state = () => simulation.order(order.id).state;
  return { simulation, payments, id: order.id, order, state };
}
