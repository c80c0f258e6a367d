import type { Batch } from '../../../renderer/core/batches.ts';
import type { Draft } from '../../../renderer/core/drafts.ts';
import { omit } from '../../../renderer/core/objects.ts';
import type { Order } from '../../../renderer/core/orders/order.ts';
import type { PlanId } from '../../../renderer/core/plans.ts';
import { timeId } from '../../../renderer/core/time-id.ts';
import { DEFAULT_SETTINGS } from '../../../renderer/core/validation.ts';
import type { Write } from '../../../renderer/ports/store.ts';
import { EXAMPLE_BRAND, exampleAvatar, exampleDraft } from '../example-rows.ts';
import { boughtOrder, finalized } from '../paid-order.ts';
import { GENESIS } from '../scripted-chain.ts';
import { plainPicture } from './picture-engine.ts';

const SCOPE = { profileId: 'guest', genesis: GENESIS };

/** A brand kit without a logo. */
export const KIT = omit(EXAMPLE_BRAND, 'logo');
/** A guest's settings with that brand kit. */
export const BRANDED: Write = {
  table: 'settings',
  put: { ...DEFAULT_SETTINGS, id: 'guest', profileId: 'guest', genesis: 'any', brand: KIT },
};

/** A guest's paid order, which its credits come from. */
export function paid(plan: PlanId): { readonly order: Order; readonly rows: readonly Write[] } {
  const createdAt = Date.now();
  const id = timeId('LK', createdAt, (length) => crypto.getRandomValues(new Uint8Array(length)));
  const bought = boughtOrder(SCOPE, id, plan);
  const proof = { ...finalized(bought).proof, blockTime: createdAt };
  const order: Order = { ...bought, createdAt, state: { kind: 'finalized', proof } };
  return { order, rows: [{ table: 'orders', put: order }] };
}

/** A guest's avatars, each with its own picture; the first has the number 101. */
export async function avatars(count: number): Promise<Write[]> {
  const rows: Write[] = [];
  for (let n = 0; n < count; n++) {
    const full = await plainPicture(`hsl(${n * 37} 60% 50%)`);
    const avatar = exampleAvatar(SCOPE, `own-${n}`, {
      id: 101 + n,
      name: `Realistic ${n + 1}`,
      recipe: { style: 'realistic', background: 'none', seed: n, options: {}, engine: 2 },
      bytes: full.size,
      createdAt: Date.UTC(2026, 9, 12) + n,
    });
    rows.push(
      { table: 'avatars', put: avatar },
      { table: 'pictures', put: { ...SCOPE, uid: avatar.uid, full, thumb: full } },
    );
  }
  return rows;
}

/** The batch in which these avatars were made, of a photo that is gone. */
export const batchOf = (made: readonly Write[], more: Partial<Batch> = {}): Write => ({
  table: 'batches',
  put: {
    ...SCOPE,
    id: 'batch',
    draftId: 'gone',
    size: 1024,
    state: 'done',
    items: made.flatMap((write) => {
      if (write.table !== 'avatars' || !('put' in write)) return [];
      const { uid, id: avatarId, name, recipe } = write.put;
      return [{ uid, avatarId, name, recipe, state: 'done' as const }];
    }),
    createdAt: Date.now(),
    ...more,
  },
});

/** A photo that is kept. */
export const keptPhoto = (id: string, more: Partial<Draft> = {}): Write => ({
  table: 'drafts',
  put: exampleDraft(id, { createdAt: Date.now(), keep: true, ...more }),
});

/** A guest's avatar whose photo is still kept. */
export async function animatable(): Promise<Write[]> {
  const made = await avatars(1);
  return [
    ...made,
    batchOf(made, { draftId: 'draft' }),
    keptPhoto('draft', { batchIds: ['batch'] }),
  ];
}
