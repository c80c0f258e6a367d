import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

import { isolateValues } from './isolate.ts';
import { DEFAULT_LOCALE, directionOf, formatsOf, type Locale } from './locales.ts';

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

declare const __MESSAGES_ARE_COMPILED__: true | undefined;

/** Messages of one language at a time. Values keep their direction in a language from the right. */
export class Speaker extends I18n {
  constructor(language: LoadedLanguage) {
    super({});
    // A build has compiled every message that has a placeholder (vite-messages.ts); others are text.
    this.setMessagesCompiler(
      typeof __MESSAGES_ARE_COMPILED__ === 'undefined' ? compileMessage : (text) => [text],
    );
    this.speak(language);
  }

  /** Changes the language of what is said from now on. */
  speak({ locale, messages }: LoadedLanguage): void {
    this.loadAndActivate({ locale, locales: [formatsOf(locale)], messages });
  }

  override _(descriptor: MessageDescriptor): string;
  override _(id: string, values?: Record<string, unknown>, options?: MessageOptions): string;
  override _(
    id: MessageDescriptor | string,
    values: Record<string, unknown> = {},
    options?: MessageOptions,
  ): string {
    const isolated = directionOf(this.locale as Locale) === 'rtl' ? isolateValues(values) : values;
    return super._(id as string, isolated, options);
  }
}

/**
 * Translates messages: `i18n.t('Save {name}', { name })`. A message is ICU MessageFormat, and its
 * English text is its id. The language is chosen before any other module runs and stays until the
 * page is left, so a message may be translated anywhere, even at the top of a module.
 */
export const i18n = new Speaker({ locale, messages });
