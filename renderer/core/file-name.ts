/**
 * Every type of file that the app saves, by its extension. The desktop's main process writes no
 * other, so that a compromised page can't leave a program: none of these runs when it is opened.
 */
export const FILE_EXTENSIONS = [
  'png',
  'jpg',
  'webp',
  'svg',
  'gif',
  'mp4',
  'webm',
  'zip',
  'json',
  'txt',
  'likeness',
] as const;
export type FileExtension = (typeof FILE_EXTENSIONS)[number];

/**
 * Whether a file of SVG is a drawing as the engine writes it: groups and filled paths, no scripts,
 * links, styles or text.
 */
export const isDrawing = (file: string): boolean =>
  file.startsWith('<svg ') &&
  file
    .replace(
      /<\/?(?:svg|g|path)(?: (?:xmlns|width|height|viewBox|id|fill|d)="[\w #./:-]*")*\/?>/g,
      '',
    )
    .trim() === '';

/** The report of a run: the only page of HTML that is saved, because a page can hold scripts. */
export const REPORT_PAGE = 'report.html';

/** The name of a file that the app saves: any other doesn't compile. */
export type FileName = `${string}.${FileExtension}` | typeof REPORT_PAGE;

/** Whether a name belongs to a file that the app saves. */
export const isFileName = (name: string): name is FileName =>
  name === REPORT_PAGE ||
  (name.lastIndexOf('.') > 0 &&
    FILE_EXTENSIONS.some((one) => name.toLowerCase().endsWith(`.${one}`)));

/** The extension of a picture's or a video's format. */
export const extensionOf = <F extends FileExtension>(
  format: F | 'jpeg' | 'apng',
): F | 'jpg' | 'png' => (format === 'jpeg' ? 'jpg' : format === 'apng' ? 'png' : format);

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
  const plain = name
    .normalize('NFC')
    .replace(UNFIT, '')
    .replace(/^[\s.]+|\s+$/g, '');
  let kept = '';
  let bytes = 0;
  for (const character of plain) {
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    if (bytes > MOST_BYTES) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** The beginning of a name, of at most so many UTF-16 units: half a character is left out. */
export const shortened = (name: string, most: number): string =>
  name.slice(0, most).replace(/\p{Cs}$/u, '');

/** Windows' devices, which no file can be named after, whatever follows a dot. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** The name, changed if it is a device's on Windows. */
export const withoutDevice = (name: string): string => (DEVICES.test(name) ? `_${name}` : name);

/**
 * Turns a name that a user typed into that of a folder: one plain name in every file system, at most
 * 181 bytes. What separates words still does.
 * @param otherwise the name if nothing is left
 */
export function folderName(name: string, otherwise: string): string {
  const spaced = name.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').replace(/\s+/g, ' ');
  return withoutDevice(partOfFileName(spaced).replace(/[\s.]+$/, '') || otherwise);
}
