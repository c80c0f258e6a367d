import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

type Axis = number | { readonly min: number; readonly max: number };

/** A font of the app: a subset of a package's font. */
interface FontFile {
  /** In renderer/ui/fonts. */
  readonly file: string;
  readonly from: string;
  /** As in CSS; every character of the original when missing. */
  readonly characters?: string;
  /** The range that the app uses of each axis; a missing axis stays complete. */
  readonly axes: Readonly<Record<string, Axis>>;
}

const fontsource = (family: string, file: string): string =>
  `../node_modules/@fontsource-variable/${family}/files/${family}-${file}.woff2`;

/** Headlines have one weight and follow the optical size. */
const DISPLAY = { wght: 400 };
const TEXT = { wght: { min: 300, max: 700 } };
const MONO = { wght: { min: 400, max: 600 } };
/** The one italic word of a headline. */
const ITALIC = { wght: 380, opsz: 60 };
const ITALIC_FROM = fontsource('fraunces', 'latin-opsz-italic');

export const FONT_FILES: readonly FontFile[] = [
  ...(['latin', 'latin-ext'] as const).flatMap((script) => [
    {
      file: `fraunces-${script}.woff2`,
      from: fontsource('fraunces', `${script}-opsz-normal`),
      axes: DISPLAY,
    },
    {
      file: `geist-${script}.woff2`,
      from: fontsource('geist', `${script}-wght-normal`),
      axes: TEXT,
    },
    {
      file: `geist-mono-${script}.woff2`,
      from: fontsource('geist-mono', `${script}-wght-normal`),
      axes: MONO,
    },
  ]),
  {
    file: 'fraunces-italic-six.woff2',
    from: ITALIC_FROM,
    characters: 'U+69, U+73, U+78',
    axes: ITALIC,
  },
  {
    file: 'fraunces-italic-words.woff2',
    from: ITALIC_FROM,
    characters:
      'U+61-68, U+6A-72, U+74-77, U+79-7A, U+DF, U+E0-E4, U+E7-EA, U+ED, U+F1, U+F3-F6, U+FA, U+FC',
    axes: ITALIC,
  },
];

/** 'U+61-63, U+78' -> 'abcx' */
export function charactersOf(range: string): string {
  const codes = range.split(',').flatMap((part) => {
    const [first = '', last = first] = part.trim().replace('U+', '').split('-');
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_none, n) => from + n);
  });
  return String.fromCodePoint(...codes);
}

/** More than the packages' files have. */
const EVERY_CHARACTER = charactersOf('U+20-2FFF, U+A720-A7FF, U+FEFF, U+FFFD');

/** Makes a font from its package; the same bytes each time. */
export const makeFont = ({ from, characters, axes }: FontFile): Promise<Buffer> =>
  subsetFont(
    readFileSync(fileURLToPath(new URL(from, import.meta.url))),
    characters === undefined ? EVERY_CHARACTER : charactersOf(characters),
    { targetFormat: 'woff2', variationAxes: { ...axes } },
  );

export const fontPath = (file: string): string =>
  fileURLToPath(new URL(`../renderer/ui/fonts/${file}`, import.meta.url));
