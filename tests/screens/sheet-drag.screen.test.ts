import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { button, expectPath, expectVisible, findings } from '../support/screens/index.ts';
import { box, firstAt, openSheet, scrolledTo, sheet } from '../support/screens/sheet.ts';
import { steady } from '../support/screens/steady.ts';

const small = async (): Promise<void> => {
  await openSheet('/dashboard?sort=oldest');
  await page.getByRole('radio', { name: 'Small' }).click();
  // The second row is just below the upper bars, so that the third is far from the lower ones,
  // beyond which the sheet scrolls. It has come to rest: rows are measured, and no scroll
  // position is restored any more.
  const secondRow = (): number => cell(8).getBoundingClientRect().top;
  const still = steady(secondRow);
  await scrolledTo(
    () => 460,
    () => still() && scrollY === 460 && firstAt() === 0 && secondRow() > 220,
  );
};
const cell = (at: number): Element => {
  const found = sheet()
    .element()
    .querySelector(`[data-at="${String(at)}"]`);
  if (!found) throw new Error(`frame ${String(at)} isn’t rendered`);
  return found;
};
const chosen = async (count: number): Promise<void> => {
  await expectVisible(page.getByText(`${String(count)} chosen`, { exact: true }));
};

/** A pointer that is pressed on a frame's edge print; then it goes to places of the window. */
const press = (at: number, pointerType: 'mouse' | 'pen' | 'touch') => {
  const from = cell(at).getBoundingClientRect();
  const [x, y] = [from.left + 20, from.top + 5];
  const fire = (type: string, clientX: number, clientY: number, more?: PointerEventInit) =>
    document.elementFromPoint(x, y)?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        isPrimary: true,
        pointerId: 7,
        pointerType,
        buttons: type === 'pointerup' ? 0 : 1,
        clientX,
        clientY,
        ...more,
      }),
    );
  fire('pointerdown', x, y);
  return {
    to: (x: number, y: number, more?: PointerEventInit) => fire('pointermove', x, y, more),
    /** To the middle of a frame. */
    over: (other: number, more?: PointerEventInit) => {
      const { left, top, width, height } = cell(other).getBoundingClientRect();
      fire('pointermove', left + width / 2, top + height / 2, more);
    },
    release: (x = 0, y = 0) => fire('pointerup', x, y),
  };
};

describe('a drag over the sheet', () => {
  test('frames are ticked, also from unticked pictures; the keys go on from there', async () => {
    await small();
    // With the real mouse, from the film's edge to a caption two rows below.
    await userEvent.dragAndDrop(cell(9), cell(19), {
      sourcePosition: { x: 20, y: 4 },
      targetPosition: { x: 60, y: 8 },
    });
    await chosen(6);
    await expectPath('/dashboard?sort=oldest');
    expect(getSelection()?.toString()).toBe('');
    for (const at of [9, 10, 11, 17, 18, 19])
      await expect.element(box(`Artistic ${String(at + 1)}`)).toBeChecked();
    expect(await findings()).toEqual([]);
    // Over pictures now, whose release counts as no click; the first drag's frames stay ticked.
    await userEvent.dragAndDrop(cell(12), cell(13), {
      sourcePosition: { x: 40, y: 60 },
      targetPosition: { x: 40, y: 60 },
    });
    await chosen(8);
    await userEvent.dragAndDrop(cell(14), cell(14), {
      sourcePosition: { x: 20, y: 60 },
      targetPosition: { x: 60, y: 100 },
    });
    await chosen(9);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await chosen(10);
  });

  test('Ctrl switches them, and Escape ends a drag without a change', async () => {
    await small();
    const first = press(9, 'mouse');
    first.over(19);
    await chosen(6);
    first.over(17);
    await chosen(2);
    first.over(11);
    await chosen(3);
    first.release();
    const second = press(10, 'mouse');
    second.over(12, { ctrlKey: true });
    await expect.element(box('Artistic 13')).toBeChecked();
    await chosen(2);
    await userEvent.keyboard('{Escape}');
    await chosen(3);
    second.over(19);
    second.release();
    await chosen(3);
  });

  test('the sheet scrolls while the pointer is beyond its edge, and keeps what left the window', async () => {
    await small();
    const drag = press(8, 'mouse');
    drag.to(innerWidth - 40, innerHeight - 2);
    await expect.poll(firstAt).toBeGreaterThan(64);
    drag.to(innerWidth - 40, innerHeight / 2);
    const count = (): number =>
      Number(/^([\d,]+) chosen/.exec(page.getByText(/ chosen$/).element().textContent)?.[1]);
    await expect.poll(count).toBeGreaterThan(64);
    expect(count() % 8).toBe(0);
    const y = scrollY;
    drag.to(innerWidth - 40, 100);
    await expect.poll(() => scrollY).toBeLessThan(y - 200);
    await expect.poll(count).toBeLessThan(64);
    drag.release();
    // What was chosen last is on its way to the screen.
    await expect.poll(steady(count)).toBe(true);
    const rest = count();
    await scrolledTo(
      () => 200,
      () => scrollY === 200 && firstAt() === 0,
    );
    await expect.element(box('Artistic 9')).toBeChecked();
    await expect.element(box('Artistic 8')).not.toBeChecked();
    await chosen(rest);
  });

  test('a finger never selects, and a pen only while selecting', async () => {
    await small();
    const selection = (): number =>
      page.getByRole('region', { name: 'Selection' }).elements().length;
    for (const kind of ['touch', 'pen'] as const) {
      const drag = press(9, kind);
      drag.over(19);
      drag.release();
    }
    const beside = press(9, 'mouse');
    beside.release();
    expect(selection()).toBe(0);
    await button('Select').click();
    const finger = press(9, 'touch');
    finger.over(19);
    finger.release();
    await expectVisible(page.getByText('Choose avatars', { exact: true }));
    const pen = press(9, 'pen');
    pen.over(19);
    await chosen(6);
    pen.release();
    await chosen(6);
  });
});
