import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';

import { EXAMPLE_BRAND as BRAND } from '../../tests/support/example-rows.ts';
import { finalized, paidOrder, refundedOrder } from '../../tests/support/paid-order.ts';
import { isValid } from '../chain/solana/check-signed.ts';
import { encodeBase58 } from './base58.ts';
import { brandFault, brandSymbol, type BrandKit } from './brand-kit.ts';
import { isSignedBy, licenceMessage } from './licence-signature.ts';
import {
  brandedFolder,
  LICENCE_MAX_BYTES,
  licenceOf,
  readLicence,
  writeLicence,
  type Licence,
  type LicenceSource,
} from './licence.ts';
import { omit } from './objects.ts';
import type { Order } from './orders/order.ts';
import { PLANS } from './plans.ts';
import { readRow, rowVersion } from './rows/read-row.ts';
import { DEFAULT_SETTINGS } from './validation.ts';

const network = encodeBase58(new Uint8Array(32).fill(3));
const scope = { profileId: 'guest', genesis: network };
const order = (id: string, fill: number): Order => {
  const made = paidOrder(scope, id);
  const state = finalized(made);
  const proof = {
    ...state.proof,
    payer: encodeBase58(new Uint8Array(32).fill(fill)),
    signature: encodeBase58(new Uint8Array(64).fill(fill)),
    blockTime: Date.UTC(2026, 10, 1),
  };
  return { ...made, state: { ...state, proof } };
};
const source = (change: Partial<LicenceSource> = {}): LicenceSource => ({
  orders: [order('LK-1', 7)],
  avatars: [
    { name: 'Artistic 1', uid: 'u1', createdAt: Date.UTC(2026, 10, 2) },
    { name: 'Me “at sea”', uid: 'u2', createdAt: Date.UTC(2026, 10, 3) },
  ],
  network,
  now: Date.UTC(2026, 10, 4),
  brand: BRAND,
  ...change,
});

describe('a licence', () => {
  it('names the buyer’s wallet, order, transaction, avatars, terms and date', () => {
    const licence = licenceOf(source());
    expect(licence).toMatchObject({
      issuer: { name: 'North Window', link: 'https://northwindow.example' },
      issuedAt: '2026-11-04T00:00:00.000Z',
      network,
      payments: [
        {
          order: 'LK-1',
          plan: PLANS[order('LK-1', 7).plan].name,
          wallet: encodeBase58(new Uint8Array(32).fill(7)),
          transaction: encodeBase58(new Uint8Array(64).fill(7)),
          paidAt: '2026-11-01T00:00:00.000Z',
        },
      ],
      avatars: [
        { name: 'Artistic 1', id: 'u1', madeAt: '2026-11-02T00:00:00.000Z' },
        { name: 'Me “at sea”', id: 'u2' },
      ],
    });
    expect(licence?.terms.length).toBeGreaterThan(2);
  });

  it('is read back as it was written', () => {
    const orders = Array.from({ length: 200 }, (_, n) => order(`LK-${n}`, n));
    for (const change of [
      {},
      { brand: undefined },
      { brand: { ...BRAND, link: '' } },
      { orders },
    ]) {
      const licence = licenceOf(source(change));
      if (!licence) throw new Error('no licence');
      expect(readLicence(writeLicence(licence))).toEqual(licence);
    }
  });

  it('of the largest library is read', () => {
    const avatars = Array.from({ length: 25_000 }, (_, n) => ({
      name: '写'.repeat(60),
      uid: String(n).padStart(32, '0'),
      createdAt: Date.UTC(2026, 10, 2),
    }));
    const orders = Array.from({ length: 250 }, (_, n) => order(`LK-${String(n)}`, n));
    const licence = licenceOf(source({ avatars, orders }));
    const text = licence ? writeLicence(licence) : '';
    // Four times as many would take the test seconds.
    expect(4 * Buffer.byteLength(text)).toBeLessThan(LICENCE_MAX_BYTES);
    const read = readLicence(text);
    expect([read?.avatars.length, read?.payments.length]).toEqual([25_000, 250]);
  });

  it('names the product nowhere, with a brand or without', () => {
    for (const brand of [BRAND, undefined]) {
      const licence = licenceOf(source({ brand }));
      expect(licence && writeLicence(licence)).not.toMatch(/likeness/i);
    }
  });

  it('leaves the brand out when it is off', () => {
    expect(licenceOf(source({ brand: { ...BRAND, on: false } }))).not.toHaveProperty('issuer');
  });

  it('needs a purchase that was paid in full and not refunded', () => {
    expect(licenceOf(source({ orders: [] }))).toBeUndefined();
    expect(licenceOf(source({ orders: [refundedOrder(order('LK-1', 7))] }))).toBeUndefined();
    const left = licenceOf(source({ orders: [refundedOrder(order('LK-1', 7)), order('LK-2', 8)] }));
    expect(left?.payments.map((payment) => payment.order)).toEqual(['LK-2']);
  });

  it.each(['', 'nonsense', '{}', '[]', '{"format":"likeness-receipt","version":1}'])(
    'is not what %j says',
    (text) => {
      expect(readLicence(text)).toBeUndefined();
    },
  );

  it('is refused if the wallet isn’t an address', () => {
    const licence = licenceOf(source());
    if (!licence) throw new Error('no licence');
    const [payment] = licence.payments;
    expect(
      readLicence(JSON.stringify({ ...licence, payments: [{ ...payment, wallet: 'nobody' }] })),
    ).toBeUndefined();
    expect(readLicence(JSON.stringify({ ...licence, payments: [] }))).toBeUndefined();
  });
});

describe('a signed licence', () => {
  const isSigned = (licence: Licence, wallet: string): boolean =>
    isSignedBy(licence, wallet, {
      isSigned: (message, signature, address) => isValid(signature, message, address),
    });
  const secret = new Uint8Array(32).fill(5);
  const wallet = encodeBase58(ed25519.getPublicKey(secret));
  const unsigned = licenceOf(source());
  if (!unsigned) throw new Error('no licence');
  const sign = (licence: Licence): Licence => ({
    ...licence,
    signatures: [
      { wallet, signature: encodeBase58(ed25519.sign(licenceMessage(licence), secret)) },
    ],
  });
  const signed = sign(unsigned);

  it('is read back as it was signed, in whatever order a file has its names', () => {
    const read = readLicence(writeLicence(signed));
    expect(read).toEqual(signed);
    const turned = Object.fromEntries(Object.entries(signed).toReversed());
    for (const text of [writeLicence(signed), JSON.stringify(turned)]) {
      const one = readLicence(text);
      expect(one && isSigned(one, wallet)).toBe(true);
    }
  });

  it.each<[string, (licence: Licence) => Licence]>([
    ['another issuer', (one) => ({ ...one, issuer: { name: 'Stranger & Co' } })],
    ['no issuer', (one) => omit(one, 'issuer')],
    ['an avatar less', (one) => ({ ...one, avatars: one.avatars.slice(1) })],
    ['another date', (one) => ({ ...one, issuedAt: '2026-11-05T00:00:00.000Z' })],
    ['another payment', (one) => ({ ...one, payments: [...one.payments, ...one.payments] })],
    ['other terms', (one) => ({ ...one, terms: [] })],
    ['no signature', (one) => omit(one, 'signatures')],
    [
      'another wallet’s signature',
      (one) => ({
        ...one,
        signatures: (one.signatures ?? []).map(({ signature }) => ({
          wallet: encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(6))),
          signature,
        })),
      }),
    ],
  ])('isn’t signed any more with %s', (_what, change) => {
    const changed = change(signed);
    for (const { wallet: one } of [{ wallet }, ...(changed.signatures ?? [])])
      expect(isSigned(changed, one)).toBe(false);
  });

  it('isn’t signed by a wallet that is no point of the curve', () => {
    const off = encodeBase58(new Uint8Array(32).fill(2));
    const signatures = [{ wallet: off, signature: encodeBase58(new Uint8Array(64)) }];
    expect(isSigned({ ...unsigned, signatures }, off)).toBe(false);
  });

  it('shows the wallet’s owner what is signed, and no product', () => {
    const text = new TextDecoder().decode(licenceMessage(unsigned));
    expect(text).toContain('Avatars: 2');
    expect(text).not.toMatch(/likeness/i);
  });
});

describe('a brand kit', () => {
  it('is part of the settings’ row, with or without its optional fields', () => {
    const row = (brand: BrandKit) => ({
      ...DEFAULT_SETTINGS,
      id: 'guest',
      profileId: 'guest',
      genesis: 'any',
      brand,
    });
    const read = (brand: BrandKit) => readRow('settings', row(brand), rowVersion('settings'));
    const { logo: _, ...plain } = BRAND;
    for (const brand of [BRAND, plain])
      expect(read(brand)).toEqual({ row: row(brand), unknown: false });
    for (const logo of ['https://elsewhere.example/logo.png', 'data:image/svg+xml;base64,AAAA'])
      expect(read({ ...BRAND, logo })).toMatchObject({ problem: 'damaged' });
  });

  it('says what has to be corrected', () => {
    expect(brandFault(BRAND)).toEqual({});
    expect(brandFault({ name: ' ', link: '' })).toHaveProperty('name');
    for (const link of ['northwindow', 'http://a.example', 'javascript:alert(1)', 'https://a'])
      expect(brandFault({ name: 'A', link })).toHaveProperty('link');
  });

  it('has a symbol and a name for files', () => {
    expect(brandSymbol('North Window & Söhne')).toBe('NORTHWINDO');
    expect(brandSymbol('مرسم')).toBeUndefined();
    expect(brandedFolder('A/B: "C"')).toBe('AB C avatars');
  });
});
