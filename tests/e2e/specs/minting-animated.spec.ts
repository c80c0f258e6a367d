import { writeFile } from 'node:fs/promises';

import { ffprobe, probe } from '../../engine/ffprobe.ts';
import { minutes } from '../../support/timeouts.ts';
import { addPhotos, makeOne } from '../pages/avatar-creator.ts';
import { MintingPage } from '../pages/minting.ts';
import { answerWallet } from '../pages/payment.ts';
import { seedPlan } from '../support/seeded-plan.ts';
import { expect, test } from '../support/visit.ts';

const FREE_BYTES = 107_520;

test('an avatar is minted animated: still and loop are on the gateway, within its free size', async ({
  page,
  sandbox,
}, testInfo) => {
  test.setTimeout(minutes(3)); // A picture, a loop of 96 frames, and a mint until it is final.
  await seedPlan(page, 'creator');
  await page.goto('/customize');
  await addPhotos(page, 'resources/people/amara.webp');
  await makeOne(page);

  const minting = new MintingPage(page);
  const { items } = sandbox.gateway.counts;
  await minting.open('?avatar=101');
  await page.getByRole('main').getByRole('button', { name: 'Use Sandbox Wallet' }).click();
  await page.getByRole('button', { name: 'Bring it along' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Animated' }).check();
  await expect(page.getByText('260 living avatars are left in your plan')).toBeVisible();
  await expect(page.getByText(/480\s×\s480 pixels, made to fit the 105\sKB/)).toBeVisible();
  await minting.askForMint();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible({ timeout: minutes(1) });
  expect(sandbox.gateway.counts.items).toBe(items);
  await answerWallet(page, 'Approve');
  await expect(minting.success).toBeVisible();
  expect(sandbox.gateway.counts.items).toBe(items + 3);

  const [picture, animation, metadata] = [
    await minting.value('Picture'),
    await minting.value('Animation'),
    await minting.value('Metadata'),
  ];
  expect(await (await fetch(metadata)).json()).toMatchObject({
    image: picture,
    animation_url: animation,
    properties: {
      files: [
        { uri: picture, type: 'image/webp' },
        { uri: animation, type: 'video/mp4' },
      ],
      category: 'video',
    },
  });
  const answer = await fetch(animation);
  expect(answer.headers.get('content-type')).toBe('video/mp4');
  const file = Buffer.from(await answer.arrayBuffer());
  expect(file.length).toBeLessThanOrEqual(FREE_BYTES);
  // A much smaller file would waste most of the free bytes, at the cost of quality.
  expect(file.length).toBeGreaterThan(FREE_BYTES / 3);
  for (const name of ['Likeness', 'likeness']) expect(file.includes(name)).toBe(false);
  if (!ffprobe) return;
  const path = testInfo.outputPath('loop.mp4');
  await writeFile(path, file);
  expect(probe(path).streams).toMatchObject([
    { codec_type: 'video', width: 480, height: 480, nb_read_frames: '96', r_frame_rate: '24/1' },
  ]);
});
