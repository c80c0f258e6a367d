import { z } from 'zod';

import { isAddress, isSignature } from './base58.ts';
import type { BrandKit } from './brand-kit.ts';
import { paidOrders, type GrantingOrder } from './credits.ts';
import { partOfFileName } from './file-name.ts';
import type { Order } from './orders/order.ts';
import { PLANS } from './plans.ts';

/** A licence's JSON doesn't name the product, because customers hand it on. */
const FORMAT = 'avatar-licence';
const VERSION = 1;
export const LICENCE_NAME = 'licence.json';
/**
 * Enough for 100,000 avatars, the credits of eight Pro plans and more pictures than a browser stores,
 * with the longest names: 60 letters of three bytes make 300 bytes an avatar.
 */
export const LICENCE_MAX_BYTES = 32 * 1024 * 1024;

const short = z.string().max(200);
const payment = z.object({
  order: short,
  plan: short,
  /** The buyer's wallet. */
  wallet: z.string().refine(isAddress),
  transaction: z.string().refine(isSignature),
  /** The order's own key, which alone identifies a payment by QR code. */
  reference: z.string().refine(isAddress),
  /** Missing if the chain didn't report one. */
  paidAt: z.iso.datetime().exactOptional(),
});
const schema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  issuer: z.object({ name: short, link: short.exactOptional() }).exactOptional(),
  issuedAt: z.iso.datetime(),
  /** Genesis hash of the Solana network that the payments are on. */
  network: z.string().refine(isAddress),
  /** Each is looked up on the chain. */
  payments: z.array(payment).min(1).max(500),
  avatars: z.array(z.object({ name: short, id: short, madeAt: z.iso.datetime() })),
  terms: z.array(z.string().max(1_000)).max(20),
  /**
   * By wallets that paid, over all the rest (`licenceMessage`). Payments are public: without a
   * signature, anybody may have written the file.
   */
  signatures: z
    .array(
      z.object({
        wallet: z.string().refine(isAddress),
        signature: z.string().refine(isSignature),
      }),
    )
    .max(50)
    .exactOptional(),
});

/** A payment that licenses avatars, in a form that anyone can look up. */
export type LicencePayment = z.infer<typeof payment>;
/** Who may use which avatars, and the payments that prove it. */
export type Licence = z.infer<typeof schema>;

/** What the licence grants: the terms' own words on avatars, without the product's name. In English, like those. */
export const LICENCE_TERMS = [
  'The avatars listed here may be used without limit in time or place, also commercially: on social media, in professional profiles, in marketing and on products.',
  'There is no duty to name the maker. No copyright in the avatars is claimed by the software they were made with.',
  'The rights of the person shown, of whoever took the photo, and of brands visible in it are not part of this licence.',
  'Each payment named here can be looked up on the Solana network by its transaction.',
] as const;

const iso = (at: number): string => new Date(at).toISOString();

type LicensingOrder = GrantingOrder & Pick<Order, 'reference'>;

/** The purchases that license avatars: paid in full and not refunded. */
export const licensingPayments = (orders: Iterable<LicensingOrder>): LicencePayment[] =>
  paidOrders(orders).flatMap(({ order, granted, refunded }) => {
    const { state } = order;
    if (granted === 0 || refunded || state.kind !== 'finalized') return [];
    const { payer, signature, blockTime } = state.proof;
    return [
      {
        order: order.id,
        plan: PLANS[order.plan].name,
        wallet: payer,
        transaction: signature,
        reference: order.reference,
        ...(blockTime !== null && { paidAt: iso(blockTime) }),
      },
    ];
  });

export interface LicenceSource {
  readonly orders: Iterable<LicensingOrder>;
  readonly avatars: readonly {
    readonly name: string;
    readonly uid: string;
    readonly createdAt: number;
  }[];
  readonly network: string;
  readonly now: number;
  readonly brand?: BrandKit | undefined;
}

/** The licence of some avatars; undefined if no purchase covers them. */
export function licenceOf(source: LicenceSource): Licence | undefined {
  const { orders, avatars, network, now, brand } = source;
  const payments = licensingPayments(orders);
  if (payments.length === 0) return undefined;
  return {
    format: FORMAT,
    version: VERSION,
    ...(brand?.on && {
      issuer: { name: brand.name, ...(brand.link !== '' && { link: brand.link }) },
    }),
    issuedAt: iso(now),
    network,
    payments,
    avatars: avatars.map(({ name, uid, createdAt }) => ({
      name,
      id: uid,
      madeAt: iso(createdAt),
    })),
    terms: [...LICENCE_TERMS],
  };
}

export const writeLicence = (licence: Licence): string =>
  `${JSON.stringify(licence, undefined, 2)}\n`;

/** What a licence file claims, with signatures unchecked and not yet confirmed by the chain; undefined if it isn't a licence. */
export function readLicence(text: string): Licence | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Not JSON.
  }
}

/** 'North Window avatars': the name of a set's folder, without what file systems refuse. */
export const brandedFolder = (name: string): string => `${partOfFileName(name)} avatars`.trim();
