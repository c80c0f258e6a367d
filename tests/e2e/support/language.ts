import type { Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Page } from '@playwright/test';

import { pathIn } from '../../../renderer/i18n/address.ts';
import { Speaker } from '../../../renderer/i18n/index.ts';
import { tieMeasures } from '../../../renderer/i18n/isolate.ts';
import { DEFAULT_LOCALE, directionOf, type Locale } from '../../../renderer/i18n/locales.ts';
import { readCatalogue, readMessages } from '../../../renderer/vite-messages.ts';

/** One of the app's languages, as a test needs it: its words by their English message. */
export interface Language {
  readonly locale: Locale;
  readonly direction: 'ltr' | 'rtl';
  readonly t: (message: string, values?: Record<string, unknown>) => string;
  /** The words of one of these messages, with any text for its placeholders. */
  readonly like: (...messages: readonly string[]) => RegExp;
  /** '/de/pricing' for '/pricing'. */
  readonly path: (plain: string) => string;
  /** What a page says in English although it says it otherwise in this language. */
  readonly inEnglish: (texts: readonly string[]) => readonly string[];
}

const ANY = '\0';
const TAG = /<\/?\w+\/?>/g;
const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const pattern = (text: string): string =>
  escaped(text)
    .replaceAll(ANY, '.*')
    .replaceAll(/[ \u00a0]/g, '[ \u00a0]');

/** The texts that a message becomes, each of its plural forms by itself. */
function formsOf(message: string): string[] {
  let made = [''];
  const extend = (texts: readonly string[]): void => {
    made = made.flatMap((start) => texts.map((text) => start + text));
  };
  const read = (tokens: unknown): void => {
    for (const token of typeof tokens === 'string' ? [tokens] : (tokens as unknown[])) {
      if (typeof token === 'string') {
        extend([token]);
        continue;
      }
      const [, kind, choices] = token as [string, string?, (Record<string, unknown> | string)?];
      if (kind === 'plural' && typeof choices === 'object') {
        const forms = Object.entries(choices).flatMap(([name, form]) => {
          if (name === 'offset') return [];
          const before = made;
          made = [''];
          read(form);
          const texts = made.map((text) => text.replaceAll('#', ANY));
          made = before;
          return texts;
        });
        extend(forms);
      } else extend([ANY]);
    }
  };
  read(compileMessage(message));
  return made;
}

/** The same without the message's elements. */
const textsOf = (message: string): string[] =>
  formsOf(message).flatMap((text) => text.split(TAG).map((part) => part.trim()));

/** Enough letters in a row to be English and not a name, a unit or a format. */
const HAS_WORDS = /[A-Za-z][a-z]{2}/;

async function englishOf(locale: Locale): Promise<Language['inEnglish']> {
  const catalogue = await readCatalogue(locale);
  const own = new Set(Object.values(catalogue).flatMap(textsOf));
  const english = Object.keys(catalogue)
    .flatMap(textsOf)
    .filter((text) => HAS_WORDS.test(text) && !own.has(text));
  const whole = new RegExp(`^(?:${english.map(pattern).join('|')})$`, 'su');
  return (texts) => texts.filter((text) => whole.test(text) && !own.has(text));
}

export const ENGLISH: Language = speaking('en', {}, {}, () => []);

function speaking(
  locale: Locale,
  messages: Messages,
  catalogue: Readonly<Record<string, string>>,
  inEnglish: Language['inEnglish'],
): Language {
  const speaker = new Speaker({ locale, messages });
  const direction = directionOf(locale);
  return {
    locale,
    direction,
    t(message, values) {
      if (locale !== DEFAULT_LOCALE && !(message in catalogue))
        throw new Error(`No message of the app: ${message}`);
      return speaker.t(message, values);
    },
    like: (...wanted) => {
      const forms = wanted
        .map((message) => catalogue[message] ?? message)
        .map((message) => tieMeasures(message, direction === 'rtl'))
        .flatMap(formsOf)
        // A name has a space where an element that only screen readers hear begins or ends.
        .map((text) => text.split(TAG).map(pattern).join('\\s*'));
      return new RegExp(`^(?:${forms.join('|')})$`, 'su');
    },
    path: (plain) => pathIn(locale, plain),
    inEnglish,
  };
}

export const languageOf = async (locale: Locale): Promise<Language> =>
  speaking(
    locale,
    await readMessages(locale),
    await readCatalogue(locale),
    await englishOf(locale),
  );

/**
 * What can be read on a page: its texts, and the names, titles and hints of its elements. Left out is
 * what says of itself that it is English, or isn't to be translated.
 */
export const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SAME = '[lang="en"], [translate="no"], script, style, noscript, option';
    const found = [document.title];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(SAME) || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
        found.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node instanceof Text) found.push(node.data);
    }
    return [...new Set(found.map((text) => text.trim()))].filter((text) => text !== '');
  });

/** Amounts and sizes whose unit doesn't stand right of their number, as they are drawn. */
export const tornAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const AMOUNT = /\d[\d.,]*(\s)(?:SOL|POL|MB|KB)\b/g;
    /** Whether the text of an element has the amount, and none of its children has it whole. */
    const holds = (element: Element): boolean =>
      element.checkVisibility() &&
      element.textContent.search(AMOUNT) >= 0 &&
      [...element.children].every((child) => child.textContent.search(AMOUNT) < 0);
    return [...document.body.querySelectorAll(':not(script, style)')]
      .filter(holds)
      .flatMap((element) => {
        const nodes: Text[] = [];
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) nodes.push(walker.currentNode as Text);
        /** Where the character at this offset of the element's text is drawn. */
        const place = (at: number): DOMRect => {
          let rest = at;
          for (const node of nodes) {
            if (rest < node.length) {
              const range = document.createRange();
              range.setStart(node, rest);
              range.setEnd(node, rest + 1);
              return range.getBoundingClientRect();
            }
            rest -= node.length;
          }
          throw new RangeError(`no character ${String(at)}`);
        };
        return [...element.textContent.matchAll(AMOUNT)].flatMap((found) => {
          const number = place(found.index);
          const unit = place(found.index + found[0].indexOf(found[1] ?? ' ') + 1);
          const isOneLine = Math.abs(number.bottom - unit.bottom) < number.height / 2;
          return number.width > 0 && isOneLine && number.left > unit.left
            ? [`${found[0]} in ${element.textContent}`]
            : [];
        });
      });
  });
