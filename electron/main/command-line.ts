import { extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isLink, routeOf } from './deep-link.ts';

/** Of the files that the app opens, in its dialog and by association. */
export const PICTURE_EXTENSIONS = ['png', 'jpg', 'jpeg', 'webp', 'avif', 'gif'] as const;

/** What the app was started for. */
export interface Asked {
  /** A route of the app, by a link. */
  readonly path?: string | undefined;
  /** Absolute paths of pictures to open. */
  readonly files: readonly string[];
}

/**
 * Reads the arguments of a start, ours or a second one's. A link may come from a web page, and
 * on some systems a clever one breaks out of its argument: beside a link no file is opened.
 * @param argv the program first
 * @param folder that relative names are meant in
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

/** Not a Windows drive: those have one letter. */
const isAddress = (argument: string): boolean => /^[a-z][a-z\d+.-]+:/i.test(argument);

/** Linux's file managers hand over addresses of files; one on another machine is not opened. */
function localPath(address: string): string | undefined {
  try {
    const { protocol, host } = new URL(address);
    return protocol === 'file:' && host === '' ? fileURLToPath(address) : undefined;
  } catch {
    return undefined; // No address of a file.
  }
}
