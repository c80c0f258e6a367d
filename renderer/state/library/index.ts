import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { z } from 'zod';

import type { HdFormat } from '../../core/avatars.ts';
import type { BrandKit } from '../../core/brand-kit.ts';
import { LikenessError } from '../../core/errors.ts';
import { afterTimeout } from '../after.ts';
import { decodeImage } from '../decode-image.ts';
import { useObjectUrl } from '../object-url.ts';
import { portsAtom, useAccount } from '../ports.ts';
import { rememberedAtom } from '../remembered-atom.ts';
import { localMemory } from '../remembered.ts';
import { scopeAtom } from '../scope.ts';
import { settingsAtom, useSettings } from '../settings.ts';
import { useAsync } from '../use-async.ts';
import { useSnapshot } from '../use-snapshot.ts';
import type { LibraryState } from './library-state.ts';
import { createLibrary, type Library } from './library.ts';
import { UNDO_MS, type Undo } from './removals.ts';

/**
 * A picture that the page shows, as a file: decoded by an image element and encoded again. A JPEG
 * gets a white ground.
 * @param quality 0 to 1, for JPEG and WebP
 * @throws LikenessError 'engine-unsupported' if the browser can't write this format
 */
export async function shippedPicture(url: string, format: HdFormat, quality = 0.92): Promise<Blob> {
  const image = await decodeImage(url);
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2d context');
  if (format === 'jpeg') {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  const file = await canvas.convertToBlob({ type: `image/${format}`, quality });
  if (file.type !== `image/${format}`)
    throw new LikenessError('engine-unsupported', { part: `${format} encoder` });
  return file;
}

export type { AvatarFile, Exported } from './avatar-file.ts';
export { type Library, NAME_MAX_LENGTH } from './library.ts';
export { type Elsewhere, type LibraryState } from './library-state.ts';
export {
  avatarPath,
  dashboardPath,
  isPlain,
  NO_QUERY,
  parseQuery,
  queryParams,
  selectAvatars,
  SORTS,
  type Age,
  type LibraryQuery,
  type Sort,
} from './query.ts';
export { type Sample, sampleOf, SAMPLES, sampleUid } from './samples.ts';

export const libraryAtom = atom((get) =>
  createLibrary({
    ...get(portsAtom),
    scope: get(scopeAtom),
    memory: localMemory(),
    after: afterTimeout,
  }),
);

export const useLibrary = (): Library => useAtomValue(libraryAtom);
/**
 * The library. While it is `untouched`, a visitor sees the samples if the settings allow them.
 * Users who have an account, or whose library is merely closed, never see invented figures as their
 * own.
 */
export function useLibraryState(): LibraryState {
  const state = useSnapshot(useLibrary());
  const { samples } = useSettings();
  const { status } = useAccount();
  const visitor = samples && status === 'none' && state.elsewhere === undefined;
  return useMemo(() => ({ ...state, untouched: state.untouched && visitor }), [state, visitor]);
}

/** The brand that replaces the product's own: one that is on and that a plan unlocks. */
export function useBrand(): BrandKit | undefined {
  const kit = useSnapshot(useAtomValue(settingsAtom)).brand;
  const { unlocked } = useLibraryState();
  return kit?.on && unlocked.has('white-label') ? kit : undefined;
}

/** The address of an own avatar's picture, once it is read; revoked when it is no longer shown. */
export function usePictureUrl(
  uid: string | undefined,
  which: 'thumb' | 'full',
): string | undefined {
  const library = useLibrary();
  const read = useMemo(
    () => (uid === undefined ? undefined : () => library.picture(uid)),
    [library, uid],
  );
  return useObjectUrl(useAsync(read, 'avatar.picture')?.[which]);
}

/** A change that can be undone. */
export interface Undoable {
  /** 'Realistic 1 was deleted' */
  readonly words: string;
  readonly undo: Undo;
}
const offeredAtom = atom<(Undoable & { readonly end: () => void }) | undefined>(undefined);
/**
 * The last change to avatars, until its `end`, another change, another profile, or the time when
 * removed pictures are deleted.
 */
export const undoableAtom = atom(
  (get) => get(offeredAtom),
  (get, set, made: Undoable | undefined) => {
    get(offeredAtom)?.end();
    if (!made) return;
    const end = (): void => {
      cancel();
      leave();
      set(offeredAtom, (now) => (now === offered ? undefined : now));
    };
    const cancel = afterTimeout(UNDO_MS, end);
    const leave = get(scopeAtom).subscribe(end);
    const offered = { ...made, end };
    set(offeredAtom, offered);
  },
);

/** The size of the contact sheet's pictures. */
export const densityAtom = rememberedAtom('density', z.enum(['large', 'small']), 'large');
