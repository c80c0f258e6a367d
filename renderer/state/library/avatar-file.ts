import { downloadName, HD_SUFFIXES, type Avatar, type HdFormat } from '../../core/avatars.ts';
import { LikenessError } from '../../core/errors.ts';
import type { NamedFile, Saved } from '../../ports/downloads.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/** 'jpg' is the plain download; the others are 'Download HD'. */
export type DownloadKind = 'jpg' | HdFormat;

interface Deps {
  readonly store: Pick<Store, 'get'>;
  readonly engine: () => Promise<Engine>;
}

/** The file that a screen promises of an avatar. @throws LikenessError 'download-failed' when its picture is gone, or engine-* */
export async function avatarFile(
  { store, engine }: Deps,
  avatar: Avatar,
  kind: DownloadKind,
): Promise<NamedFile> {
  const picture = await store.get('pictures', avatar.uid);
  if (!picture) throw new LikenessError('download-failed');
  const format = kind === 'jpg' ? 'jpeg' : kind;
  return {
    name: downloadName(avatar.name, kind === 'jpg' ? '_avatar.jpg' : HD_SUFFIXES[kind]),
    content:
      format === 'png'
        ? picture.full
        : await (await engine()).convert(picture.full, { size: avatar.size, format }),
  };
}

export interface Following {
  readonly signal: AbortSignal;
  /** How many of them are saved. */
  readonly onSaved: (count: number) => void;
  /** Where they go, as soon as there is a first; never, where all comes at the end. */
  readonly onPlace?: (saved: Saved) => void;
}

/** The files of several avatars, each made when it is asked for; those of one name get numbers. */
export async function* avatarFiles(
  parts: Deps,
  avatars: readonly Avatar[],
  format: HdFormat,
  { signal, onSaved }: Following,
): AsyncGenerator<NamedFile> {
  const taken = new Set<string>();
  for (const [index, avatar] of avatars.entries()) {
    if (signal.aborted) throw new LikenessError('engine-aborted');
    const { name, content } = await avatarFile(parts, avatar, format);
    const free = freeName(name, taken);
    taken.add(free.toLowerCase());
    yield { name: free, content };
    onSaved(index + 1);
  }
}

/** 'Me_avatar_hd.png', 'Me_avatar_hd (2).png' … Two names that differ in case alone are one on many disks. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let copy = 2; taken.has(free.toLowerCase()); copy++)
    free = `${name.slice(0, dot)} (${String(copy)})${name.slice(dot)}`;
  return free;
}
