import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';

/** Beside 'latest.yml' lies 'latest.yml.sig': 64 bytes of Ed25519 (RFC 8032), base64. */
export const SIGNATURE_EXTENSION = '.sig';
/** A feed of one version is below 2 KB. */
const LONGEST_FEED = 64 * 1024;

/** What is signed: the file's name too, so that one system's feed can't stand for another's. */
export const signedBytes = (file: string, text: string): Uint8Array =>
  new TextEncoder().encode(`likeness update feed 1\n${file}\n${text}`);

/**
 * Holds a feed's file to the operator's key.
 * @param key public key, 32 bytes, base64
 * @throws Error when it isn't signed by that key
 */
export function checkSignature(file: string, text: string, signature: string, key: string): void {
  if (text.length > LONGEST_FEED) throw new Error(`${file} is too long to be a feed`);
  let valid = false;
  try {
    const bytes = Buffer.from(z.base64().length(88).parse(signature.trim()), 'base64');
    // Strict: no second encoding of the same signature is taken.
    valid = ed25519.verify(bytes, signedBytes(file, text), Buffer.from(key, 'base64'), {
      zip215: false,
    });
  } catch {
    // Not a signature at all.
  }
  if (!valid) throw new Error(`${file} isn't signed by the key of this build`);
}

/** A name in the feed's own folder: no other place, no other scheme. */
const fileName = z
  .string()
  .max(200)
  .regex(/^[\w][\w.() -]*$/);
const sum = z.base64().length(88);

/** What electron-updater may read of a feed. Unknown keys are passed on as they are. */
export const feedSchema = z.looseObject({
  version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z.-]{1,50})?$/),
  files: z
    .array(z.looseObject({ url: fileName, sha512: sum }))
    .min(1)
    .max(20),
  path: fileName.optional(),
  sha512: sum.optional(),
});
