import { findings } from '../support/axe.ts';
import { expect, test } from '../support/visit.ts';

test.describe('section 2: axe finds nothing in either theme', () => {
  test('in the wallet dialog, and with its error', async ({ page, problems }) => {
    problems.forgive(/ERR_FAILED/);
    await page.goto('/terms');
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Wallet' });
    await expect(dialog).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.route(/\/assets\/mount-bridge-.*\.js$/, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Use Sandbox Wallet' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test('in the studio, with several photos and each of its tools', async ({ page }) => {
    await page.goto('/customize');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload photo' }).click(),
    ]);
    await chooser.setFiles(['resources/people/amara.webp', 'resources/people/kenji.webp']);
    await expect(page.getByRole('radio', { name: 'kenji.webp' })).toBeVisible();
    for (const tool of ['Compare', 'Framing', 'Light', 'Strength']) {
      await page.getByRole('radio', { name: tool, exact: true }).check();
      expect(await findings(page, ['light'])).toEqual([]);
    }
    await page
      .getByRole('group', { name: 'Background' })
      .getByRole('radio', { name: 'Gradient' })
      .check();
    expect(await findings(page, ['dark'])).toEqual([]);
  });

  test("on the router's error page, with the report open", async ({ page, problems }) => {
    problems.forgive(/Failed to (load|fetch)|ERR_FAILED|dynamically imported module/);
    await page.route(/\/assets\/pricing-.*\.js$/, (route) => route.abort());
    await page.goto('/pricing');
    await page.getByText('What to send us').click();
    expect(await findings(page)).toEqual([]);
  });
});
