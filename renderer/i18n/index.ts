import { setupI18n, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

import { DEFAULT_LOCALE, type Locale } from './locales.ts';

/** A language and its messages, by their English text. */
export interface LoadedLanguage {
  readonly locale: Locale;
  readonly messages: Messages;
}

declare global {
  /** The language that this page or program was started in; English without it. */
  var likenessLanguage: LoadedLanguage | undefined;
}

const { locale: startedIn, messages } = globalThis.likenessLanguage ?? {
  locale: DEFAULT_LOCALE,
  messages: {},
};

/** The language of this page. */
export const locale: Locale = startedIn;

/**
 * Translates messages: `i18n.t('Save {name}', { name })`. A message is ICU MessageFormat, and its
 * English text is its id. The language is chosen before any other module runs and stays until the
 * page is left, so a message may be translated anywhere, even at the top of a module.
 */
export const i18n = setupI18n({
  locale,
  // Arabic numbers get the digits that amounts, addresses and file names have.
  ...(locale === 'ar' && { locales: ['ar-u-nu-latn'] }),
  messages: { [locale]: messages },
});

declare const __MESSAGES_ARE_COMPILED__: true | undefined;

// A build has compiled every message that has a placeholder (vite-messages.ts); others are text.
i18n.setMessagesCompiler(
  typeof __MESSAGES_ARE_COMPILED__ === 'undefined' ? compileMessage : (text) => [text],
);
