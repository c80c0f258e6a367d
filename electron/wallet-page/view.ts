import { t } from '../../renderer/i18n/index.ts';
import type { Facts } from './protocol.ts';
import type { Words } from './words.ts';

export interface Action {
  readonly label: string;
  readonly variant: 'action' | 'quiet';
  /** A click handler, or an address to open in a new tab. */
  readonly to: string | (() => void);
}

export interface Screen extends Words {
  /** Four digits to compare with the app's. */
  readonly code?: string;
  readonly facts?: Facts;
  readonly actions?: readonly Action[];
}

/**
 * Creates elements from text only: nothing from the app, a wallet or a chain is parsed as markup.
 */
function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function code(digits: string): HTMLElement {
  const list = element(
    'ol',
    'code',
    ...Array.from(digits, (digit, index) =>
      element('li', '', `▸ ${index + 1}`, element('b', '', digit), `${index + 1}A`),
    ),
  );
  list.setAttribute('role', 'img');
  list.setAttribute('aria-label', t('Code {digits}', { digits: Array.from(digits).join(' ') }));
  return list;
}

function facts({ amount, rows }: Facts): HTMLElement {
  const row = (name: string, value: string, className = '') =>
    element(
      'div',
      className,
      element('dt', '', name),
      // Each value has its own direction.
      element('dd', '', element('bdi', '', value)),
    );
  const lines = rows.map(({ name, value, full }) => {
    const line = row(name, value);
    if (full !== undefined) line.title = full;
    return line;
  });
  return element(
    'dl',
    'facts',
    ...(amount === undefined ? [] : [row(t('Amount'), amount, 'amount')]),
    ...lines,
  );
}

function action({ label, variant, to }: Action): HTMLElement {
  if (typeof to === 'string') {
    const link = element('a', variant, label);
    Object.assign(link, { href: to, target: '_blank', rel: 'noreferrer' });
    return link;
  }
  const button = element('button', variant, label);
  button.type = 'button';
  button.addEventListener('click', to);
  return button;
}

/**
 * Replaces the current screen. Focuses its first action, or else its heading, which screen readers
 * announce.
 */
export function show({ title, text, code: digits, facts: about, actions = [] }: Screen): void {
  const heading = element('h1', '', title);
  heading.tabIndex = -1;
  const words = element('p', 'words', text);
  words.id = 'words';
  heading.setAttribute('aria-describedby', words.id);
  const controls = actions.map(action);
  const compare =
    digits === undefined
      ? []
      : [
          code(digits),
          element(
            'p',
            '',
            t('Likeness shows the same four digits. If it doesn’t, close this tab.'),
          ),
        ];
  const hasFacts = about && (about.amount !== undefined || about.rows.length > 0);
  document.title = `${title} · Likeness`;
  document
    .querySelector('main')
    ?.replaceChildren(
      heading,
      words,
      ...compare,
      ...(hasFacts ? [facts(about)] : []),
      ...(controls.length > 0 ? [element('div', 'actions', ...controls)] : []),
    );
  heading.focus();
}

/** Shows the line below every screen. */
export function sign(words: string): void {
  document.querySelector('footer')?.replaceChildren(words);
}

/** Shows the network line. */
export function dress(network: string): void {
  const line = document.querySelector('#network');
  if (line) line.textContent = network;
}

export function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const wear = (): void =>
    void (document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', wear);
  wear();
}
