import { describe, expect, it } from 'vitest';

import { paidOrder } from '../../tests/support/paid-order.ts';
import { encodeBase58 } from './base58.ts';
import { brandFault, brandSymbol, type BrandKit } from './brand-kit.ts';
import {
  brandedName,
  licenceOf,
  readLicence,
  writeLicence,
  type LicenceSource,
} from './licence.ts';
import type { Order } from './orders/order.ts';
import { PLANS } from './plans.ts';
import { readRow, rowVersion } from './rows/read-row.ts';
import { DEFAULT_SETTINGS } from './validation.ts';

const network = encodeBase58(new Uint8Array(32).fill(3));
const scope = { profileId: 'guest', genesis: network };
const BRAND: BrandKit = {
  on: true,
  name: 'North Window',
  link: 'https://northwindow.example',
  colour: '#43389c',
  logo: 'data:image/png;base64,iVBORw0KGgo=',
};
const order = (id: string, fill: number): Order => {
  const made = paidOrder(scope, id);
  if (made.state.kind !== 'finalized') throw new Error('not paid');
  return {
    ...made,
    state: {
      ...made.state,
      proof: {
        ...made.state.proof,
        payer: encodeBase58(new Uint8Array(32).fill(fill)),
        signature: encodeBase58(new Uint8Array(64).fill(fill)),
        blockTime: Date.UTC(2026, 10, 1),
      },
    },
  };
};
const refunded = (one: Order): Order => {
  if (one.state.kind !== 'finalized') throw new Error('not paid');
  const { payer } = one.state.proof;
  const refund = { signature: 'back', slot: 2, blockTime: null, to: payer, lamports: one.price };
  return { ...one, state: { ...one.state, refund } };
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
    for (const change of [{}, { brand: undefined }, { brand: { ...BRAND, link: '' } }]) {
      const licence = licenceOf(source(change));
      if (!licence) throw new Error('no licence');
      expect(readLicence(writeLicence(licence))).toEqual(licence);
    }
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
    expect(licenceOf(source({ orders: [refunded(order('LK-1', 7))] }))).toBeUndefined();
    const left = licenceOf(source({ orders: [refunded(order('LK-1', 7)), order('LK-2', 8)] }));
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
    expect(brandedName('A/B: "C"', 'avatars')).toBe('AB C avatars');
  });
});
