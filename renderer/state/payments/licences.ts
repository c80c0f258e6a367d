import { LikenessError } from '../../core/errors.ts';
import type { Licence, LicencePayment } from '../../core/licence.ts';
import { lamports } from '../../core/money.ts';
import { ORDER_ID, orderedAt } from '../../core/orders/order-id.ts';
import type { Order, PaymentProof } from '../../core/orders/order.ts';
import { endsPayment } from '../../core/orders/refund.ts';
import { restoreOrder } from '../../core/orders/restored-order.ts';
import { PLAN_IDS, PLANS } from '../../core/plans.ts';
import { paysFor } from '../../core/price-books.ts';
import type { Chain, PurchaseRecord } from '../../ports/chain.ts';

/**
 * What the chain says about a payment that a licence names. 'unfinished': it was made, but not all
 * transactions of its wallet are read yet, and one of them may be its refund.
 */
export type PaymentStatus = 'paid' | 'refunded' | 'unknown' | 'unfinished';

type LicenceChain = Pick<Chain, 'genesis' | 'readPurchase' | 'verify' | 'purchasesOf'>;

/** The transactions that earlier checks have read: the next one goes on there. */
export type ReadBefore = Map<string, PurchaseRecord | undefined>;

interface Check {
  readonly chain: LicenceChain;
  readonly treasury: string;
  readonly genesis: string;
  readonly read: ReadBefore;
}

/**
 * Checks each payment of a licence on the chain: made by that wallet, for that order, at that
 * plan's full price, and not refunded. 'other-network' means that they were made on another network
 * than this app's. Who wrote the licence is another question: see `isSignedBy`.
 * @throws LikenessError network-*
 */
export async function checkLicence(
  chain: LicenceChain,
  licence: Pick<Licence, 'network' | 'payments'>,
  treasury: string,
  read: ReadBefore = new Map(),
): Promise<readonly PaymentStatus[] | 'other-network'> {
  const genesis = await chain.genesis();
  if (licence.network !== genesis) return 'other-network';
  const check: Check = { chain, treasury, genesis, read };
  const found: PaymentStatus[] = [];
  for (const payment of licence.payments) found.push(await statusOf(payment, check));
  return found;
}

async function statusOf(payment: LicencePayment, check: Check): Promise<PaymentStatus> {
  const { chain, treasury, genesis } = check;
  const found = await chain.readPurchase(payment.transaction, payment.wallet, treasury);
  // A wallet's payment names its order on the chain. One sent by hand or by a QR code doesn't.
  if (found === undefined) return statusOfTransfer(payment, check);
  if (found.kind !== 'payment' || found.orderId !== payment.order) return 'unknown';
  // Only a plan that was sold at that price becomes an order again.
  const order = restoreOrder(found, { profileId: 'licence', genesis });
  if (!order || PLANS[order.plan].name !== payment.plan) return 'unknown';
  return statusOfRefund(payment, found.proof, check, (refund) => refund === payment.order);
}

/**
 * Checks a transfer to the treasury that names no other order: it must come from that wallet and
 * pay at least that plan's price.
 */
async function statusOfTransfer(payment: LicencePayment, check: Check): Promise<PaymentStatus> {
  const { order: id, plan: name, wallet, transaction, reference } = payment;
  const { chain, treasury, genesis } = check;
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
  const verdict = await chain.verify(claimed, transaction, 'named');
  if (verdict.kind === 'not-yet') throw new LikenessError(verdict.doubt ?? 'network-busy');
  if (verdict.kind === 'no-match') return 'unknown';
  const { payer, lamports: paid, blockTime } = verdict.proof;
  if (payer !== wallet || !paysFor(plan, paid, blockTime ?? createdAt)) return 'unknown';
  return statusOfRefund(payment, verdict.proof, check, (refund, others) => {
    // The order is only what the licence says. A refund belongs to this transfer unless the chain
    // shows what else of this wallet it pays back.
    const at = refund === id ? -1 : others.indexOf(refund);
    if (at >= 0) others.splice(at, 1);
    return at < 0;
  });
}

/** How many transactions under a wallet's key one check reads. Anybody can send more. */
const MOST_READS = 60;

/**
 * Looks for the refund by the payer's key, which can't be left out of a licence as the order's can.
 * `isOurs` says whether the refund of an order pays this one back, given the orders of the wallet's
 * payments.
 */
async function statusOfRefund(
  { wallet }: LicencePayment,
  proof: PaymentProof,
  { chain, treasury, read }: Check,
  isOurs: (refund: string, others: string[]) => boolean,
): Promise<PaymentStatus> {
  const signatures = await chain.purchasesOf(wallet);
  const unread = signatures.filter((signature) => !read.has(`${wallet} ${signature}`));
  for (const signature of unread.slice(0, MOST_READS))
    read.set(`${wallet} ${signature}`, await chain.readPurchase(signature, wallet, treasury));
  const records = signatures.map((signature) => read.get(`${wallet} ${signature}`));
  const others = records.flatMap((one) => (one?.kind === 'payment' ? [one.orderId] : []));
  const refunded = records.some(
    (one) =>
      one?.kind === 'refund' &&
      endsPayment(one, proof) &&
      (one.payment !== undefined || isOurs(one.orderId, others)),
  );
  if (unread.length > MOST_READS) return 'unfinished';
  return refunded ? 'refunded' : 'paid';
}
