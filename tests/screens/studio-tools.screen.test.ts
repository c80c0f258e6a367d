import { describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { DRAFT_SCOPE } from '../../renderer/core/drafts.ts';
import { LikenessError } from '../../renderer/core/errors.ts';
import {
  button,
  expectCount,
  expectPath,
  expectVisible,
  findings,
  main,
  openApp,
  tabTo,
} from '../support/screens/index.ts';
import { withEngine } from '../support/screens/picture-engine.ts';
import {
  analyse,
  pick,
  radio,
  redo,
  rendered,
  stage,
  tool,
  undo,
} from '../support/screens/studio.ts';

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
