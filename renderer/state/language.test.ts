import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';

import { chooseLanguage } from './language.ts';

it.each([
  ['/de/pricing', 'en', '/pricing'],
  ['/de', 'en', '/'],
  ['/payment?plan=basic#pay', 'en', '/payment?plan=basic#pay'],
  ['/de/payment?plan=basic#pay', 'fr', '/fr/payment?plan=basic#pay'],
] as const)('a German browser without site data at %s goes on in %s', (from, locale, to) => {
  const assign = vi.fn<(address: string) => void>();
  const at = (path: string) => Object.assign(new URL(path, 'https://likeness.example'), { assign });
  vi.stubGlobal('location', at(from));
  onTestFinished(() => void vi.unstubAllGlobals());
  chooseLanguage(locale);

  const page = {
    location: at(assign.mock.lastCall?.[0] ?? ''),
    navigator: { languages: ['de'] },
    history: { replaceState: vi.fn<History['replaceState']>() },
    matchMedia: () => ({ matches: false }),
    URLSearchParams,
    document: {
      head: {
        querySelector: () => ({ content: 'ar de fr', dataset: { fromTheRight: 'ar' } }),
      },
      documentElement: { dataset: {} },
      addEventListener: () => undefined,
    },
  };
  runInNewContext(readFileSync('renderer/public/boot.js', 'utf8'), page);
  expect(page).toHaveProperty('language', locale);
  expect(page.history.replaceState).toHaveBeenCalledWith(undefined, '', to);
});
