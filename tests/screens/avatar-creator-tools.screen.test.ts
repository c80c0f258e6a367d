import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { DRAFT_SCOPE } from '../../renderer/core/drafts.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import { GROUND_PICTURE } from '../../renderer/core/ground-picture.ts';
import { MOST_PRESETS } from '../../renderer/state/drafts/index.ts';
import {
  analyse,
  photo,
  pick,
  radio,
  redo,
  refusing,
  rendered,
  stage,
  tool,
  undo,
} from '../support/screens/avatar-creator.ts';
import {
  button,
  expectCount,
  expectLinkTo,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
  tabTo,
} from '../support/screens/index.ts';
import { plainPicture, withEngine } from '../support/screens/picture-engine.ts';
import { paid } from '../support/screens/rows.ts';

describe('the stage', () => {
  test('says when a picture can’t be made, and tries again', async () => {
    let broken = true;
    await pick(
      ['ada.png'],
      withEngine((engine) => ({
        render: (...asked) =>
          broken ? Promise.reject(new LikenessError('engine-failed')) : engine.render(...asked),
      })),
    );
    await expectVisible(main().getByRole('alert'));
    expect(await findings()).toEqual([]);
    broken = false;
    await button('Try again').click();
    await rendered();
    await expectCount(main().getByRole('alert'), 0);
  });

  test('has nothing that axe finds, with several photos and each of its tools', async () => {
    await analyse(['amara.png', 'kenji.png']);
    for (const name of ['Compare', 'Framing', 'Light', 'Strength', 'Cut-out']) {
      await tool(name).click();
      expect(await findings(['light'])).toEqual([]);
    }
    await radio('Background', 'Gradient').click();
    expect(await findings(['dark'])).toEqual([]);
  });

  test('shows a style and a background of the same name as themselves', async () => {
    await analyse(
      ['ada.png'],
      withEngine((engine) => ({
        render: async (analysis, recipe, options) => ({
          ...(await engine.render(analysis, recipe, options)),
          ...(options.priority === 'chip' && {
            picture: new Blob(
              [
                `<svg xmlns="http://www.w3.org/2000/svg">${recipe.style} on ${recipe.background}</svg>`,
              ],
              { type: 'image/svg+xml' },
            ),
          }),
        }),
      })),
    );
    await radio('Background', 'Gradient').click();
    const shown = async (group: string): Promise<string> => {
      const label = radio(group, 'Professional').element().closest('label');
      const { src = '' } = label?.querySelector('img') ?? {};
      return src && (await fetch(src)).text();
    };
    await expect.poll(() => shown('Style')).toContain('>professional on gradient<');
    await expect.poll(() => shown('Background')).toContain('>realistic on professional<');
  });

  test('takes back style, background and variation, and leaves text alone', async () => {
    await openApp('/customize');
    await radio('Style', 'Modern').click();
    await radio('Background', 'None').click();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Background', 'Professional')).toBeChecked();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Style', 'Realistic')).toBeChecked();
    await userEvent.keyboard('{Control>}y{/Control}');
    await expect.element(radio('Style', 'Modern')).toBeChecked();
    const field = document.createElement('input');
    main().element().append(field);
    await userEvent.type(field, 'a');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(radio('Style', 'Modern')).toBeChecked();
    expect(field.value).toBe('');
  });
});

test('every tool works with the keyboard alone', async () => {
  await analyse();
  const slider = (name: string): Locator => stage().getByRole('slider', { name });
  await tabTo(stage().getByRole('group', { name: 'On the picture' }).getByRole('radio').first());
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.tab({ shift: true });
  await expect.element(stage().getByRole('group', { name: /^Framing/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('+');
  await expect.element(undo()).toHaveAccessibleName('Undo framing');
  await tabTo(slider('Tilt'));
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(slider('Tilt')).toHaveValue('0.5');

  await userEvent.tab({ shift: true });
  await expect.element(slider('Zoom')).toHaveFocus();
  await expect.element(slider('Zoom')).toHaveAttribute('aria-valuetext', '102%');
  // Said by the slider, and not by a live region as well.
  await expectCount(stage().getByRole('status').filter({ hasText: '%' }), 0);

  await tabTo(tool('Framing'));
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.tab({ shift: true });
  const lamp = slider('Direction of the light');
  await expect.element(lamp).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(lamp).toHaveAttribute('aria-valuenow', '140');

  await tabTo(tool('Light'));
  await userEvent.keyboard('{ArrowRight}');
  await tabTo(slider('Strength'));
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(slider('Strength')).toHaveValue('95');

  await tabTo(button('Regenerate Preview'));
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(redo()).toHaveAccessibleName('Redo variation');
});

describe('the cut-out', () => {
  test('is mended by the brush, on the keyboard alone, and what was painted is there after a reload', async () => {
    const app = await analyse();
    await tabTo(stage().getByRole('group', { name: 'On the picture' }).getByRole('radio').first());
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(tool('Cut-out')).toBeChecked();
    const surface = stage().getByRole('group', { name: /^Brush/ });
    await expectVisible(surface.getByRole('img', { name: /^You/ }));
    await userEvent.tab({ shift: true });
    await expect.element(surface).toHaveFocus();
    await userEvent.keyboard('2{ArrowRight} {ArrowDown}{ArrowDown} ');
    await expect.element(radio('The brush', 'Remove')).toBeChecked();
    await expect.element(undo()).toHaveAccessibleName('Undo brush stroke');
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(redo()).toHaveAccessibleName('Redo brush stroke');
    await expect.element(button('Start over')).toBeEnabled();

    await app.reopen();
    await rendered();
    await tool('Cut-out').click();
    await button('Start over').click();
    await expect.element(button('Start over')).toBeDisabled();
    await expect.element(undo()).toHaveAccessibleName('Undo brush stroke');
  });

  test('is looked at closer with two fingers, and painted with one', async () => {
    const { ports } = await analyse();
    await tool('Cut-out').click();
    const surface = stage().getByRole('group', { name: /^Brush/ });
    await expectVisible(surface.getByRole('img', { name: /^You/ }));
    const element = surface.element() as HTMLElement;
    // No real pointer can be captured.
    element.setPointerCapture = () => undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    const fire = (type: string, pointerId: number, aside: number): void =>
      void element.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId,
          pointerType: 'touch',
          clientX: left + width / 2 + aside,
          clientY: top + height / 2,
        }),
      );
    fire('pointerdown', 1, -20);
    fire('pointerdown', 2, 20);
    // Both fingers' moves come before the next frame.
    for (const aside of [30, 40, 50, 60]) {
      fire('pointermove', 1, -aside);
      fire('pointermove', 2, aside);
    }
    await expect.element(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('3');
    fire('pointerup', 1, 0);
    fire('pointerup', 2, 0);

    // One finger paints, also where the browser doesn't list the points between two events.
    const { prototype } = PointerEvent;
    const list = Object.getOwnPropertyDescriptor(prototype, 'getCoalescedEvents');
    Reflect.deleteProperty(prototype, 'getCoalescedEvents');
    onTestFinished(() => void Object.defineProperty(prototype, 'getCoalescedEvents', list ?? {}));
    fire('pointerdown', 1, 0);
    fire('pointermove', 1, 20);
    fire('pointerup', 1, 20);
    await expect
      .poll(async () => (await ports.store.list('drafts', DRAFT_SCOPE))[0]?.options.strokes)
      .toMatchObject([{ points: { length: 4 } }]);
  });

  test('says what is wrong with the cut-out, on the stage and at Pay, until the brush was at work', async () => {
    await analyse(
      ['ada.png'],
      withEngine((engine) => ({
        async render(...asked) {
          const made = await engine.render(...asked);
          return asked[2].draft ? made : { ...made, faults: ['lost-ear'] };
        },
      })),
    );
    const notice = main().getByText('An ear seems to be missing.');
    await expectVisible(notice);
    expect(await findings()).toEqual([]);
    await main().getByRole('link', { name: 'Proceed to Secure Payment' }).first().click();
    await expectPath('/pricing');
    await main().getByRole('link', { name: 'Choose Basic' }).click();
    await expectPath(/^\/payment/);
    await expectVisible(notice);
    await main().getByRole('link', { name: 'Look at the cut-out' }).click();
    await button('Fix with the brush').click();
    const surface = stage().getByRole('group', { name: /^Brush/ });
    await expectVisible(surface.getByRole('img', { name: /^You/ }));
    await surface.click();
    await tool('Compare').click();
    await expectCount(notice, 0);
  });
});

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

test('a look is kept by a name for the next photo, and can be brought back once removed', async () => {
  await analyse(['ada.png', 'large-ben.png']);
  await radio('Style', 'Artistic').click({ force: true });
  await button('Save as preset').click();
  const dialog = page.getByRole('dialog', { name: 'Save as preset' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Team');
  // Another tab saves some, too: as many as there is room for.
  const names = [
    'Other',
    ...Array.from({ length: MOST_PRESETS - 1 }, (_, n) => `Old ${String(n)}`),
  ];
  const others = names.map((name) => ({ name, choices: { style: 'modern' } }));
  localStorage.setItem('likeness.presets', JSON.stringify(others));
  await userEvent.keyboard('{Enter}');
  await expectCount(page.getByRole('dialog'), 0);
  await photo('large-ben.png').click({ force: true });
  await radio('Style', 'Modern').click({ force: true });
  await button('Team').click();
  await expect.element(radio('Style', 'Artistic')).toBeChecked();
  await undo().click();
  await expect.element(radio('Style', 'Modern')).toBeChecked();
  await button('Remove Team').click();
  await expectCount(button('Team'), 0);
  await expectVisible(button('Other'));
  await button('Undo').click();
  await expectVisible(button('Team'));
  await button('Save as preset').click();
  await expectVisible(dialog.getByText('the oldest, Old 21, will be removed', { exact: false }));
  await userEvent.keyboard('{Escape}');
  // A new one ends that, since it may have the same name.
  await button('Remove Other').click();
  await expectVisible(page.getByText('Other was deleted'));
  await button('Save as preset').click();
  await dialog.getByRole('button', { name: 'Save preset' }).click();
  await expectCount(page.getByText('Other was deleted'), 0);
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

test('on a phone nothing covers the styles before there is a photo', async () => {
  await page.viewport(390, 664);
  await openApp('/customize');
  await expectVisible(radio('Style', 'Realistic'));
  const style = radio('Style', 'Realistic').element();
  style.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = style.getBoundingClientRect();
  expect(document.elementFromPoint(x + width / 2, y + height / 2)?.closest('label')).toContain(
    style,
  );
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
      .element(dialog.getByRole('status').filter({ hasText: 'Comic' }))
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
