import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { ANIMATIONS_OF_CREATOR } from '../../renderer/core/animations.ts';
import { ledgerRow } from '../../renderer/core/credits.ts';
import { createGate } from '../../renderer/core/gate.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import {
  button,
  expectCount,
  expectLink,
  expectSaved,
  findings,
  openApp,
  type App,
} from '../support/screens/index.ts';
import { movingPorts } from '../support/screens/picture-engine.ts';
import { animatable, avatars, paid } from '../support/screens/rows.ts';

const dialog = (): Locator => page.getByRole('dialog', { name: 'Animate Realistic 1' });

const ports = (device: Ports): Partial<Ports> => movingPorts(device, ['turned']);

/** Opens the dialog on an avatar whose photo is kept, with a plan if one is given. */
async function openAnimate(plan?: 'creator' | 'pro', given = ports): Promise<App> {
  const rows = [...(await animatable()), ...(plan ? paid(plan).rows : [])];
  const app = await openApp('/avatar/101', { rows, ports: given });
  await button('Animate').click();
  return app;
}

test('without a plan the loop is a preview, and leads to the plans', async () => {
  await openAnimate();
  await expect.element(dialog().getByRole('button', { name: 'Play' })).toBeEnabled();
  await expect.element(dialog()).toHaveTextContent('Saving it comes with Creator and Pro.');
  await expect.element(dialog()).toHaveTextContent('The face is turned already');
  await expectLink('See the plans', '/pricing', dialog());
  await expectCount(dialog().getByRole('button', { name: /^Save/ }), 0);
  expect(await findings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Animate')).toHaveFocus();
});

test('with Creator it is saved as an MP4, counted once, and paused and cancelled on the way', async () => {
  const frames = createGate();
  const { device } = await openAnimate('creator', (device) =>
    movingPorts(device, ['turned'], () => frames.turn()),
  );
  await dialog().getByRole('radio', { name: 'Lively' }).click();
  await dialog().getByRole('radio', { name: '480 px' }).click();
  await expect.element(dialog()).toHaveTextContent('260 living avatars are left');
  await expect
    .element(dialog().getByRole('button', { name: 'Save as MP4' }))
    .toBeInViewport({ ratio: 1 });
  frames.hold();
  await dialog().getByRole('button', { name: 'Save as MP4' }).click();
  await dialog().getByRole('button', { name: 'Pause saving' }).click();
  await expectCount(
    dialog()
      .getByRole('status')
      .filter({ hasText: /^Paused$/ }),
    1,
  );
  // What is chosen is only held; what isn't can't be chosen now.
  const lines = ['480 px', '720 px'].map((name) => {
    const words = dialog().getByRole('radio', { name }).element().nextElementSibling;
    return words && getComputedStyle(words).textDecorationLine;
  });
  expect(lines).toEqual(['none', 'line-through']);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  frames.go();
  await expect.element(dialog()).toHaveTextContent('260 living avatars are left');
  expect(device.saved).toEqual([]);
  await dialog().getByRole('button', { name: 'Save as MP4' }).click();
  await expectSaved(device, ['Realistic_1_living.mp4']);
  expect(device.saved[0]?.content.type).toBe('video/mp4');
  await expect.element(dialog()).toHaveTextContent('You already have this one');
  expect(await findings()).toEqual([]);
  // What was chosen is still chosen when it is opened again.
  await userEvent.keyboard('{Escape}');
  await button('Animate').click();
  await expect.element(dialog().getByRole('radio', { name: 'Lively' })).toBeChecked();
  await expect.element(dialog().getByRole('radio', { name: '480 px' })).toBeChecked();
});

test('closed while a save is paused, the save ends; one that a dead page cut short is offered again', async () => {
  const frames = createGate();
  const app = await openAnimate('creator', (device) =>
    movingPorts(device, [], () => frames.turn()),
  );
  const unfinished = (): string | null => localStorage.getItem('likeness.animation');
  const chosen = ['Lively', '480 px', 'WebM'];
  for (const name of chosen) await dialog().getByRole('radio', { name }).click();
  await expect.element(dialog().getByRole('button', { name: 'Play' })).toBeEnabled();
  frames.hold();
  await dialog().getByRole('button', { name: 'Save as WebM' }).click();
  await dialog().getByRole('button', { name: 'Pause saving' }).click();
  frames.go();
  await expect.element(dialog()).toHaveTextContent(/Paused, [1-9]/);
  const cutShort = unfinished() ?? '';
  expect(cutShort).toContain('webm');
  await userEvent.keyboard('{Escape}');
  await expect.poll(unfinished).toBe('null');

  localStorage.setItem('likeness.animation', cutShort); // As a page that dies leaves it.
  const { device } = await app.reopen();
  await button('Animate').click();
  await expect.element(dialog()).toHaveTextContent('Saving this was cut short. Nothing was lost');
  for (const name of chosen)
    await expect.element(dialog().getByRole('radio', { name })).toBeChecked();
  await expect.element(dialog()).toHaveTextContent('260 living avatars are left');
  await dialog().getByRole('button', { name: 'Save as WebM' }).click();
  await expectSaved(device, ['Realistic_1_living.webm']);
  await expect.element(dialog()).toHaveTextContent('You already have this one');
  await expect.element(dialog()).not.toHaveTextContent('cut short');
  expect(unfinished()).toBe('null');
});

test('a preview that is complete is not made again after a save', async () => {
  let chunks = 0;
  const { device } = await openAnimate('creator', (device) =>
    movingPorts(device, [], () => {
      chunks += 1;
      return Promise.resolve();
    }),
  );
  await expect.element(dialog().getByRole('button', { name: 'Play' })).toBeEnabled();
  const preview = chunks;
  await dialog().getByRole('button', { name: 'Save as MP4' }).click();
  await expectSaved(device, ['Realistic_1_living.mp4']);
  await expect.element(dialog()).toHaveTextContent('You already have this one');
  // Takes longer than a new preview would wait.
  expect(await findings()).toEqual([]);
  expect(chunks).toBe(2 * preview);
});

test('where none is left of the plan, it says so and leads to the plans', async () => {
  const used = Array.from({ length: ANIMATIONS_OF_CREATOR }, (_, k) => `animation:${String(k)}`);
  const { order, rows } = paid('creator');
  await openApp('/avatar/101', {
    rows: [
      ...(await animatable()),
      ...rows,
      ...used.map((id) => ({
        table: 'ledger' as const,
        put: ledgerRow(order, 'animate', id, id, 1),
      })),
    ],
    ports,
  });
  await button('Animate').click();
  await expect.element(dialog()).toHaveTextContent('No living avatars are left in your plan.');
  await expect.element(dialog().getByRole('button', { name: 'Save as MP4' })).toBeDisabled();
  await expectLink('See the plans', '/pricing', dialog());
});

test('a premium animation is chosen by anyone, shown marked, and saved with Pro alone', async () => {
  await openAnimate('creator');
  await dialog().getByRole('radio', { name: 'Premium' }).click();
  await expect.element(dialog()).toHaveTextContent('Saving it comes with Pro.');
  await expectCount(dialog().getByRole('button', { name: /^Save as/ }), 0);
  await dialog().getByRole('checkbox', { name: 'Ink' }).click();
  await dialog().getByRole('checkbox', { name: 'Pixel' }).click();
  await expect.element(dialog()).toHaveTextContent('Realistic → Ink → Pixel → Realistic');
  for (const name of ['Artistic', 'Minimalist', 'Creative'])
    await dialog().getByRole('checkbox', { name }).click();
  await expect.element(dialog().getByRole('checkbox', { name: 'Comic' })).toBeDisabled();
  await expect.element(dialog().getByRole('button', { name: /Play|Pause/ })).toBeEnabled();
  expect(await findings()).toEqual([]);
  await dialog().getByRole('radio', { name: 'Loop' }).click();
  await expect.element(dialog().getByRole('button', { name: 'Save as MP4' })).toBeEnabled();
});

test('with Pro a premium animation is saved in full, and known again', async () => {
  const { device } = await openAnimate('pro');
  await dialog().getByRole('radio', { name: 'Premium' }).click();
  await dialog().getByRole('radio', { name: '4 s' }).click();
  await dialog().getByRole('radio', { name: 'Around' }).click();
  await dialog().getByRole('radio', { name: '480 px' }).click();
  await dialog().getByRole('radio', { name: 'WebM' }).click();
  await expect.element(dialog()).toHaveTextContent('A video of 4 seconds that ends as it begins.');
  await dialog().getByRole('button', { name: 'Save as WebM' }).click();
  await expectSaved(device, ['Realistic_1_living.webm']);
  await expect.element(dialog()).toHaveTextContent('96 frames');
  await expect.element(dialog()).toHaveTextContent('You already have this one');
});

test('without its photo it says why, and leads to adding it again', async () => {
  await openApp('/avatar/101', { rows: await avatars(1) });
  await button('Animate').click();
  await expect
    .element(dialog())
    .toHaveTextContent('The photo that this was made from isn’t on this device any more');
  await expectLink(
    'Add the photo again in this style',
    '/customize?style=realistic&background=none',
    dialog(),
  );
});

test('a browser without a video encoder says so, and saves as WebP and GIF', async () => {
  const encoder = VideoEncoder;
  Reflect.deleteProperty(globalThis, 'VideoEncoder');
  try {
    const { device } = await openAnimate('creator');
    await dialog().getByRole('radio', { name: '480 px' }).click();
    await expect.element(dialog()).toHaveTextContent('This browser can’t make MP4 or WebM videos');
    await expectCount(dialog().getByRole('radio', { name: /^(MP4|WebM)$/ }), 0);
    await dialog().getByRole('button', { name: 'Save as WebP' }).click();
    await expectSaved(device, ['Realistic_1_living.webp']);
  } finally {
    Object.assign(globalThis, { VideoEncoder: encoder });
  }
});
