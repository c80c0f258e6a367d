import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { createChain } from '../../renderer/chain/solana/index.ts';
import { isSignature } from '../../renderer/core/base58.ts';
import type { AppConfig } from '../../renderer/core/config.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import type { Order } from '../../renderer/core/orders/order.ts';
import { isAsSold, readReceipt, RECEIPT_MAX_BYTES } from '../../renderer/core/orders/receipt.ts';
import { restoreOrder } from '../../renderer/core/orders/restored-order.ts';
import { systemClock } from '../../renderer/platform/clock.ts';
import { createRequests } from '../../renderer/platform/requests.ts';
import type { Chain } from '../../renderer/ports/chain.ts';
import type { Requests } from '../../renderer/ports/requests.ts';
import { StudioError } from '../failures.ts';
import type { Allowance } from './allowance.ts';
import type { Database, Queryable } from './database.ts';

/** How long a verified purchase counts while no RPC answers, in days. */
const GRACE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** The network is down, behind or inconsistent, which can't invalidate an earlier verification. */
const AWAY = new Set([
  'network-unreachable',
  'network-busy',
  'network-alone',
  'network-differs',
  'payment-not-found',
]);

export interface Purchases {
  readonly allowance: Allowance;
  /** Stops the daily check. */
  stop(): void;
}

/** The four chain calls that this file needs. */
type PurchaseChain = Pick<Chain, 'genesis' | 'verify' | 'readPurchase' | 'findRefund'>;

/** A purchase as the operator names it: a receipt's text, or the payment's signature. */
type Named =
  | { readonly name: string; readonly receipt: string }
  | { readonly name: string; readonly signature: string };

/**
 * Verifies the Pro purchases of LIKENESS_PURCHASES on the chain, now and once a day. The variable
 * lists receipt files, folders of receipts, or payment signatures, separated by commas. The sandbox
 * needs none.
 * @throws StudioError 'plan' if none of them counts, 'missing' if that can't be said without a network
 */
export async function openPurchases(
  db: Database,
  config: AppConfig,
  log: (text: string) => void,
  requests: Requests = createRequests(),
): Promise<Purchases> {
  const listed = process.env['LIKENESS_PURCHASES'] ?? '';
  if (listed === '') {
    if (config.network === 'sandbox') return { allowance: () => undefined, stop: () => undefined };
    throw new StudioError(
      'plan',
      'The studio comes with Pro. Name your purchases in LIKENESS_PURCHASES: the receipts that the app saves at Dashboard, Settings, Purchases, or the payments’ signatures.',
    );
  }
  const { treasury, rpc } = addresses(config);
  const chain = await createChain({
    rpc,
    network: config.network,
    requests,
    clock: systemClock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  });
  const count = async () => coveredAvatars(db, chain, await readNamed(listed), treasury, log);
  const first = await count();
  let { covered } = first;
  if (covered === 0)
    throw first.isAway
      ? new StudioError(
          'missing',
          'The purchases named in LIKENESS_PURCHASES can’t be verified now.',
        )
      : new StudioError(
          'plan',
          'None of the purchases named in LIKENESS_PURCHASES is a valid Pro purchase.',
        );
  const daily = setInterval(() => {
    count().then(
      (now) => ({ covered } = now),
      (thrown: unknown) => log(thrown instanceof Error ? thrown.message : 'not verified'),
    );
  }, DAY_MS);
  daily.unref();
  return { allowance: () => covered, stop: () => clearInterval(daily) };
}

/** A sandbox's addresses are known at run time only; all others come from the build. */
function addresses({ network, solanaRpc, treasury }: AppConfig): {
  readonly rpc: readonly string[];
  readonly treasury: string;
} {
  if (network !== 'sandbox') return { rpc: solanaRpc, treasury };
  const rpc = (process.env['LIKENESS_SOLANA_RPC'] ?? '').split(',').filter((one) => one !== '');
  const own = process.env['LIKENESS_TREASURY'] ?? '';
  if (rpc.length === 0 || own === '')
    throw new StudioError(
      'usage',
      'To verify purchases on a sandbox, set LIKENESS_SOLANA_RPC and LIKENESS_TREASURY to what it shows at its start.',
    );
  return { rpc, treasury: own };
}

/** @throws StudioError 'plan' if there is no such file */
async function readNamed(listed: string): Promise<readonly Named[]> {
  const names = listed
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const named: Named[] = [];
  for (const name of names) {
    if (isSignature(name)) named.push({ name, signature: name });
    else
      for (const file of await receiptFiles(name)) {
        const { size } = await stat(file);
        const receipt = size > RECEIPT_MAX_BYTES ? '' : await readFile(file, 'utf8');
        named.push({ name: file, receipt });
      }
  }
  return named;
}

async function receiptFiles(path: string): Promise<readonly string[]> {
  // Reported below if it is missing.
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new StudioError('plan', `There is no receipt at ${path}.`);
  if (!found.isDirectory()) return [path];
  const files = await readdir(path);
  return files.filter((file) => file.endsWith('.json')).map((file) => join(path, file));
}

/**
 * The number of avatars that the purchases cover, each payment counted once. If a purchase's chain
 * is away, it counts if it was verified here within the last GRACE_DAYS.
 */
async function coveredAvatars(
  db: Database,
  chain: PurchaseChain,
  purchases: readonly Named[],
  treasury: string,
  log: (text: string) => void,
): Promise<{ readonly covered: number; readonly isAway: boolean }> {
  const counted = new Map<string, number>();
  let isAway = false;
  for (const named of purchases) {
    try {
      const { signature, avatars } = await verified(db, chain, named, treasury);
      if (counted.has(signature)) log(`${named.name}: The same payment again; it counts once.`);
      counted.set(signature, avatars);
    } catch (thrown) {
      isAway ||= thrown instanceof LikenessError && thrown.code.startsWith('network-');
      log(`${named.name}: ${thrown instanceof Error ? thrown.message : 'unreadable'}`);
    }
  }
  return { covered: [...counted.values()].reduce((sum, avatars) => sum + avatars, 0), isAway };
}

interface Verified {
  readonly signature: string;
  readonly avatars: number;
}

async function verified(
  db: Queryable,
  chain: PurchaseChain,
  named: Named,
  treasury: string,
): Promise<Verified> {
  const claimed = 'receipt' in named ? claimedOrder(named.receipt, treasury) : undefined;
  const signature = 'signature' in named ? named.signature : signatureOf(claimed);
  try {
    const order = claimed
      ? await confirmed(chain, claimed, signature, treasury)
      : await boughtBy(chain, signature, treasury);
    if (order.plan !== 'pro') throw new StudioError('plan', 'This isn’t a Pro purchase.');
    if (await chain.findRefund(order)) {
      await db.query('delete from likeness.purchases where signature = $1', [signature]);
      throw new StudioError('plan', 'This purchase was refunded.');
    }
    await db.query(
      `insert into likeness.purchases (signature, order_id, avatars) values ($1, $2, $3)
       on conflict (signature) do update set avatars = excluded.avatars, verified_at = now()`,
      [signature, order.id, order.credits],
    );
    return { signature, avatars: order.credits };
  } catch (thrown) {
    if (!(thrown instanceof LikenessError) || !AWAY.has(thrown.code)) throw thrown;
    const [known] = await db.query<Verified>(
      `select signature, avatars from likeness.purchases
       where signature = $1 and ($2::text is null or order_id = $2)
       and verified_at > now() - make_interval(days => $3)`,
      [signature, claimed?.id ?? null, GRACE_DAYS],
    );
    if (!known) throw thrown;
    return known;
  }
}

/**
 * The order that a receipt claims.
 * @throws LikenessError 'receipt-unreadable', 'receipt-changed'
 */
function claimedOrder(receipt: string, treasury: string): Order {
  const scope = { profileId: 'studio', genesis: claimedGenesis(receipt) };
  return readReceipt(receipt, scope, treasury);
}

/** The genesis that a receipt claims; the verifier checks it against the chain. */
function claimedGenesis(text: string): string {
  try {
    const genesis = (JSON.parse(text) as { order?: { genesis?: unknown } }).order?.genesis;
    return typeof genesis === 'string' ? genesis : '';
  } catch {
    return ''; // `readReceipt` reports that this is no receipt.
  }
}

const signatureOf = (order: Order | undefined): string =>
  order?.state.kind === 'finalized' ? order.state.proof.signature : '';

/**
 * Confirms a receipt's order on the chain.
 * @throws LikenessError payment-*, receipt-changed or network-*
 */
async function confirmed(
  chain: PurchaseChain,
  claimed: Order,
  signature: string,
  treasury: string,
): Promise<Order> {
  const verdict = await chain.verify(claimed, signature, 'named');
  if (verdict.kind === 'not-yet') throw new LikenessError(verdict.doubt ?? 'payment-not-found');
  if (verdict.kind === 'no-match') throw new LikenessError('receipt-changed', { why: verdict.why });
  const order: Order = { ...claimed, state: { kind: 'finalized', proof: verdict.proof } };
  // The proof holds the chain's own date, which the receipt can't choose.
  if (!isAsSold(order, treasury)) throw new LikenessError('receipt-changed', { order: order.id });
  return order;
}

/** What a wallet's payment bought, according to the chain. @throws LikenessError network-* */
async function boughtBy(chain: PurchaseChain, signature: string, treasury: string): Promise<Order> {
  const genesis = await chain.genesis();
  const found = await chain.readPurchase(signature, undefined, treasury);
  const order =
    found?.kind === 'payment' ? restoreOrder(found, { profileId: 'studio', genesis }) : undefined;
  if (!order)
    throw new StudioError(
      'plan',
      'This transaction isn’t a wallet’s payment for a plan to this treasury. For a transfer you sent yourself, name its receipt.',
    );
  return order;
}
