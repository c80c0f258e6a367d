import { createElement, StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { Modal } from '../../renderer/ui/modal.tsx';
import { Toasts } from '../../renderer/ui/toasts.tsx';
import { dialog, expectCount, expectVisible } from '../support/screens/index.ts';

/** Shows something in an empty page. */
function show(what: ReactNode): void {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(createElement(StrictMode, undefined, what));
}

interface Asking {
  readonly name: string;
  /** Called before it closes; it stays open if this returns false. */
  readonly onClose?: () => boolean;
  /** Removes the dialog when it closes. */
  readonly removes?: boolean;
  readonly children?: ReactNode;
}

/** A button and the dialog that it opens. */
function Asking({ name, onClose, removes = false, children }: Asking) {
  const [open, setOpen] = useState(false);
  return createElement(
    'div',
    undefined,
    createElement('button', { type: 'button', onClick: () => setOpen(true) }, `Open ${name}`),
    (open || !removes) &&
      createElement(Modal, {
        open,
        onClose: () => setOpen(onClose?.() === false),
        className: undefined,
        label: name,
        children: createElement(
          'div',
          undefined,
          createElement('button', { type: 'button' }, `First of ${name}`),
          createElement('button', { type: 'button' }, `Second of ${name}`),
          children,
        ),
      }),
  );
}

const button = (name: string) => page.getByRole('button', { name });

test('Escape closes it before the next key is pressed, and returns the focus', async () => {
  const closed = vi.fn(() => true);
  show(createElement(Asking, { name: 'one', onClose: closed }));
  await button('Open one').click();
  await expect.element(button('First of one')).toHaveFocus();
  const element = dialog('one').element();
  // The browser removes the attribute first, and reports the closing in a later task.
  const callsAtOnce = new Promise<number>((resolve) => {
    const seen = new MutationObserver(() => resolve(closed.mock.calls.length));
    seen.observe(element, { attributeFilter: ['open'] });
    onTestFinished(() => seen.disconnect());
  });
  const callsInTheEnd = new Promise<number>((resolve) => {
    element.addEventListener('close', () => resolve(closed.mock.calls.length));
  });
  await userEvent.keyboard('{Escape}');
  expect(await callsAtOnce).toBe(1);
  expect(await callsInTheEnd).toBe(1);
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button('Open one')).toHaveFocus();
});

test('one that stays open keeps its focus, and is shown again if the browser closes it', async () => {
  const refused = vi.fn(() => false);
  show(createElement(Asking, { name: 'one', onClose: refused }));
  await button('Open one').click();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Second of one')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => refused.mock.calls.length).toBe(1);
  await expect.element(button('Second of one')).toHaveFocus();
  const element = dialog('one').element();
  const asked = vi.fn(({ cancelable }: Event) => cancelable);
  element.addEventListener('cancel', asked);
  const reported = new Promise((resolve) => element.addEventListener('close', resolve));
  // Between two clicks, the browser lets a page refuse a few times only.
  for (let press = 0; press < 10 && !asked.mock.results.some(({ value }) => !value); press += 1)
    await userEvent.keyboard('{Escape}');
  await reported;
  await expectVisible(dialog('one'));
  expect(element.matches(':modal')).toBe(true);
  expect(refused).toHaveBeenCalledTimes(1 + asked.mock.calls.length);
  await expect.element(button('First of one')).toHaveFocus();
});

test('one that is removed as it closes returns the focus', async () => {
  show(createElement(Asking, { name: 'one', removes: true }));
  await button('Open one').click();
  await expect.element(button('First of one')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button('Open one')).toHaveFocus();
});

test('one inside another closes alone', async () => {
  const outer = vi.fn(() => true);
  const inner = createElement(Asking, { name: 'two' });
  show(createElement(Asking, { name: 'one', onClose: outer }, inner));
  await button('Open one').click();
  await button('Open two').click();
  await expect.element(button('First of two')).toHaveFocus();
  const reported = new Promise((resolve) =>
    dialog('two').element().addEventListener('close', resolve),
  );
  await userEvent.keyboard('{Escape}');
  await reported;
  await expect.element(button('Open two')).toHaveFocus();
  await expectVisible(dialog('one'));
  expect(outer).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button('Open one')).toHaveFocus();
});

test.each([false, true])(
  'toasts can be pressed in it and afterwards, removed: %s',
  async (removes) => {
    const toast = { id: 1, text: 'Saved.', tone: 'good' } as const;
    const onDismiss = vi.fn();
    const inner = createElement(Asking, { name: 'two', removes });
    show([
      createElement(Toasts, { key: 1, toasts: [toast], onDismiss, onHold: () => undefined }),
      createElement(Asking, { key: 3, name: 'late', removes }),
      createElement(Asking, { key: 2, name: 'one', removes }, inner),
    ]);
    const dismiss = async (within: Locator | typeof page): Promise<void> => {
      const before = onDismiss.mock.calls.length;
      await within.getByRole('button', { name: 'Dismiss' }).click();
      expect(onDismiss).toHaveBeenCalledTimes(before + 1);
    };
    await button('Open one').click();
    await expect.element(button('First of one')).toHaveFocus();
    await dismiss(dialog('one'));
    await button('Open two').click();
    await dismiss(dialog('two'));
    await userEvent.keyboard('{Escape}');
    await expectCount(dialog('two'), 0);
    await dismiss(dialog('one'));
    // It is before the others in the document, and on top.
    (page.getByText('Open late').element() as HTMLElement).click();
    await expect.element(button('First of late')).toHaveFocus();
    await dismiss(dialog('late'));
    await userEvent.keyboard('{Escape}');
    await expectCount(dialog('late'), 0);
    // As by a browser that doesn't let the page refuse.
    (dialog('one').element() as HTMLDialogElement).close();
    await expectCount(page.getByRole('dialog'), 0);
    await dismiss(page);
  },
);

test('a file picker that is left without a choice closes nothing', async () => {
  const field = createElement('input', { type: 'file', 'aria-label': 'File' });
  show(createElement(Asking, { name: 'one' }, field));
  await button('Open one').click();
  const cancelled = new Event('cancel', { bubbles: true });
  page.getByLabelText('File').element().dispatchEvent(cancelled);
  await expectVisible(dialog('one'));
});

test.each([
  ['takes the focus', false],
  ['does not, where a finger’s keyboard would cover the dialog', true],
])('a field in it %s', async (_, coarse) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: coarse } as MediaQueryList);
  show(createElement(Asking, { name: 'one' }, createElement('input', { 'aria-label': 'Field' })));
  await button('Open one').click();
  const focused = coarse ? button('First of one') : page.getByLabelText('Field');
  await expect.element(focused).toHaveFocus();
});
