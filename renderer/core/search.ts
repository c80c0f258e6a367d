/**
 * A text for comparing: without upper case, and with each letter and its accent as one character.
 * Names from a Mac's disk often have them as two.
 */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Tests whether a text has every word of a search. */
export function searchFor(search: string): (text: string) => boolean {
  const words = folded(search).split(/\s+/);
  return (text) => {
    const all = folded(text);
    return words.every((word) => all.includes(word));
  };
}
