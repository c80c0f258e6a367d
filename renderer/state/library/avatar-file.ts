import {
  downloadName,
  formatFor,
  hdName,
  type Avatar,
  type PictureFormat,
} from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import type { FileExtension, FileName } from '../../core/file-name.ts';
import { brandedFolder, LICENCE_NAME, licenceOf, writeLicence } from '../../core/licence.ts';
import type { Order } from '../../core/orders/order.ts';
import type { Scope } from '../../core/scope.ts';
import { folded } from '../../core/search.ts';
import type { NamedFile, Saved } from '../../ports/downloads.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { qualityAtom } from '../settings.ts';

/** 'jpg' is the plain download; the others are 'Download HD'. */
export type DownloadKind = 'jpg' | PictureFormat;

interface Deps {
  readonly store: Pick<Store, 'get'>;
  readonly engine: () => Promise<Engine>;
}

/**
 * Makes the file of an avatar that a screen offers; undefined if its picture can't be read.
 * @throws LikenessError engine-*
 */
export async function avatarFile(
  { store, engine }: Deps,
  avatar: Avatar,
  kind: DownloadKind,
): Promise<NamedFile | undefined> {
  const picture = await store.get('pictures', avatar.uid);
  if (!picture) return undefined;
  const format = kind === 'jpg' ? 'jpeg' : formatFor(kind, avatar.recipe.style);
  return {
    name: kind === 'jpg' ? downloadName(avatar.name, '_avatar.jpg') : hdName(avatar.name, format),
    content:
      format === 'png'
        ? picture.full
        : await (
            await engine()
          ).convert(picture.full, {
            size: avatar.size,
            format,
            ...(kind !== 'jpg' && { quality: qualityAtom.last() }),
          }),
  };
}

export interface Following {
  readonly signal: AbortSignal;
  /** How many of them have been saved. */
  readonly onSaved: (count: number) => void;
  /**
   * Called with the place as soon as the first file is saved. Never called if all files are saved
   * together at the end.
   */
  readonly onPlace?: (saved: Saved) => void;
  /** Makes files to be saved after the avatars, e.g. a report of them. */
  readonly after?: (files: readonly AvatarFile[]) => Promise<readonly NamedFile[]>;
}

/** Where several were saved, and how many weren't, because their picture can't be read. */
export interface Exported extends Saved {
  readonly unread?: number;
}

/** An avatar, and the name of its file. */
export interface AvatarFile {
  readonly avatar: Avatar;
  readonly fileName: FileName;
}

/**
 * How a customer's own brand marks a saved set: the folder's name, and the licence that goes with
 * it. Unless a brand kit is on, the folder keeps its usual name.
 */
export async function whiteLabelOf(
  store: Pick<Store, 'get'>,
  { profileId, genesis }: Scope,
  orders: readonly Order[],
  avatars: readonly Avatar[],
  now: number,
): Promise<{ readonly folder?: string; readonly licence?: NamedFile }> {
  const brand = (await store.get('settings', profileId))?.brand;
  const licence = licenceOf({ orders, avatars, network: genesis, now, brand });
  return {
    ...(brand?.on && { folder: brandedFolder(brand.name) }),
    ...(licence && {
      licence: {
        name: LICENCE_NAME,
        content: new Blob([writeLicence(licence)], { type: 'application/json' }),
      },
    }),
  };
}

/**
 * The files of several avatars, each made when it is requested; equal names get numbers. Avatars
 * whose picture can't be read have none.
 * @throws LikenessError 'download-failed' if that is all of them, or engine-*
 */
export async function* avatarFiles(
  parts: Deps,
  avatars: readonly Avatar[],
  format: PictureFormat,
  { signal, onSaved, after }: Following,
  licence?: NamedFile,
): AsyncGenerator<NamedFile> {
  const taken = new Set<string>();
  const files: AvatarFile[] = [];
  if (licence) {
    taken.add(licence.name);
    yield licence;
  }
  for (const avatar of avatars) {
    if (signal.aborted) throw new LikenessError('engine-aborted');
    const file = await avatarFile(parts, avatar, format);
    if (!file) continue;
    const fileName = freeName(file.name, taken);
    taken.add(folded(fileName));
    yield { ...file, name: fileName };
    files.push({ avatar, fileName });
    onSaved(files.length);
  }
  if (files.length === 0) throw new LikenessError('download-failed');
  yield* (await after?.(files)) ?? [];
}

/**
 * 'Me_avatar_hd.png', 'Me_avatar_hd (2).png' … On many file systems, names that differ only in case
 * or in how an accent is stored are the same.
 */
function freeName(name: FileName, taken: ReadonlySet<string>): FileName {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1) as FileExtension;
  let free = name;
  for (let copy = 2; taken.has(folded(free)); copy++)
    free = `${name.slice(0, dot)} (${String(copy)}).${extension}`;
  return free;
}
