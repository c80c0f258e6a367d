import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';

import { TRANSLATED_LOCALES } from '../../renderer/i18n/locales.ts';
import { readCatalogue } from '../../renderer/vite-messages.ts';

/** How much longer texts are in the pseudo-language. */
const LONGER = 1.4;
const ACCENTED: Readonly<Record<string, string>> = {
  ...{ a: 'á', c: 'ç', e: 'ê', i: 'ï', n: 'ñ', o: 'ö', u: 'ü', y: 'ÿ' },
  ...{ A: 'Å', C: 'Ç', E: 'Ê', I: 'Ï', N: 'Ñ', O: 'Ö', U: 'Ü', Y: 'Ý' },
};
const accented = (letters: string): string =>
  letters.replace(/[aceinouy]/gi, (letter) => ACCENTED[letter] ?? letter);

/** 'Download' -> 'Döööwñlöáád': accents on what can have one, and its vowels drawn out. */
function longer(word: string): string {
  let missing = Math.round(word.length * (LONGER - 1));
  let letters = word.split('');
  while (missing > 0 && letters.some((letter) => /[aeiouy]/i.test(letter)))
    letters = letters.flatMap((letter) =>
      /[aeiouy]/i.test(letter) && missing-- > 0 ? [letter, letter.toLowerCase()] : [letter],
    );
  return accented(letters.join(''));
}

/** Every word of a text, but not the names of its tags. */
const longerWords = (text: string): string =>
  text.replace(/<\/?\w+\/?>|[a-z]+/gi, (found) => (found.startsWith('<') ? found : longer(found)));

function longerParts(parts: CompiledMessage): CompiledMessage {
  return parts.map((part): CompiledMessage[number] => {
    if (typeof part === 'string') return longerWords(part);
    const [name, kind, choices] = part;
    if (kind === undefined || typeof choices !== 'object' || !choices) return part;
    const longer = Object.entries(choices as Readonly<Record<string, unknown>>).map(
      ([form, text]) => [form, Array.isArray(text) ? longerParts(text as CompiledMessage) : text],
    );
    return [name, kind, Object.fromEntries(longer)];
  });
}

/** A message in the pseudo-language: [Ñöö áçöööüñt.] */
export const pseudoMessage = (english: string): CompiledMessage => [
  '[',
  ...longerParts(compileMessage(english)),
  ']',
];

/** A text without placeholders in the pseudo-language, to find it on a screen. */
export const pseudo = (english: string): string => pseudoMessage(english).join('');

/**
 * The messages of a pseudo-language, by their English text, as a page loads them: readable English
 * with accents and 40 % more letters, in brackets that show where each text begins and ends. It
 * shows what a longer language does to the layout, and which text isn't translated.
 */
export async function pseudoMessages(): Promise<Record<string, CompiledMessage>> {
  const [any = 'de'] = TRANSLATED_LOCALES;
  return Object.fromEntries(
    Object.keys(await readCatalogue(any)).map((english) => [english, pseudoMessage(english)]),
  );
}
