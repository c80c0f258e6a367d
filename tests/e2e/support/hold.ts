import type { BrowserContext, Page } from '@playwright/test';

import { createGate } from '../../../renderer/core/gate.ts';

/** Holds requests back until the function that it returns is called. */
export async function hold(from: Page | BrowserContext, address: string | RegExp) {
  const gate = createGate();
  gate.hold();
  await from.route(address, async (route) => {
    await gate.turn();
    await route.continue();
  });
  return gate.go;
}
