import { LikenessError } from '../core/errors.ts';
import { isEmailProfile } from '../core/scope.ts';
import type { Store } from '../ports/store.ts';
import type { CodecBook } from './codec.ts';
import type { Database, SealedPhoto } from './database.ts';
import type { RowCodec } from './rows.ts';
import { restored, storable } from './stored-blobs.ts';
import { utf8 } from './vault/bytes.ts';
import { open, seal } from './vault/crypto.ts';

/** Binds a ciphertext to its draft and profile. */
const address = (draftId: string, profileId: string) => ({
  table: 'photos',
  name: draftId,
  profileId,
});

interface PhotoDeps {
  readonly database: Database;
  readonly guarded: <T>(work: () => PromiseLike<T>) => Promise<T>;
  readonly codec: RowCodec;
  readonly codecFor: CodecBook;
  readonly now: () => number;
}

/**
 * Draft photos, each encrypted with its own AES-GCM key. The key can't be exported, and removing it
 * makes the ciphertext unreadable, even if the browser is slow to overwrite it. Everything is
 * stored as Blobs. The plaintext is one length byte, the picture's media type, then the file.
 */
export function draftPhotos({
  database,
  guarded,
  codec: rowCodec,
  codecFor,
  now,
}: PhotoDeps): Store['draftPhotos'] {
  /** The account's own seal, inside the draft's. While the account is locked, so is the photo. */
  const sealFor = async (profileId: string, draftId: string, photo: Blob): Promise<Blob> => {
    const codec = codecFor(profileId);
    if (!codec) throw new LikenessError('storage-locked');
    return (await codec.seal({ photo }, address(draftId, profileId))) as Blob;
  };
  return {
    put: (draftId, photo, profileId, at = now()) =>
      guarded(async () => {
        const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
          'encrypt',
          'decrypt',
        ]);
        const owner = profileId !== undefined && isEmailProfile(profileId) ? profileId : undefined;
        const inner = owner === undefined ? photo : await sealFor(owner, draftId, photo);
        const stored = (await storable(
          await sealPhoto(key, draftId, inner),
        )) as SealedPhoto['sealed'];
        await database.transaction('rw', [database.photos, database.photoKeys], async () => {
          await database.photoKeys.put({ draftId, key });
          await database.photos.put({
            draftId,
            sealed: stored,
            ...(owner !== undefined && { profileId: owner, at }),
          });
        });
      }),

    get: (draftId) =>
      guarded(async () => {
        const [held, stored] = await database.transaction(
          'r',
          [database.photos, database.photoKeys],
          () => Promise.all([database.photoKeys.get(draftId), database.photos.get(draftId)]),
        );
        if (!held || !stored) return undefined;
        const { profileId } = stored;
        const codec = profileId === undefined ? undefined : codecFor(profileId);
        if (profileId !== undefined && !codec) return undefined;
        const inner = await openPhoto(held.key, draftId, restored(stored.sealed) as Blob);
        if (profileId === undefined || !codec) return inner;
        const { photo } = (await codec.open(inner, address(draftId, profileId))) as {
          readonly photo: Blob;
        };
        return photo;
      }),

    sweep: (time) =>
      guarded(() =>
        database.transaction(
          'rw',
          [database.photos, database.photoKeys, database.drafts],
          async () => {
            // From when the clock was ahead. What an account seals isn't corrected elsewhere.
            const at = now();
            await database.photos.filter((row) => (row.at ?? 0) > at).modify({ at });
            await database.drafts.filter((row) => row.createdAt > at).modify({ createdAt: at });
            const due = await database.photos
              .filter(({ profileId, at = 0 }) => profileId !== undefined && at < time)
              .primaryKeys();
            // Nobody can open or delete an unreadable draft, so its photo expires too.
            const unread = await database.drafts
              .filter((row) => row.createdAt < time && rowCodec.unread.has('drafts', row))
              .primaryKeys();
            due.push(...unread);
            await database.photoKeys.bulkDelete(due);
            await database.photos.bulkDelete(due);
            await database.drafts
              .filter(({ profileId, createdAt }) => isEmailProfile(profileId) && createdAt < time)
              .delete();
          },
        ),
      ),

    remove: (draftId) =>
      guarded(() =>
        database.transaction('rw', [database.photos, database.photoKeys], async () => {
          await database.photoKeys.delete(draftId);
          await database.photos.delete(draftId);
        }),
      ),
  };
}

const bound = (draftId: string): string => `draft photo ${draftId}`;

async function sealPhoto(key: CryptoKey, draftId: string, photo: Blob): Promise<Blob> {
  const type = utf8(photo.type.slice(0, 255));
  const plain = await new Blob([Uint8Array.of(type.length), type, photo]).arrayBuffer();
  return new Blob([await seal(key, new Uint8Array(plain), bound(draftId))]);
}

async function openPhoto(key: CryptoKey, draftId: string, sealed: Blob): Promise<Blob> {
  const plain = await open(key, new Uint8Array(await sealed.arrayBuffer()), bound(draftId));
  const typeEnd = 1 + (plain[0] ?? 0);
  return new Blob([plain.subarray(typeEnd)], {
    type: new TextDecoder().decode(plain.subarray(1, typeEnd)),
  });
}
