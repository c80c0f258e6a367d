export type FaceId = 'display' | 'text' | 'mono';
/** The width of a text in a face, in units of its size. */
export type Measure = (text: string, face: FaceId) => number;

export interface Fitted {
  readonly lines: readonly string[];
  readonly size: number;
}

interface Request {
  readonly text: string;
  readonly face: FaceId;
  /** The size it gets if there is room, in pixels. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly mostLines: number;
  /** Line height in units of the size. */
  readonly leading: number;
}

/** Longer than any word that is read as one: an address, or a key held down. */
const LONG_WORD = 16;

const lettersOf = (text: string): string[] =>
  Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    ({ segment }) => segment,
  );

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A name of so few letters is not broken. */
const SHORT_NAME = 6;

/** The words of a text without spaces, each with the marks that follow it. */
const unspacedWords = (text: string): string[] => {
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, {
    granularity: 'word',
  }).segment(text)) {
    const before = words.at(-1);
    // Marks and the long-vowel sign never begin a line.
    if (
      before !== undefined &&
      (isWordLike === false || /^[ーぁぃぅぇぉっゃゅょ々]/u.test(segment))
    )
      words[words.length - 1] = before + segment;
    else words.push(segment);
  }
  return words;
};

/** The words, with break points in those that are too long for a line: after a hyphen if possible. */
const wordsOf = (text: string): readonly { readonly text: string; readonly glued: boolean }[] =>
  text
    .trim()
    .split(/\s+/u)
    .flatMap((word) => {
      const { length } = lettersOf(word);
      if (length > SHORT_NAME && UNSPACED.test(word))
        return unspacedWords(word).map((piece, at) => ({ text: piece, glued: at > 0 }));
      if (length <= LONG_WORD) return [{ text: word, glued: false }];
      return word.split(/(?<=[-‐–/·])(?=.)/u).flatMap((piece, at) => {
        const letters = lettersOf(piece);
        const parts = Math.ceil(letters.length / LONG_WORD);
        const each = Math.ceil(letters.length / parts);
        return Array.from({ length: parts }, (_, part) => ({
          text: letters.slice(part * each, (part + 1) * each).join(''),
          glued: at + part > 0,
        }));
      });
    });

/** Breaks a text into a given number of lines so that the longest is as short as possible. */
function balanced(
  words: ReturnType<typeof wordsOf>,
  count: number,
  widthOf: (line: string) => number,
): { lines: readonly string[]; width: number } {
  const line = (from: number, to: number): string =>
    words
      .slice(from, to)
      .map(({ text, glued }, at) => (glued || at === 0 ? text : ` ${text}`))
      .join('');
  // best[n][to]: the narrowest way to set the first `to` words on n lines.
  let best: { width: number; breaks: readonly number[] }[] = words.map((_, at) => ({
    width: widthOf(line(0, at + 1)),
    breaks: [],
  }));
  for (let lines = 2; lines <= count; lines++) {
    const before = best;
    best = words.map((_, at) => {
      let found = before[at] ?? { width: Infinity, breaks: [] };
      for (let from = lines - 1; from <= at; from++) {
        const above = before[from - 1];
        if (!above) continue;
        const width = Math.max(above.width, widthOf(line(from, at + 1)));
        if (width < found.width) found = { width, breaks: [...above.breaks, from] };
      }
      return found;
    });
  }
  const { width, breaks } = best.at(-1) ?? { width: 0, breaks: [] };
  const edges = [0, ...breaks, words.length];
  return {
    width,
    lines: edges.slice(1).map((to, at) => line(edges[at] ?? 0, to)),
  };
}

/**
 * Sets a text as large as a box allows, on fewer lines where that costs little size. Text that
 * doesn't fit otherwise gets small; nothing is cut off.
 */
export function fitText(request: Request, measure: Measure): Fitted {
  const { text, face, size, width, height, mostLines, leading } = request;
  const words = wordsOf(text);
  if (text.trim() === '') return { lines: [], size: 0 };
  const known = new Map<string, number>();
  const widthOf = (line: string): number => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const measured = measure(line, face);
    known.set(line, measured);
    return measured;
  };
  let best: Fitted | undefined;
  for (let count = 1; count <= Math.min(mostLines, words.length); count++) {
    const set = balanced(words, count, widthOf);
    const largest = Math.min(
      size,
      width / Math.max(set.width, 0.01),
      height / (set.lines.length * leading),
    );
    // One more line is worth it if it makes the text noticeably larger.
    if (!best || largest > best.size * 1.14) best = { lines: set.lines, size: largest };
  }
  return best ?? { lines: [], size: 0 };
}
