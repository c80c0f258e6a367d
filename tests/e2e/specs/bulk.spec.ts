import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { minutes } from '../../support/timeouts.ts';
import { addPhotos } from '../pages/avatar-creator.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import { photosStored } from '../support/stored.ts';
import { expect, savedBy, test } from '../support/visit.ts';

const PEOPLE = ['amara', 'finn'];

test('a folder goes through: read, refused with a reason, made over a reload, and saved as a ZIP', async ({
  page,
}, info) => {
  test.setTimeout(minutes(3)); // Four pictures by the real engine, which starts cold twice.
  const folder = info.outputPath('people');
  for (const name of PEOPLE)
    await cp(`resources/people/${name}.webp`, join(folder, `${name}.webp`));
  await writeFile(join(folder, 'torn.jpg'), 'not a picture');
  await writeFile(join(folder, 'notes.txt'), 'not a photo');
  await seedPlan(page, 'pro');
  await page.goto('/bulk');
  await addPhotos(page, folder, 'Choose a folder');
  const people = page.getByRole('list', { name: 'People' });
  await expect(people.getByRole('listitem')).toHaveText([/^amara/, /^finn/]);
  await expect(page.getByText('1 photo can’t be used')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'torn.jpg' })).toBeVisible();

  await page.getByRole('checkbox', { name: 'Modern' }).check();
  await expect(page.getByText('Uses 4 of 11,200 credits.')).toBeVisible();
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText(/^Under way: /)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Done: 4 of 4 made')).toBeVisible({ timeout: minutes(2) });
  await expect(page.getByRole('region', { name: 'Report' })).toContainText('amara2 of 2');
  await expect.poll(() => photosStored(page)).toMatchObject({ photos: 0, drafts: 0 });

  const download = await savedBy(page.getByRole('button', { name: 'Save all 4' }));
  const zip = (await readFile(await download.path())).toString('latin1');
  for (const name of PEOPLE)
    for (const style of ['Realistic', 'Modern']) expect(zip).toContain(`${name}_${style}`);
  for (const name of ['report.html', 'report.json']) expect(zip).toContain(name);
});
