import type { LoadedLanguage } from '../../renderer/i18n/index.ts';
import { DEFAULT_LOCALE, isLocale } from '../../renderer/i18n/locales.ts';

// The app chose the language by the page's address, '/de'. Its messages come before all modules that
// use them.
const { documentElement: page } = document;
if (page.lang !== DEFAULT_LOCALE && isLocale(page.lang)) {
  try {
    const messages = (await (
      await fetch(`/messages/${page.lang}.json`)
    ).json()) as LoadedLanguage['messages'];
    globalThis.likenessLanguage = { locale: page.lang, messages };
  } catch {
    // The app is gone, and the page says so in English.
    page.lang = DEFAULT_LOCALE;
    page.dir = 'ltr';
  }
}
await import('./page.ts');
