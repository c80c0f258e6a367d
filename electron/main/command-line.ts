import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isLink, routeOf } from './deep-link.ts';

/** Pictures that the app opens, in its dialog and by file association. */
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'jfif', 'webp', 'avif', 'gif'] as const;

/** The commands of the studio's command line, which `commands/` runs or refuses with a sentence. */
const COMMANDS = new Set([
  'render',
  'bulk',
  'animate',
  'banner',
  'look',
  'serve',
  'worker',
  'status',
  'token',
  'doctor',
  'help',
  '--help',
  '--version',
]);

/**
 * The command that the program was started with, and its arguments. Switches for Chromium may
 * precede it. As with files, a start with a link has none.
 * @param given the arguments after the program's own name
 */
export function commandOf(given: readonly string[]): readonly string[] | undefined {
  if (given.some(isLink)) return undefined;
  const first = given.findIndex((argument) => COMMANDS.has(argument) || !argument.startsWith('-'));
  return COMMANDS.has(given[first] ?? '') ? given.slice(first) : undefined;
}

/** What a start of the app asks for. */
export interface Asked {
  /** An app route, from a link. */
  readonly path?: string | undefined;
  /** Absolute paths of the pictures to open. */
  readonly files: readonly string[];
}

/**
 * Reads the arguments of this start or of a second one. A web page can send a link, and on some
 * systems a crafted link can break out of its argument, so files are ignored if there is a link.
 * @param argv starts with the program
 * @param folder base of relative names
 */
export function readCommandLine(argv: readonly string[], folder: string): Asked {
  const given = argv.slice(1);
  if (given.some(isLink)) return { path: routeOf(given), files: [] };
  return { files: given.flatMap((argument) => picturePath(argument, folder) ?? []) };
}

function picturePath(argument: string, folder: string): string | undefined {
  if (argument.startsWith('-')) return undefined;
  const path = isAddress(argument) ? localPath(argument) : resolve(folder, argument);
  if (path === undefined || path.includes('\0')) return undefined;
  const extension = extname(path).slice(1).toLowerCase();
  return PICTURE_EXTENSIONS.some((known) => known === extension) ? path : undefined;
}

/** A Windows drive doesn't match: it has a single letter. */
const isAddress = (argument: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(argument);

/** Linux file managers pass file:// addresses. Those on another machine aren't opened. */
function localPath(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address);
    return protocol === 'file:' && host === '' ? fileURLToPath(address) : undefined;
  } catch {
    return undefined; // Not a file address.
  }
}
