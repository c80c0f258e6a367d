/**
 * Longest name in UTF-8 bytes. With the longest ending it fits into the 255 bytes that file systems
 * allow.
 */
const MOST_BYTES = 180;
/**
 * Characters that some system reads as a separator, a stream or a wildcard; invisible ones; and
 * those that reverse the direction of the text after them.
 */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Length of a character in UTF-8 bytes. */
const bytesOf = (code: number): number =>
  code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

/**
 * Cleans a name that a user typed, for use in a file or folder name. The result is one plain name
 * in every file system and archive, never a path. It may be empty.
 */
export function partOfFileName(name: string): string {
  // A name that begins with a dot would be hidden.
  const plain = name.replace(UNFIT, '').replace(/^[\s.]+|\s+$/g, '');
  let kept = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > MOST_BYTES) break;
    kept += character;
  }
  return kept.trimEnd();
}
