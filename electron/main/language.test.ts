import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';

import { i18n } from '../../renderer/i18n/index.ts';
import { testFolder } from '../../tests/support/folders.ts';
import { switchLanguage } from './language.ts';
import { menuTemplate } from './menu-template.ts';

afterEach(() => i18n.speak({ locale: 'en', messages: {} }));

const labels = (): unknown[] =>
  menuTemplate({ platform: 'linux', packaged: true, go: () => undefined }).map(
    ({ label }) => label,
  );

it('speaks the language of the page, and English again', async () => {
  const root = testFolder();
  mkdirSync(join(root, 'messages'));
  writeFileSync(join(root, 'messages/de.json'), JSON.stringify({ '&File': '&Datei' }));

  expect(await switchLanguage('app://likeness/de/dashboard', root)).toBe(true);
  expect(labels()).toContain('&Datei');
  expect(await switchLanguage('app://likeness/de', root)).toBe(false);
  expect(await switchLanguage('app://likeness/pricing', root)).toBe(true);
  expect(labels()).toContain('&File');
});
