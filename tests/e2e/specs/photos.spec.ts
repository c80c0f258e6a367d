import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { addPhotos } from '../pages/studio.ts';
import { expect, test } from '../support/visit.ts';

/**
 * Real photographs aren't part of the project. If there are any, they are in a folder beside it.
 */
const PHOTOS = join(import.meta.dirname, '../../../../shared/photos');
test('section 5: upload: a photo of a cat is refused by name, and another can be chosen', async ({
  page,
}) => {
  const cat = join(PHOTOS, 'chelsea.png');
  test.skip(!existsSync(cat), 'chelsea.png is not here');
  await page.goto('/customize');
  await addPhotos(page, cat);
  await expect(page.getByRole('alert')).toContainText('We couldn’t find a face in this picture.');
  await expect(page.getByRole('button', { name: 'Choose another photo' })).toBeEnabled();
});
