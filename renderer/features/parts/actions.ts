import { useLayoutEffect, useRef } from 'react';

import { t } from '../../i18n/index.ts';
import { questionKeyOn } from '../../state/question-key.ts';
import { readingKey } from '../../ui/direction.ts';

const EVERYWHERE = t('Everywhere');
const CREATOR = t('Avatar Creator');
const SHEET = t('Dashboard, selecting');
const AVATAR = t('Avatar');

interface Action {
  readonly where: string;
  readonly label: string;
  /** 'Mod' is Ctrl, or ⌘ on a Mac. After the first, others that do the same. */
  readonly keys: readonly [string, ...string[]];
}

/** Every action with a key. Screens listen for these keys; the list of shortcuts shows them. */
export const ACTIONS = {
  commands: { where: EVERYWHERE, label: t('Commands'), keys: ['Mod+K'] },
  shortcuts: { where: EVERYWHERE, label: t('Keyboard shortcuts'), keys: ['?'] },
  close: { where: EVERYWHERE, label: t('Close dialog or menu'), keys: ['Escape'] },
  paste: { where: CREATOR, label: t('Paste a photo'), keys: ['Mod+V'] },
  undo: { where: CREATOR, label: t('Undo'), keys: ['Mod+Z'] },
  redo: { where: CREATOR, label: t('Redo'), keys: ['Mod+Shift+Z', 'Control+Y'] },
  chooseAll: { where: SHEET, label: t('Choose all'), keys: ['Mod+A'] },
  choose: { where: SHEET, label: t('Choose the focused avatar'), keys: ['X'] },
  likeChosen: { where: SHEET, label: t('Like selected avatars'), keys: ['L'] },
  deleteChosen: { where: SHEET, label: t('Delete selected avatars'), keys: ['Delete'] },
  previous: { where: AVATAR, label: t('Previous'), keys: ['ArrowLeft'] },
  next: { where: AVATAR, label: t('Next'), keys: ['ArrowRight'] },
  like: { where: AVATAR, label: t('Like, while reviewing'), keys: ['L'] },
  delete: { where: AVATAR, label: t('Delete, while reviewing'), keys: ['Delete'] },
} as const satisfies Record<string, Action>;
export type ActionId = keyof typeof ACTIONS;

/** What can be done at the moment, and how. */
export type Runs = { readonly [id in ActionId]?: (() => void) | false };

const runsOf = (runs: Runs) =>
  (Object.entries(runs) as [ActionId, Runs[ActionId]][]).flatMap(([id, run]) =>
    run ? [{ id, run }] : [],
  );

/** As `aria-keyshortcuts`. */
export const ariaKeys = (id: ActionId): string =>
  ACTIONS[id].keys.join(' ').replaceAll(/Mod(\S+)/g, 'Control$1 Meta$1');

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'preventDefault'
>;

/** A press as ACTIONS names it. Shift counts only where it doesn't choose the character. */
function namesOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): readonly string[] {
  const shift = shiftKey && (key.length > 1 || /\p{L}/u.test(key));
  // Where a layout has no Latin letter, as a Cyrillic one, the key's place counts: 'KeyK' is 'K'.
  const letter = key > 'ɏ' ? code.slice(3) : key.toUpperCase();
  const name = key.length > 1 ? readingKey(key) : letter;
  const end = `${altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
  if (!ctrlKey && !metaKey) return [end];
  return ctrlKey ? [`Mod+${end}`, `Control+${end}`] : [`Mod+${end}`];
}

/** A key held down steps on, but deletes only once. */
const ONCE: readonly ActionId[] = ['delete', 'deleteChosen'];

/** Runs the action whose keys were pressed, if any. */
export function perform(event: Pressed, runs: Runs): void {
  const names = namesOf(event);
  const pressed = runsOf(runs).find(({ id }) =>
    ACTIONS[id].keys.some((keys) => names.includes(keys)),
  );
  if (!pressed) return;
  event.preventDefault();
  if (!event.repeat || !ONCE.includes(pressed.id)) pressed.run();
}

/** Selects the inputs that take letters, and have their own undo. */
export const TYPED = ['button', 'checkbox', 'color', 'file', 'radio', 'range', 'reset', 'submit']
  .map((type) => `:not([type="${type}"])`)
  .join('');

/** Whether a field uses the key itself. */
const isForField = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(`input${key.length > 1 ? '' : TYPED}, select, textarea, [contenteditable]`) !==
    null;

const offered = new Set<{ readonly current: Runs }>();

/** What the shown screen offers, for the command palette. */
export const offeredActions = () => [...offered].flatMap(({ current }) => runsOf(current));

/**
 * Offers actions by their keys and in the command palette, from the moment the screen is shown. Not
 * while a dialog is open; a field keeps all keys but those of the palette.
 */
export function useActions(runs: Runs): void {
  const latest = useRef(runs);
  useLayoutEffect(() => {
    latest.current = runs;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === '?' && !questionKeyOn()) return;
      const { current } = latest;
      perform(event, isForField(event) ? { commands: current.commands ?? false } : current);
    };
    offered.add(latest);
    addEventListener('keydown', press);
    return () => {
      offered.delete(latest);
      removeEventListener('keydown', press);
    };
  }, []);
}
