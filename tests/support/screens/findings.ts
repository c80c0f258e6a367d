import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * The rules whose results can differ between the themes: those have the same elements in other
 * colours.
 */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

export type Theme = 'light' | 'dark';

/** Both, the one that is on first, because changing it draws the page anew. */
const bothThemes = (): readonly Theme[] =>
  document.documentElement.dataset['theme'] === 'dark' ? ['dark', 'light'] : ['light', 'dark'];

/** Where a state differs from its route: the open dialog, or the page without header and footer. */
const ownPart = (): axe.ElementContext =>
  [...document.querySelectorAll('dialog:modal')].at(-1) ?? {
    exclude: [...document.querySelectorAll('header, footer')].filter(
      (element) => !element.closest('main'),
    ),
  };

/** Sets the system's theme, which the app follows. */
export async function emulateTheme(colorScheme: Theme): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ],
  });
  await expect.poll(() => document.documentElement.dataset['theme']).toBe(colorScheme);
}

/** axe's findings in the whole page, with its header and footer, in both themes. */
export const pageFindings = (): Promise<string[]> => findings(bothThemes(), document);

/**
 * axe's findings, by default in both themes, one line per rule and element. The first theme is
 * checked against every rule, the other only against the colour rules.
 */
export async function findings(
  themes: readonly Theme[] = bothThemes(),
  within = ownPart(),
): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await emulateTheme(theme);
    const { violations } = await axe.run(within, {
      runOnly:
        theme === themes[0] ? { type: 'tag', values: RULES } : { type: 'rule', values: OF_COLORS },
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
    });
    for (const { id, nodes } of violations)
      found.push(
        ...nodes.map(
          ({ target, any }) => `${theme} ${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`,
        ),
      );
  }
  return found;
}
