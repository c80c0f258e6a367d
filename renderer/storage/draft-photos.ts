import type { Store } from '../ports/store.ts';
import type { Database } from './database.ts';

const NONCE_BYTES = 12;

/**
 * Draft photos under AES-GCM keys of their own. A key can't be exported and its removal leaves the
 * ciphertext unreadable, even if the browser is slow to overwrite it. Everything is stored as
 * Blobs. The picture's media type is sealed with it: one length byte, then the type, then the file.
 */
export function draftPhotos(
  database: Database,
  guarded: <T>(work: () => PromiseLike<T>) => Promise<T>,
): Store['draftPhotos'] {
  return {
    put: (draftId, photo) =>
      guarded(async () => {
        const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
        const sealed = await seal(key, draftId, photo);
        await database.transaction('rw', [database.photos, database.photoKeys], async () => {
          await database.photoKeys.put({ draftId, key });
          await database.photos.put({ draftId, sealed });
        });
      }),

    get: (draftId) =>
      guarded(async () => {
        const [held, stored] = await database.transaction('r', [database.photos, database.photoKeys], () =>
          Promise.all([database.photoKeys.get(draftId), database.photos.get(draftId)]),
        );
        return held && stored && (await open(held.key, draftId, stored.sealed));
      }),

    remove: (draftId) =>
      guarded(() =>
        database.transaction('rw', [database.photos, database.photoKeys], async () => {
          await database.photoKeys.delete(draftId);
          await database.photos.delete(draftId);
        }),
      ),
  };
}

const gcm = (draftId: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`draft photo ${draftId}`),
});

async function seal(key: CryptoKey, draftId: string, photo: Blob): Promise<Blob> {
  const type = new TextEncoder().encode(photo.type.slice(0, 255));
  const plain = await new Blob([Uint8Array.of(type.length), type, photo]).arrayBuffer();
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return new Blob([nonce, await crypto.subtle.encrypt(gcm(draftId, nonce), key, plain)]);
}

async function open(key: CryptoKey, draftId: string, sealed: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await sealed.arrayBuffer());
  const nonce = bytes.slice(0, NONCE_BYTES);
  const plain = new Uint8Array(await crypto.subtle.decrypt(gcm(draftId, nonce), key, bytes.subarray(NONCE_BYTES)));
  const typeEnd = 1 + (plain[0] ?? 0);
  return new Blob([plain.subarray(typeEnd)], { type: new TextDecoder().decode(plain.subarray(1, typeEnd)) });
}
