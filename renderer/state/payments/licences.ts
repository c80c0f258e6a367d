import { LikenessError } from '../../core/errors.ts';
import type { Licence, LicencePayment } from '../../core/licence.ts';
import { lamports } from '../../core/money.ts';
import { ORDER_ID, orderedAt } from '../../core/orders/create-order.ts';
import type { Order } from '../../core/orders/order.ts';
import { restoreOrder } from '../../core/orders/restored-order.ts';
import { PLAN_IDS, PLANS } from '../../core/plans.ts';
import { paysFor } from '../../core/price-books.ts';
import type { Chain } from '../../ports/chain.ts';

/** What the chain says about a payment that a licence names. */
export type PaymentStatus = 'paid' | 'refunded' | 'unknown';

type LicenceChain = Pick<
  Chain,
  'genesis' | 'readPurchase' | 'findRefund' | 'verify' | 'purchasesOf'
>;

interface Check {
  readonly chain: LicenceChain;
  readonly treasury: string;
  readonly genesis: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Checks each payment of a licence on the chain: made by that wallet, for that order, at that
 * plan's full price, and not refunded. 'other-network' means that they were made on another network
 * than this app's.
 * @throws LikenessError network-*
 */
export async function checkLicence(
  chain: LicenceChain,
  licence: Pick<Licence, 'network' | 'payments'>,
  treasury: string,
  signal?: AbortSignal,
): Promise<readonly PaymentStatus[] | 'other-network'> {
  const genesis = await chain.genesis(signal);
  if (licence.network !== genesis) return 'other-network';
  const check: Check = { chain, treasury, genesis, signal };
  const found: PaymentStatus[] = [];
  for (const payment of licence.payments) found.push(await statusOf(payment, check));
  return found;
}

async function statusOf(payment: LicencePayment, check: Check): Promise<PaymentStatus> {
  const { chain, treasury, genesis, signal } = check;
  const found = await chain.readPurchase(payment.transaction, payment.wallet, treasury, signal);
  // A wallet's payment names its order on the chain. One sent by hand or by a QR code doesn't.
  if (found === undefined) return statusOfTransfer(payment, check);
  if (found.kind !== 'payment' || found.orderId !== payment.order) return 'unknown';
  // Only a plan that was sold at that price becomes an order again.
  const order = restoreOrder(found, { profileId: 'licence', genesis });
  if (!order || PLANS[order.plan].name !== payment.plan) return 'unknown';
  return (await chain.findRefund(order, signal)) ? 'refunded' : 'paid';
}

/**
 * Checks a transfer to the treasury that names no other order: it must come from that wallet and
 * pay at least that plan's price.
 */
async function statusOfTransfer(
  { order: id, plan: name, wallet, transaction, reference = wallet }: LicencePayment,
  check: Check,
): Promise<PaymentStatus> {
  const { chain, treasury, genesis, signal } = check;
  const plan = PLAN_IDS.find((one) => PLANS[one].name === name);
  if (!plan || !ORDER_ID.test(id)) return 'unknown';
  const createdAt = orderedAt(id);
  const claimed: Order = {
    id,
    profileId: 'licence',
    genesis,
    plan,
    priceBook: 0,
    // The required price is known only once the chain says when it was paid.
    price: lamports(1n),
    manualAmount: lamports(1n),
    credits: 0,
    treasury,
    reference,
    sinceSlot: -1,
    createdAt,
    updatedAt: createdAt,
    state: { kind: 'draft' },
  };
  const verdict = await chain.verify(claimed, transaction, 'named', signal);
  if (verdict.kind === 'not-yet') throw new LikenessError(verdict.doubt ?? 'network-busy');
  if (verdict.kind === 'no-match') return 'unknown';
  const { payer, lamports: paid, blockTime } = verdict.proof;
  if (payer !== wallet || !paysFor(plan, paid, blockTime ?? createdAt)) return 'unknown';
  return statusOfRefund(id, wallet, check);
}

/**
 * How many transactions under a wallet's key are read: more than anyone has bought and returned.
 */
const MOST_READS = 60;

/**
 * Looks for the refund by the payer's key, which can't be left out of a licence as the order's can.
 */
async function statusOfRefund(
  order: string,
  wallet: string,
  { chain, treasury, signal }: Check,
): Promise<PaymentStatus> {
  const signatures = await chain.purchasesOf(wallet, signal);
  for (const signature of signatures.slice(0, MOST_READS)) {
    const record = await chain.readPurchase(signature, wallet, treasury, signal);
    if (record?.kind === 'refund' && record.orderId === order) return 'refunded';
  }
  return signatures.length > MOST_READS ? 'unknown' : 'paid';
}
