import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { directionOf, LOCALES, TRANSLATED_LOCALES } from '../../renderer/i18n/locales.ts';
import { analyse, radio } from '../support/screens/avatar-creator.ts';
import { button, expectVisible, main, openApp } from '../support/screens/index.ts';
import { animatable, paid } from '../support/screens/rows.ts';

/** A window's width and height; in a low one the stage's picture is as narrow as on a phone. */
const WINDOWS = [
  [390, 900],
  [768, 900],
  [1440, 900],
  [1440, 700],
] as const;

/** A language's messages by their English text; only those without placeholders are texts. */
const dictionaries = async (): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> =>
  new Map(
    await Promise.all(
      TRANSLATED_LOCALES.map(
        async (locale) =>
          [
            locale,
            (await (await fetch(`/messages/${locale}.json`)).json()) as Record<string, unknown>,
          ] as const,
      ),
    ),
  );

/** The tiles of each picker: what is chosen by a radio button or a checkbox drawn as a picture. */
function pickers(): Map<Element, HTMLElement[]> {
  const found = new Map<Element, HTMLElement[]>();
  for (const input of document.querySelectorAll('input:is([type="radio"], [type="checkbox"])')) {
    const tile = input.closest('label');
    const panel = input.closest('fieldset, [role="group"], [role="radiogroup"]');
    if (tile && panel && tile.checkVisibility())
      found.set(panel, [...(found.get(panel) ?? []), tile]);
  }
  return found;
}

/** The texts of a tile that can be seen. */
function textsOf(tile: Element): Text[] {
  const walker = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if ((text.parentElement?.getBoundingClientRect().width ?? 0) > 1) found.push(text);
  }
  return found;
}

/** What a tile covers: its box, its texts and its frames. A picture is enlarged within its frame. */
function areaOf(tile: Element): DOMRect {
  const all = [tile, ...tile.querySelectorAll('span')].map((one) => one.getBoundingClientRect());
  for (const text of textsOf(tile)) {
    const range = document.createRange();
    range.selectNode(text);
    all.push(range.getBoundingClientRect());
  }
  const left = Math.min(...all.map((one) => one.left));
  const top = Math.min(...all.map((one) => one.top));
  return new DOMRect(
    left,
    top,
    Math.max(...all.map((one) => one.right)) - left,
    Math.max(...all.map((one) => one.bottom)) - top,
  );
}

const scrolls = (tile: Element, panel: Element): boolean => {
  for (let at = tile.parentElement; at && panel.contains(at); at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  return false;
};

/** Half a pixel is rounding, and a half more the browser's. */
const SLACK = 1;

/** The tiles that overlap another one or leave their panel, a line for each. */
function misplaced(): string[] {
  const lines: string[] = [];
  for (const [panel, tiles] of pickers()) {
    const room = panel.getBoundingClientRect();
    const areas = tiles.map(areaOf);
    for (const [n, area] of areas.entries()) {
      const tile = tiles[n];
      if (!tile) continue;
      const named = tile.textContent;
      if (
        !scrolls(tile, panel) &&
        (area.left < room.left - SLACK || area.right > room.right + SLACK)
      )
        lines.push(`${named} leaves its panel`);
      for (const [m, other] of areas.slice(0, n).entries())
        if (
          area.left < other.right - SLACK &&
          area.right > other.left + SLACK &&
          area.top < other.bottom - SLACK &&
          area.bottom > other.top + SLACK
        )
          lines.push(`${named} overlaps ${tiles[m]?.textContent ?? ''}`);
    }
  }
  return lines;
}

/** Measures the open screen's pickers in all languages and windows. */
async function expectPlaced(least: number): Promise<void> {
  const words = await dictionaries();
  const { documentElement: html } = document;
  expect(pickers().size).toBeGreaterThanOrEqual(least);
  for (const [width, height] of WINDOWS) {
    await page.viewport(width, height);
    for (const locale of LOCALES) {
      // A page can't change its language, so the words of its tiles are exchanged.
      const exchanged: [Text, string][] = [];
      for (const [, tiles] of pickers())
        for (const text of tiles.flatMap(textsOf)) {
          const other = words.get(locale)?.[text.data];
          exchanged.push([text, text.data]);
          if (typeof other === 'string') text.data = other;
        }
      html.lang = locale;
      html.dir = directionOf(locale);
      expect.soft(misplaced(), `${locale} at ${String(width)} × ${String(height)} px`).toEqual([]);
      for (const [text, english] of exchanged) text.data = english;
    }
  }
  html.lang = 'en';
  html.dir = 'ltr';
}

test('no tile of the Avatar Creator’s pickers overlaps or leaves its panel, in any language', async () => {
  await analyse();
  await radio('Styles', 'My choice').click();
  await expectPlaced(6);
});

test('nor in the dialog that generates', async () => {
  await analyse(['ada.png'], { rows: paid('basic').rows });
  await button('Generate avatars').click();
  await page
    .getByRole('dialog', { name: 'Generate avatars' })
    .getByRole('radio', { name: 'My choice' })
    .click();
  await expectPlaced(4);
});

test.for(['banner', 'intro'])('nor on the page of the %s', async (make) => {
  await openApp(`/avatar/101?make=${make}`, {
    rows: [...(await animatable()), ...paid('pro').rows],
  });
  await expectVisible(main().getByRole('textbox').first());
  await expectPlaced(2);
});
