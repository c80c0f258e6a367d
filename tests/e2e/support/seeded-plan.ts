import { expect, type Page } from '@playwright/test';

import type { PlanId } from '../../../renderer/core/plans.ts';
import { boughtOrder } from '../../support/paid-order.ts';

export const SEEDED_ORDER = 'LK-01K00000000000000000';
const SEEDED_AT = 1_760_000_000_000;

/** Writes a paid order of a plan into the guest's storage. Call it on the settings page. */
export async function seedPlan(page: Page, plan: PlanId): Promise<void> {
  await page.goto('/dashboard?tab=settings');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  const bought = boughtOrder({ profileId: 'guest', genesis: '' }, SEEDED_ORDER, plan);
  await page.evaluate(
    async (order) => {
      const genesis = JSON.parse(
        localStorage.getItem('likeness.genesis.sandbox') ?? 'null',
      ) as string;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('likeness');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('no database'));
      });
      const { id, profileId, createdAt } = order;
      const transaction = database.transaction(['orders'], 'readwrite');
      transaction.objectStore('orders').put({
        ...{ key: id, profileId, genesis, createdAt },
        revision: crypto.randomUUID(),
        body: { ...order, genesis },
      });
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onerror = () => reject(new Error('not written'));
      });
      database.close();
    },
    { ...bought, createdAt: SEEDED_AT, updatedAt: SEEDED_AT },
  );
}
