import { readFile } from 'node:fs/promises';

import { storedFiles } from '../../support/stored-zip.ts';
import { SEEDED_MARKER, seedLibrary } from '../support/seeded-library.ts';
import { expect, savedBy, test } from '../support/visit.ts';

test('section 2: several avatars are saved as one zip, with the pictures as they are kept, under their names', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=settings');
  await seedLibrary(page, 4);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  for (const name of ['Realistic 1', 'Realistic 2', 'Realistic 4'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await expect(bar.getByText('3 chosen')).toBeVisible();
  await expect(bar.getByText(/drag one of them/)).toHaveCount(0);
  const file = await savedBy(bar.getByRole('button', { name: 'Save 3 avatars' }));
  expect(file.suggestedFilename()).toBe('Likeness avatars.zip');
  await expect(bar.getByText('3 avatars saved.')).toBeVisible();
  const files = storedFiles(await readFile(await file.path()));
  expect([...files.keys()]).toEqual([
    'Realistic_1_avatar_hd.png',
    'Realistic_2_avatar_hd.png',
    'Realistic_4_avatar_hd.png',
  ]);
  const contents = [...files.values()].map((bytes) => bytes.toString('latin1'));
  for (const content of contents)
    expect([content.slice(1, 4), content.slice(-SEEDED_MARKER.length)]).toEqual([
      'PNG',
      SEEDED_MARKER,
    ]);
  expect(new Set(contents).size).toBe(3);
});
