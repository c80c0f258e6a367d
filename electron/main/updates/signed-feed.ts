import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';

/** The signature of 'latest.yml' is in 'latest.yml.sig': 64 bytes of Ed25519 (RFC 8032), base64. */
export const SIGNATURE_EXTENSION = '.sig';
/** A feed with one version is smaller than 2 KB. */
const LONGEST_FEED = 64 * 1024;

/**
 * The signed bytes. They include the file's name, so that one system's feed can't replace
 * another's.
 */
export const signedBytes = (file: string, text: string): Uint8Array =>
  new TextEncoder().encode(`likeness update feed 1\n${file}\n${text}`);

/**
 * Verifies the signature of a feed file with the operator's key.
 * @param key public key, 32 bytes, base64
 * @throws Error unless that key signed it
 */
export function checkSignature(file: string, text: string, signature: string, key: string): void {
  if (text.length > LONGEST_FEED) throw new Error(`${file} is too long to be a feed`);
  let valid = false;
  try {
    const bytes = Buffer.from(z.base64().length(88).parse(signature.trim()), 'base64');
    // Strict: rejects other encodings of the same signature.
    valid = ed25519.verify(bytes, signedBytes(file, text), Buffer.from(key, 'base64'), {
      zip215: false,
    });
  } catch {
    // Not a signature at all.
  }
  if (!valid) throw new Error(`${file} isn't signed by the key of this build`);
}

/** A file in the feed's own folder: no other folder, no other scheme. */
const fileName = z
  .string()
  .max(200)
  .regex(/^[\w][\w.() -]*$/);
const sum = z.base64().length(88);

/** The part of a feed that electron-updater may read. Unknown keys are passed on unchanged. */
export const feedSchema = z.looseObject({
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,50})?$/),
  files: z
    .array(z.looseObject({ url: fileName, sha512: sum }))
    .min(1)
    .max(20),
  path: fileName.optional(),
  sha512: sum.optional(),
});
