import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { fitPicture } from '../../renderer/chain/media/fit-picture.ts';
import { createGate } from '../../renderer/core/gate.ts';
import { markedAsGenerated } from '../../renderer/core/generated-mark.ts';
import { LOOKS } from '../../renderer/core/looks.ts';
import type { Engines } from '../../renderer/ports/engines.ts';
import type { Ports } from '../../renderer/ports/index.ts';
import { engineFailure, FakeEngines, type EngineAnswer } from '../support/fake-engines.ts';
import { analyse, photo, radio } from '../support/screens/avatar-creator.ts';
import {
  button,
  dialog,
  expectCount,
  expectLinkTo,
  expectVisible,
  findings,
  main,
  type App,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';
import { GENESIS } from '../support/scripted-chain.ts';

const runs = () => page.getByRole('list', { name: 'Your looks' });
const look = (name: string) => radio('Look', name);

/** The Avatar Creator with a photo, its looks open, and an engine that answers so. */
async function open(
  answers: readonly EngineAnswer[] = [],
  {
    plan = 'pro',
    change,
    engines,
    photos = ['ada.png'],
  }: {
    readonly photos?: readonly string[];
    readonly plan?: 'none' | 'basic' | 'pro';
    readonly change?: (host: FakeEngines) => void;
    readonly engines?: Ports['engines'];
  } = {},
): Promise<{ readonly app: App; readonly host: FakeEngines }> {
  const host = new FakeEngines();
  host.answers.push(...answers);
  change?.(host);
  const app = await analyse(photos, {
    rows: plan === 'none' ? [] : paid(plan).rows,
    ports: () => ({ engines: engines ?? (() => Promise.resolve(host.of('edits'))) }),
  });
  await radio('How the picture is made', 'Looks').click({ force: true });
  return { app, host };
}

/** An engine that edits, whose first look fails, and one that only paints; `probed` holds their answer to a probe. */
async function openTwo() {
  const host = new FakeEngines();
  const probed = createGate();
  const own = host.of('edits');
  const engines: Engines = {
    ...own,
    list: () => Promise.resolve([host.known('edits'), { ...host.known('sdapi'), name: 'painter' }]),
    probe: (...asked) => probed.turn().then(() => own.probe(...asked)),
  };
  host.answers.push(engineFailure('moderation', 'No uniforms'));
  const { app } = await open([], { engines: () => Promise.resolve(engines) });
  return { app, host, probed };
}

/** Puts a photo on the stage. */
const show = async (name: string): Promise<void> => {
  await photo(name).click({ force: true });
  await expect.element(photo(name)).toBeChecked();
};
const ask = async (): Promise<void> => {
  await button('Make this look').click();
};

describe('looks', () => {
  test('show the words that are sent, and ask before the first photo; the first answer is no', async () => {
    const { app, host } = await open([], { change: (host) => (host.allowed = undefined) });
    await expectCount(page.getByRole('group', { name: 'Look' }).getByRole('radio'), 21);
    await expectVisible(main().getByText(LOOKS[0]?.text.instruction ?? ''));
    expect(await findings()).toEqual([]);
    await ask();
    const question = dialog('Send your photo to own?');
    await expectVisible(question);
    await expectVisible(question.getByText(/127\.0\.0\.1:8000, on this computer/));
    await expect.element(question.getByRole('button', { name: 'Don’t send it' })).toHaveFocus();
    expect(await findings()).toEqual([]);
    await question.getByRole('button', { name: 'Don’t send it' }).click();
    expect(host.asked).toEqual([]);
    expect(await app.ports.store.listAll('looks', GENESIS)).toEqual([]);

    await ask();
    await question.getByRole('button', { name: 'Send my photos there' }).click();
    await expectVisible(runs().getByText('It is in your library.'));
    expect(host.asked.map(({ text }) => text)).toEqual([LOOKS[0]?.text.instruction]);
  });

  test('are kept as avatars that say what made them', async () => {
    await open();
    await look('Doctor').click({ force: true });
    await ask();
    await runs().getByText('It is in your library.').click();
    await expectVisible(page.getByRole('heading', { name: 'Doctor 1' }));
    await expectVisible(main().getByText('Generated with own'));
    await expectVisible(main().getByText(/It can’t be animated/));
    await expectCount(button('Animate'), 0);
    await expectCount(button('This cut-out is wrong'), 0);
    expect(await findings()).toEqual([]);
  });

  test('that may be somebody else are decided beside the photo', async () => {
    await open(['unsure', 'unsure'], { photos: ['ada.png', 'mary.png'] });
    await show('mary.png');
    await ask();
    await expectVisible(runs().getByText(/It may be somebody else\. Is it you\?/));
    // Whichever is on the stage.
    await show('ada.png');
    await expectVisible(runs().getByRole('img', { name: 'Your photo' }));
    await show('mary.png');
    expect(await findings()).toEqual([]);
    await runs().getByRole('button', { name: 'Keep' }).click();
    await expectVisible(runs().getByText('It is in your library.'));
    await ask();
    await runs().getByRole('button', { name: 'Discard' }).click();
    await expectCount(runs().getByRole('listitem'), 1);
  });

  test('in one’s own words are sent as they were written', async () => {
    const { host } = await open();
    await look('Your own words').click({ force: true });
    await expect.element(button('Make this look')).toBeDisabled();
    const words = page.getByLabelText('What should change, in English');
    await words.fill('A red hat.');
    await page.getByRole('radio', { name: 'Styles', exact: true }).click();
    await page.getByRole('radio', { name: 'Looks', exact: true }).click();
    await look('Your own words').click({ force: true });
    await expect.element(words).toHaveValue('A red hat.');
    await ask();
    await expectVisible(runs().getByText('It is in your library.'));
    expect(host.asked[0]?.text).toMatch(/^A red hat\. Keep the same person/);
  });

  test.for([
    [0, 'own is making the picture'],
    [3, 'Place 3 in the queue of own'],
  ] as const)('at place %i say so, and can be cancelled', async ([place, words]) => {
    const { host } = await open(['hold'], { change: (host) => (host.queuePlace = place) });
    await ask();
    await expectVisible(runs().getByText(words));
    await runs().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => host.cancelled).toBe(1);
    await expectCount(runs(), 0);
  });

  test('that fail say why, and nothing is asked for twice unasked', async () => {
    const { host } = await open([
      engineFailure('moderation', 'No uniforms'),
      engineFailure('lost-after-sending'),
    ]);
    await ask();
    await expectVisible(runs().getByText(/safety check refused the picture/));
    await expectVisible(runs().getByText('No uniforms'));
    host.silent = true;
    await runs().getByRole('button', { name: 'Try again' }).click();
    await expectVisible(runs().getByText(/Start it, and check its address\. It says: no route/));
    host.silent = false;
    await runs().getByRole('button', { name: 'Try again' }).click();
    await expectVisible(runs().getByText(/may charge for it/));
    expect(host.asked).toHaveLength(2);
    await runs().getByRole('button', { name: 'Ask again' }).click();
    await expectVisible(runs().getByText('It is in your library.'));
    expect(host.asked).toHaveLength(3);
  });

  test('of which none is the person show every picture and why', async () => {
    await open(['other', 'two', 'other']);
    await ask();
    await expectVisible(runs().getByText(/None of the pictures shows you/));
    await runs().getByText('3 pictures were rejected').click();
    await expectCount(runs().getByText('It shows somebody else.'), 2);
    await expectVisible(runs().getByText('It shows several faces.'));
    expect(await findings()).toEqual([]);
  });

  test('of an engine that lacks something aren’t asked for', async () => {
    const { host } = await open([], {
      change: (host) => (host.missing = ['it lacks the node A', 'it lacks the node B']),
    });
    await ask();
    await expectVisible(main().getByText('it lacks the node A; it lacks the node B'));
    expect(host.asked).toEqual([]);
  });

  test('can be tried once for a photo without the plan, with a watermark', async () => {
    const { host } = await open([], { plan: 'basic' });
    await button('Try this look').click();
    await expectVisible(runs().getByRole('img', { name: 'LinkedIn classic 1, as a preview' }));
    await expectVisible(main().getByText(/This photo had the one look/));
    await expectLinkTo('/pricing');
    await runs().getByRole('button', { name: 'Discard' }).click();
    await expectCount(runs(), 0);
    await expectCount(button('Try this look'), 0);
    expect(host.asked).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  test('that were tried are made once they are bought', async () => {
    const { app } = await open([], { plan: 'none' });
    await button('Try this look').click();
    await expectVisible(runs().getByRole('link', { name: 'See the plans' }));
    await app.ports.store.write(paid('pro').rows);
    await runs().getByRole('button', { name: 'Make this look' }).click();
    await expectVisible(runs().getByText('It is in your library.'));
    await expectCount(runs().getByRole('listitem'), 1);
  });

  test('are made again of their own photo, whichever is on the stage', async () => {
    const { app } = await open([engineFailure('moderation', 'No uniforms')], {
      photos: ['ada.png', 'mary.png'],
    });
    await show('mary.png');
    await ask();
    await expectVisible(runs().getByText('No uniforms'));
    const looks = () => app.ports.store.listAll('looks', GENESIS);
    const [before] = await looks();
    await show('ada.png');
    await runs().getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await looks()).length).toBe(2);
    expect((await looks()).map(({ draftId }) => draftId)).toEqual(
      Array.from({ length: 2 }, () => before?.draftId),
    );
  });

  test('are asked of the engine that was chosen, though another one is chosen meanwhile', async () => {
    const { host, probed } = await openTwo();
    host.allowed = undefined;
    probed.hold();
    await ask();
    await radio('Engine', 'painter').click({ force: true });
    probed.go();
    await dialog('Send your photo to own?')
      .getByRole('button', { name: 'Send my photos there' })
      .click();
    await expectVisible(runs().getByText('No uniforms'));
    expect(host.asked.map(({ engine }) => engine)).toEqual(['own']);
    // The painter can't make this look.
    await runs().getByRole('button', { name: 'Try again' }).click();
    await expectVisible(runs().getByText('It is in your library.'));
    expect(host.asked.map(({ engine }) => engine)).toEqual(['own', 'own']);
  });

  test('go to the engine that was chosen last, which says what it can make', async () => {
    const { app } = await openTwo();
    await expect.element(radio('Engine', 'own')).toBeChecked();
    await radio('Engine', 'painter').click({ force: true });
    app.go('/dashboard');
    await expectVisible(page.getByRole('heading', { name: 'My Dashboard' }));
    app.go('/customize');
    await radio('How the picture is made', 'Looks').click({ force: true });
    await expect.element(radio('Engine', 'painter')).toBeChecked();
    await expectVisible(main().getByText(/only these looks: Oil portrait, Comic hero,? and Anim/));
  });

  test('keep the mark of a generated picture when they are minted', async () => {
    const plain = await plainPicture('teal', 'image/png', 1_200);
    const isMarked = async (file: Blob): Promise<boolean> =>
      (await file.text()).includes('trainedAlgorithmicMedia');
    const marked = new Blob([
      new Uint8Array(markedAsGenerated(new Uint8Array(await plain.arrayBuffer()))),
    ]);
    const minted = await fitPicture(marked, 40_000);
    expect(minted.type).toBe('image/webp');
    expect(minted.size).toBeLessThanOrEqual(40_000);
    expect(await isMarked(minted)).toBe(true);
    expect(await isMarked(await fitPicture(plain, 40_000))).toBe(false);
  });

  test('need an engine that is set up', async () => {
    const host = new FakeEngines();
    await open([], { engines: () => Promise.resolve(host.of('edits', false)) });
    await expectVisible(main().getByText('No engine is set up yet.'));
    await expectLinkTo('/dashboard?tab=settings#engines');
  });
});

test('a page that reaches no engine says that the desktop app does', async () => {
  await analyse();
  await radio('How the picture is made', 'Looks').click({ force: true });
  await expectVisible(main().getByText(/The desktop app can/));
  expect(await findings()).toEqual([]);
});
