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

/**
 * A rough estimate of how hard a password is to guess, in bits: new characters × log2 of the
 * alphabet, less for common passwords and for the address itself. It only advises; length is the
 * only rule.
 */
function bits(password: string, email: string): number {
  const name = plain(email.split('@')[0] ?? '');
  const folded = plain(password);
  let rest = password;
  if (name.length >= 3 && folded.includes(name)) rest = rest.slice(name.length);
  const common = COMMON.exec(folded) ?? COMMON.exec(password.toLowerCase());
  if (common) rest = rest.slice(common[0].length);
  return newSigns(rest) * Math.log2(Math.max(2, pool(rest)));
}

export function strengthOf(password: string, email = ''): Strength {
  if (password === '') return 0;
  const estimate = bits(password, email);
  if (estimate < 36) return 1;
  if (estimate < 52) return 2;
  return estimate < 72 ? 3 : 4;
}
