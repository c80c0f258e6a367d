import { z } from 'zod';

import { KINDS, type EngineKind } from './attempts.ts';
import type { EngineErrorCode, HostErrorCode } from './engine.ts';

/** Where an engine is, by the address that its name stands for. */
export const ADDRESS_CLASSES = ['machine', 'network', 'internet'] as const;
export type AddressClass = (typeof ADDRESS_CLASSES)[number];

export { KINDS, type EngineKind };

/** Characters of a workflow as JSON; large ones have a few hundred thousand. */
const WORKFLOW_MOST = 2 * 1024 * 1024;

export const engineName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'A name has small letters, digits and hyphens.');

/** http or https, without a name, a password, a query or a slash at its end. */
export const engineAddress = z
  .string()
  .max(500)
  .refine((address) => {
    if (!URL.canParse(address) || /[?#]/.test(address)) return false;
    const { protocol, username, password } = new URL(address);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  }, 'An address is like http://127.0.0.1:8188, without a name, a password or a query.')
  .transform((address) => address.replace(/\/+$/, ''));

export const engineKey = z.string().max(2_000);

/** How an engine is reached. */
export const engineSetup = z.strictObject({
  /** As the user calls it. */
  name: engineName,
  kind: z.enum(KINDS),
  address: engineAddress,
  /** For `edits`, of a server that has several models. */
  model: z.string().min(1).max(200).exactOptional(),
  /** For `comfy`: 'qwen-edit' (the default) or 'kontext', or the user's own in API format, as JSON. */
  workflow: z.string().min(1).max(WORKFLOW_MOST).exactOptional(),
});
export type EngineSetup = Readonly<z.infer<typeof engineSetup>>;

/** An engine as it is set up. A key is written, and never read back. */
export const knownEngine = engineSetup.extend({
  hasKey: z.boolean(),
  /** The key is only in memory, since there is no keychain, and has to be given again after the end. */
  keyInMemory: z.literal(true).exactOptional(),
  /** The class of address that photos may be sent to. Missing: not asked, said no, or changed since. */
  photosAllowed: z.enum(ADDRESS_CLASSES).exactOptional(),
  /** Bytes of photos that it was sent since it was set up. */
  photoBytes: z.int().min(0),
});
export type KnownEngine = Readonly<z.infer<typeof knownEngine>>;

/** What a probe found. Sentences are English and from the engine. */
export const probed = z.strictObject({
  version: z.string(),
  missing: z.array(z.string()),
  sendsOn: z.array(z.string()),
  class: z.enum(ADDRESS_CLASSES),
});

/** How making a picture ended. */
export interface EngineFailure {
  readonly code: EngineErrorCode | HostErrorCode;
  /** What the engine said, one line, cut. */
  readonly said: string;
  /** English, for the log; screens have their own by `code`. */
  readonly sentence: string;
}
