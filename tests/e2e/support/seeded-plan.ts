import { expect, type Page } from '@playwright/test';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import { PLANS, type PlanId } from '../../../renderer/core/plans.ts';

const address = encodeBase58(new Uint8Array(32).fill(9));
const signature = encodeBase58(new Uint8Array(64).fill(9));

export const SEEDED_ORDER = 'LK-01K00000000000000000';

/** Writes a paid order of a plan into the guest's storage. Call it on the settings page. */
export async function seedPlan(page: Page, plan: PlanId): Promise<void> {
  await page.goto('/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  const { price, avatars } = PLANS[plan];
  await page.evaluate(
    async ({ address, signature, id, plan, price, credits }) => {
      const genesis = JSON.parse(
        localStorage.getItem('likeness.genesis.sandbox') ?? 'null',
      ) as string;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('likeness');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
      const scope = { profileId: 'guest', genesis };
      const createdAt = 1_760_000_000_000;
      const lamports = BigInt(price);
      const body = {
        ...scope,
        id,
        plan,
        priceBook: 1,
        price: lamports,
        credits,
        treasury: address,
        reference: address,
        manualAmount: lamports + 1n,
        sinceSlot: 1,
        createdAt,
        updatedAt: createdAt,
        state: {
          kind: 'finalized',
          proof: {
            signature,
            slot: 2,
            blockTime: null,
            payer: address,
            treasury: address,
            lamports,
            fee: 5_000n,
          },
        },
      };
      const row = { key: id, ...scope, createdAt, revision: crypto.randomUUID(), body };
      const transaction = database.transaction(['orders'], 'readwrite');
      transaction.objectStore('orders').put(row);
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(new Error('not written'));
      });
      database.close();
    },
    { address, signature, id: SEEDED_ORDER, plan, price: String(price), credits: avatars },
  );
}
