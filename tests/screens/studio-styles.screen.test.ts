import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { GROUND_PICTURE } from '../../renderer/core/ground-picture.ts';
import {
  button,
  expectCount,
  expectLinkTo,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
} from '../support/screens/index.ts';
import { plainPicture } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';
import {
  analyse,
  photo,
  radio,
  redo,
  refusing,
  rendered,
  stage,
  undo,
} from '../support/screens/studio.ts';

describe('a background', () => {
  /** Puts a file into the hidden input of 'Your own picture'. */
  const give = async (file: File): Promise<void> => {
    await userEvent.upload(page.getByLabelText('Your own picture as background'), file);
  };

  test('is a picture of one’s own, until a colour takes its place', async () => {
    const { ports } = await analyse();
    const kept = async (): Promise<string | undefined> =>
      (await ports.store.listAll('drafts', 'any'))[0]?.options.backdropPicture;
    await give(new File([await plainPicture('teal')], 'beach.png', { type: 'image/png' }));
    await expectVisible(button('Another picture'));
    await expect.poll(kept).toMatch(GROUND_PICTURE);
    expect(Object.values(localStorage).join()).not.toContain('backdropPicture');
    expect(await findings()).toEqual([]);
    await undo().click();
    await expectVisible(button('Your own picture'));
    await redo().click();
    await page.getByRole('button', { name: 'Petrol' }).click();
    await expectVisible(button('Your own picture'));
    await expect.poll(kept).toBeUndefined();
  });

  test('of a file that is no picture: it gets a sentence, and all stays as it was', async () => {
    await openApp('/customize', refusing('photo-empty'));
    await give(new File(['?'], 'notes.png', { type: 'image/png' }));
    await expectVisible(page.getByText('This file is empty.'));
    await expectVisible(button('Your own picture'));
  });
});

test('a look is kept by a name for the next photo, and forgotten', async () => {
  await analyse(['ada.png', 'large-ben.png']);
  await radio('Style', 'Artistic').click({ force: true });
  await button('Save as preset').click();
  const dialog = page.getByRole('dialog', { name: 'Save as preset' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Team');
  // Another tab saves one, too.
  const other = { name: 'Other', choices: { style: 'modern' } };
  localStorage.setItem('likeness.presets', JSON.stringify([other]));
  await userEvent.keyboard('{Enter}');
  await expectCount(page.getByRole('dialog'), 0);
  await photo('large-ben.png').click({ force: true });
  await radio('Style', 'Modern').click({ force: true });
  await button('Team').click();
  await expect.element(radio('Style', 'Artistic')).toBeChecked();
  await undo().click();
  await expect.element(radio('Style', 'Modern')).toBeChecked();
  await button('Forget Team').click();
  await expectCount(button('Team'), 0);
  await expectVisible(button('Other'));
});

test('on a phone the styles stand whole above the dock, without scrolling', async () => {
  await page.viewport(390, 844);
  await analyse();
  scrollTo(0, 0);
  const dock = main().getByRole('link', { name: 'Proceed to Secure Payment' }).first().element();
  await expect
    .poll(() => radio('Style', 'Realistic').element().getBoundingClientRect().bottom)
    .toBeLessThan(dock.getBoundingClientRect().top);
  // The photo's caption is whole as well.
  const caption = stage().getByText('on this device only').element().closest('p');
  expect(caption?.scrollWidth).toBe(caption?.clientWidth);
});

describe('a premium style', () => {
  const comic = (): Locator => page.getByRole('radio', { name: /^Comic/ });

  test('stands after the six, says what it comes with, and is previewed for free', async () => {
    await analyse();
    const styles = page.getByRole('group', { name: 'Style' }).getByRole('radio');
    expect(styles.elements().findIndex((one) => one === comic().element())).toBeGreaterThan(5);
    await expect.element(comic()).toHaveAccessibleName('Comic Comic comes with Creator and Pro.');
    await comic().click();
    await rendered();
    await expectVisible(page.getByRole('img', { name: 'You in the style Comic' }));
    await expectVisible(main().getByText('Preview it for free'));
    await expectLinkTo('/pricing?style=comic');
    expect(await findings()).toEqual([]);
  });

  test('leads a Basic buyer to the plans, not to a batch', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await comic().click();
    await rendered();
    await expectCount(button('Generate avatars'), 0);
    await main().getByRole('link', { name: 'See the plans' }).click();
    await expectPath('/pricing?style=comic');
    await expect
      .element(main().getByRole('status'))
      .toHaveTextContent('Comic comes with Creator and Pro.');
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Back to your photo' }).click();
    await expect.element(comic()).toBeChecked();
  });

  test('among others in the dialog leads there, too; without it the batch begins', async () => {
    await analyse(['ada.png'], { rows: paid('basic').rows });
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByRole('radio', { name: 'My choice' }).click();
    const box = dialog.getByRole('checkbox', { name: /^Comic/ });
    await box.click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('Comic comes with Creator and Pro.');
    await expectCount(dialog.getByRole('button', { name: /^Generate / }), 0);
    expect(await findings()).toEqual([]);
    await dialog.getByRole('radio', { name: 'A mix' }).click();
    await expectVisible(dialog.getByRole('button', { name: /^Generate / }));
  });

  test('is made with Creator, unmarked', async () => {
    await analyse(['ada.png'], { rows: paid('creator').rows });
    await expect.element(comic()).toHaveAccessibleName('Comic');
    // Who has credits isn't sent to pay.
    await expectCount(page.getByRole('link', { name: 'Proceed to Secure Payment' }), 0);
    await expect
      .element(main().getByRole('link', { name: 'Get more credits' }).first())
      .toHaveAttribute('href', '/pricing');
    await comic().click();
    await rendered();
    await button('Generate avatars').click();
    const dialog = page.getByRole('dialog', { name: 'Generate avatars' });
    await dialog.getByLabelText('How many').fill('1');
    await dialog.getByRole('button', { name: 'Generate 1 avatar' }).click();
    await expectPath('/dashboard');
    await expectCount(main().getByText('Ready', { exact: true }), 1);
  });

  test('is named before a plan without it is paid for, and not before one with it', async () => {
    await analyse();
    await comic().click();
    await rendered();
    await main().getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
    await page.getByRole('article', { name: 'Basic' }).getByRole('link').click();
    await expectPath('/payment?plan=basic&priceSOL=1.2');
    const note = main().getByText('Comic comes with Creator and Pro.');
    await expectVisible(note);
    expect(await findings(['light'])).toEqual([]);
    await main().getByRole('link', { name: 'Back to Pricing' }).click();
    await page.getByRole('article', { name: 'Creator' }).getByRole('link').click();
    await expectPath('/payment?plan=creator&priceSOL=3.5');
    await expectVisible(main().getByText('Use Sandbox Wallet'));
    await expectCount(note, 0);
  });
});
