import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/**
 * The rules whose results can differ between the themes: those have the same elements in other
 * colours.
 */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

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

/**
 * axe's findings in the page, by default in both themes, one line per rule and element. The first
 * theme is checked against every rule, the other only against the colour rules.
 */
export async function findings(themes: readonly Theme[] = THEMES): Promise<string[]> {
  const found: string[] = [];
  for (const theme of themes) {
    await emulateTheme(theme);
    const { violations } = await axe.run(document, {
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
