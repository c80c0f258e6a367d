/** 0 none, 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** The top of every list of leaked passwords. These are guessed first, in disguise or not. */
const COMMON =
  /password|passwort|qwert|azerty|qwertz|letmein|welcome|iloveyou|admin|login|monkey|dragon|football|baseball|sunshine|princess|master|shadow|superman|batman|starwars|trustno1|whatever|abc123|a1b2c3|likeness/;
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const plain = (text: string): string =>
  Array.from(text.toLowerCase(), (sign) => LEET[sign] ?? sign).join('');

/**
 * Counts the characters that add something; repeats and sequences ('aaa', '1234', 'cba') hardly do.
 */
function newSigns(password: string): number {
  const codes = Array.from(password, (sign) => sign.codePointAt(0) ?? 0);
  return codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1).length;
}

const pool = (password: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^\p{L}\d]/u, /[^\x00-\x7f]/].reduce(
    (size, kind, at) => size + (kind.test(password) ? ([26, 26, 10, 33, 100][at] ?? 0) : 0),
    0,
  );

/** Letters in a row, in a script that writes words with several: taken for a word. */
const WORD = /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}]{4,}/gu;
/** One word of some thirty thousand; what is longer may be several. */
const WORD_BITS = 15;
const WORD_LETTERS = 8;
const BITS_OF_FURTHER_LETTERS = 2;

/**
 * A rough estimate of how hard a password is to guess, in bits: what a word is worth for each word,
 * and elsewhere new characters × log2 of the alphabet. Common passwords and the address itself add
 * nothing. It only advises; length is the only rule.
 */
function bits(password: string, email: string): number {
  const name = plain(email.split('@')[0] ?? '');
  const folded = plain(password);
  let rest = password;
  if (name.length >= 3 && folded.includes(name)) rest = rest.slice(name.length);
  const common = COMMON.exec(folded) ?? COMMON.exec(password.toLowerCase());
  if (common) rest = rest.slice(common[0].length);
  const ofSigns = (signs: string): number => newSigns(signs) * Math.log2(Math.max(2, pool(rest)));
  const words = rest.match(WORD) ?? [];
  return words.reduce(
    (sum, word) =>
      sum +
      Math.min(
        ofSigns(word),
        WORD_BITS + BITS_OF_FURTHER_LETTERS * Math.max(0, word.length - WORD_LETTERS),
      ),
    ofSigns(rest.replace(WORD, '')),
  );
}

export function strengthOf(password: string, email = ''): Strength {
  if (password === '') return 0;
  const estimate = bits(password, email);
  if (estimate < 36) return 1;
  if (estimate < 52) return 2;
  return estimate < 60 ? 3 : 4;
}
