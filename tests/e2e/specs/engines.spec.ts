import type { Page } from '@playwright/test';

import { openPainter, type Painter } from '../../engines/painter.ts';
import {
  openComfy,
  openEdits,
  openSdapi,
  openSdcpp,
  type StandIn,
} from '../../engines/stand-in.ts';
import { person } from '../../studio/likeness.ts';
import { minutes } from '../../support/timeouts.ts';
import { tryAmara } from '../pages/avatar-creator.ts';
import { expect, test } from '../support/visit.ts';

let painter: Painter;
test.beforeAll(async () => {
  painter = await openPainter(person('rafael'));
});
test.afterAll(() => painter.close());

const KINDS: readonly (readonly [
  name: string,
  look: string,
  key: string,
  open: (key: string) => Promise<StandIn>,
])[] = [
  ['images', 'LinkedIn classic', 'secret-key', (key) => openEdits(painter, key)],
  ['comfyui', 'Garden', '', () => openComfy(painter)],
  ['sd-cpp', 'In the city', '', () => openSdcpp(painter)],
  ['automatic1111', 'Oil portrait', 'me:secret', (key) => openSdapi(painter, key)],
];

/** The bytes of photos that an engine got, in a form or as Base64. */
const photosAt = ({ seen }: StandIn): number =>
  seen.filter(
    ({ method, path, files }) => method === 'POST' && (files.length > 0 || /img/.test(path)),
  ).length;

/** Every host that the page itself asks. */
function hostsOf(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => void hosts.add(new URL(request.url()).host));
  return hosts;
}

for (const [name, look, key, open] of KINDS)
  // One protocol stands for the way through the app; the others' own tests are units and the studio's.
  test(`an engine of the user’s own makes a look, through the local server: ${name}${name === 'images' ? '' : ' @long'}`, async ({
    page,
  }) => {
    test.setTimeout(minutes(3));
    const engine = await open(key);
    const other = await openEdits(painter);
    const hosts = hostsOf(page);
    try {
      await page.goto('/dashboard?tab=settings');
      const section = page.getByRole('region', { name: 'Engines' });
      for (const { address } of [engine, other]) {
        await section.getByLabel('Address of the engine').fill(address);
        const add = section.getByRole('form', { name: 'Add engine' });
        await add.getByLabel('Key (optional)').fill(key);
        await section.getByRole('button', { name: 'Add engine' }).click();
        await expect(section.getByRole('article').filter({ hasText: address })).toContainText(
          'Ready to use',
        );
      }
      const card = section.getByRole('article').filter({ hasText: engine.address });
      await expect(card).toContainText('No photo may be sent to it.');

      await tryAmara(page);
      await page.getByRole('radio', { name: 'Looks' }).check({ force: true });
      await page.getByRole('radio', { name, exact: true }).check({ force: true });
      await page.getByRole('radio', { name: look }).check({ force: true });
      await page.getByRole('button', { name: 'Try this look' }).click();
      const question = page.getByRole('dialog', { name: `Send your photo to ${name}?` });
      await expect(question).toContainText('on this computer');
      await question.getByRole('button', { name: 'Don’t send it' }).click();
      expect([photosAt(engine), photosAt(other)]).toEqual([0, 0]);

      await page.getByRole('button', { name: 'Try this look' }).click();
      await question.getByRole('button', { name: 'Send my photos there' }).click();
      await expect(page.getByText('This is a preview.')).toBeVisible({ timeout: minutes(1) });
      expect([photosAt(engine), photosAt(other)]).toEqual([1, 0]);
      // The page asked its own server, and no engine.
      for (const { address } of [engine, other]) expect(hosts).not.toContain(new URL(address).host);

      await page.getByRole('contentinfo').getByRole('link', { name: 'Trust & Security' }).click();
      const row = page
        .getByRole('region', { name: 'Live request ledger' })
        .getByRole('row')
        .filter({ hasText: new URL(engine.address).host });
      await expect(row).toContainText('Your own engine');
      await expect(row.getByRole('cell', { name: /^[\d,]{4,}$/ }).first()).toBeVisible();

      await page.goto('/dashboard?tab=settings');
      await expect(card).toContainText(
        /Photos may be sent to it\. Sent so far: \d+\sKB of photos\./,
      );
      await card.getByRole('button', { name: 'Allow no more photos' }).click();
      await expect(card).toContainText('No photo may be sent to it.');
      for (const { address } of [engine, other]) {
        const one = section.getByRole('article').filter({ hasText: address });
        await one.getByRole('button', { name: 'Remove' }).click();
        await one.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
        await expect(one).toHaveCount(0);
      }
    } finally {
      await engine.close();
      await other.close();
    }
  });
