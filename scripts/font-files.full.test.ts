import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { charactersOf, FONT_FILES, fontPath, makeFont } from './font-files.ts';

test.each(FONT_FILES)('$file is what npm run fonts makes of its package', async (font) => {
  expect(readFileSync(fontPath(font.file)).equals(await makeFont(font))).toBe(true);
});

test('there are no other fonts', () => {
  expect(readdirSync(fontPath('.')).sort()).toEqual(FONT_FILES.map(({ file }) => file).sort());
});

test('letters of the italics are those that the style sheet asks the files for', () => {
  const css = readFileSync('renderer/ui/fonts.css', 'utf8');
  for (const { file, characters } of FONT_FILES) {
    if (characters === undefined) continue;
    const asked = new RegExp(String.raw`${file}[^}]*unicode-range:([^;]*);`).exec(css)?.[1] ?? '';
    expect(charactersOf(asked.replaceAll(/\s+/g, ' ')), file).toBe(charactersOf(characters));
  }
});

test('a range of CSS is its characters', () => {
  expect(charactersOf('U+61-63, U+78')).toBe('abcx');
});
