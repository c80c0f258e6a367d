import { expect, test } from '@playwright/test';

import { startDevelopmentHarness } from './harness.ts';

test('the worker and its models load from the development server too', async ({ page }) => {
  const harness = await startDevelopmentHarness();
  try {
    await page.goto(harness.url);
    await page.waitForFunction(() => 'harness' in window);
    const code = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(400, 300);
      canvas.getContext('2d');
      return window.harness.engine
        .analyse(await canvas.convertToBlob())
        .then(() => 'taken', window.harness.errorCode);
    });
    // This code proves that the detector ran, as only it can tell that there is no face.
    expect(code).toBe('photo-no-face');
  } finally {
    await harness.close();
  }
});
