import { describe, expect, it } from 'vitest';

import { boughtOrder, refundedOrder, restoredOrder } from '../../tests/support/paid-order.ts';
import {
  animationEntries,
  animationId,
  animationRight,
  ANIMATIONS_OF_CREATOR,
  countedBy,
} from './animations.ts';
import { mergeBackup, portableLedger, type Here } from './backup/merge.ts';
import { sumCredits, type LedgerEntry } from './credits.ts';
import type { Order } from './orders/order.ts';
import { PLANS, type PlanId } from './plans.ts';

const scope = { profileId: 'guest', genesis: 'g' };
const bought = (id: string, plan: PlanId, refund = false): Order => {
  const order = boughtOrder(scope, id, plan);
  return refund ? refundedOrder(order) : order;
};
const counted = (ids: readonly string[], by: 'included' | 'credit'): LedgerEntry[] =>
  ids.flatMap((id) => animationEntries(id, by, scope, 1));
const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, k) =>
    animationId(`a${String(k)}`, { motion: 'calm', strength: 1 }),
  );
const fresh = animationId('new', { motion: 'calm', strength: 1 });
const by = (orders: readonly Order[], ledger: readonly LedgerEntry[] = []) =>
  countedBy(animationRight(orders, ledger), fresh);

describe('what plans allow to be animated', () => {
  it.each([
    ['nothing', [], false],
    ['Basic', [bought('o', 'basic')], false],
    ['Creator', [bought('o', 'creator')], false],
    ['Pro', [bought('o', 'pro')], true],
    ['Creator and Pro', [bought('o', 'creator'), bought('p', 'pro')], true],
    ['a refunded Pro', [bought('o', 'pro', true)], false],
  ] as const)('premium animations with %s', (_, orders, open) => {
    expect(animationRight(orders, []).premium).toBe(open);
  });

  it('each premium animation counts separately, but not each of its sizes', () => {
    const loop = { motion: 'calm', strength: 1 } as const;
    const premium = { seconds: 6, moves: ['nod'], camera: 'push', styles: ['ink'] } as const;
    const all = [
      animationId('a', loop),
      animationId('a', { ...loop, premium }),
      animationId('a', { ...loop, premium: { ...premium, seconds: 7 } }),
      animationId('a', { ...loop, premium: { ...premium, moves: [] } }),
      animationId('a', { ...loop, premium: { ...premium, camera: 'still' } }),
      animationId('a', { ...loop, premium: { ...premium, styles: ['ink', 'comic'] } }),
    ];
    expect(new Set(all).size).toBe(all.length);
    // Animations counted before premium ones existed have this id.
    expect(all[0]).toBe('animation:a:calm:1.00');
  });

  it.each([
    ['nothing', [], undefined],
    ['Basic', [bought('o', 'basic')], undefined],
    ['Creator', [bought('o', 'creator')], 'included'],
    ['Pro', [bought('o', 'pro')], 'credit'],
    ['Creator and Pro', [bought('o', 'creator'), bought('p', 'pro')], 'included'],
    ['a refunded Creator', [bought('o', 'creator', true)], undefined],
    ['a refunded Pro', [bought('o', 'pro', true)], undefined],
    ['Creator, refunded, and Pro', [bought('o', 'creator', true), bought('p', 'pro')], 'credit'],
  ] as const)('%s', (_, orders, expected) => {
    expect(by(orders)).toBe(expected);
  });

  it('a restored Creator includes its animations again, less those used', () => {
    const restored = restoredOrder(bought('o', 'creator'));
    expect(animationRight([restored], counted(ids(3), 'included')).included).toBe(
      ANIMATIONS_OF_CREATOR - 3,
    );
  });

  it('Creator holds 260, twice as many if bought twice; the next one needs Pro, and then a credit', () => {
    const used = counted(ids(ANIMATIONS_OF_CREATOR), 'included');
    expect(by([bought('o', 'creator')], used)).toBeUndefined();
    expect(by([bought('o', 'creator'), bought('p', 'creator')], used)).toBe('included');
    expect(by([bought('o', 'creator'), bought('p', 'pro')], used)).toBe('credit');
  });

  it('Creator’s cost no credit, Pro’s one each, and no credit stays reserved', () => {
    const orders = [bought('o', 'creator')];
    expect(sumCredits(orders, counted(ids(5), 'included'))).toEqual(sumCredits(orders, []));
    expect(sumCredits([bought('o', 'pro')], counted(ids(5), 'credit'))).toEqual({
      granted: PLANS.pro.avatars,
      reserved: 0,
      spent: 5,
      available: PLANS.pro.avatars - 5,
    });
  });

  it('counts an animation once: in other sizes and formats, and when it is written twice', () => {
    const orders = [bought('o', 'creator')];
    const twice = [...counted([fresh], 'included'), ...counted([fresh], 'included')];
    expect(animationRight(orders, twice).included).toBe(ANIMATIONS_OF_CREATOR - 1);
    expect(by(orders, twice)).toBe('made');
    expect(by([bought('o', 'pro')], counted([fresh], 'credit'))).toBe('made');
    expect(animationId('new', { motion: 'calm', strength: 0.5 })).not.toBe(fresh);
  });

  it('animations made with a refunded plan aren’t free any more', () => {
    expect(by([bought('o', 'creator', true)], counted([fresh], 'included'))).toBeUndefined();
  });
});

describe('a backup', () => {
  const nothing: Here = {
    avatars: new Set(),
    returned: new Set(),
    orders: new Set(),
    ledger: new Set(),
    batches: new Set(),
    mints: new Set(),
    settings: 'none',
    countedElsewhere: new Set(),
  };
  const sold = bought('LK-01K00000000000000000', 'creator');
  const used = [...counted(ids(2), 'included'), ...counted([fresh], 'credit')];
  const merged = (here: Here): readonly LedgerEntry[] =>
    mergeBackup(
      {
        madeAt: 1,
        settings: undefined,
        orders: [sold],
        ledger: portableLedger(used, []),
        mints: [],
        avatars: [],
      },
      here,
      { profileId: 'other', firstAvatarId: 101, treasury: sold.treasury, now: 2, restore: 'r' },
    ).ledger;

  it('includes the animations, and a device that has them already counts each once', () => {
    expect(merged(nothing)).toEqual(
      used.map((entry) => ({ ...entry, profileId: 'other', restore: 'r' })),
    );
    const [first] = ids(1);
    const again = merged({ ...nothing, ledger: new Set([first ?? '']) });
    expect(again.map(({ id }) => id)).toEqual(used.slice(1).map(({ id }) => id));
  });

  it('takes none of the animations away that are included here', () => {
    const many = ids(300).flatMap((id) => animationEntries(id, 'included', scope, 1));
    const brought = many.map((entry): LedgerEntry => ({ ...entry, restore: 'r' }));
    const here = bought('p', 'creator');
    expect(animationRight([here], brought).included).toBe(ANIMATIONS_OF_CREATOR);
    expect(animationRight([here, { ...sold, restore: 'r' }], brought).included).toBe(
      ANIMATIONS_OF_CREATOR,
    );
    expect(animationRight([here, { ...sold, restore: 'r' }], many).included).toBe(
      2 * ANIMATIONS_OF_CREATOR - 300,
    );
  });
});
