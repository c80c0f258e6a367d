import { z } from 'zod';

import { fromBase64, toBase64 } from '../base64.ts';
import { ENGINE_SENTENCES, HOST_SENTENCES } from './engine.ts';
import {
  ADDRESS_CLASSES,
  engineAddress,
  engineKey,
  engineName,
  engineSetup,
  KINDS,
  knownEngine,
  probed,
  type EngineFailure,
} from './setup.ts';

/** The most that a photo for an engine has: 1,536 pixels square as JPEG take a tenth of it. */
export const PHOTO_MOST_BYTES = 4 * 1024 * 1024;
/** The most that is read of a picture. */
export const PICTURE_MOST_BYTES = 64 * 1024 * 1024;

const nothing = z.null();
const bytes = (most: number) =>
  z.custom<Uint8Array>(
    (value) => value instanceof Uint8Array && value.byteLength <= most,
    `at most ${most} bytes`,
  );
const id = z.uuid();
const name = engineName;
const words = z.string().max(4_000);
const engineJob = z.string().min(1).max(200);

const CODES = Object.keys({
  ...ENGINE_SENTENCES,
  ...HOST_SENTENCES,
}) as readonly EngineFailure['code'][];
const failure = z.strictObject({
  code: z.enum(CODES),
  said: z.string(),
  sentence: z.string(),
});

const lookJob = z.strictObject({
  id: z.uuid(),
  engineJob: engineJob.exactOptional(),
  text: z.strictObject({ instruction: words, description: words }),
  photo: bytes(PHOTO_MOST_BYTES),
  size: z.int().min(64).max(4_096),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32),
});
/** What went to the engine meanwhile. */
const sent = z.strictObject({ photoBytes: z.int().min(0), host: z.string() });
const picture = z.union([
  z.strictObject({ value: bytes(PICTURE_MOST_BYTES), sent }),
  z.strictObject({ failure, sent }),
]);
const asking = z.strictObject({ id, name, job: lookJob });

/** A call's result, or the engine's failure. */
const or = <T extends z.ZodType>(value: T) =>
  z.union([z.strictObject({ value }), z.strictObject({ failure })]);

/**
 * What the page asks of the host of its engines: Electron's main process, or the local server that it
 * came from. Both sides parse. `id` names the call, for 'cancel' and for what is reported meanwhile.
 */
export const ENGINE_CALLS = {
  list: { input: nothing, output: or(z.array(knownEngine)) },
  find: {
    input: z.strictObject({ id, address: engineAddress, key: engineKey }),
    output: or(z.strictObject({ kind: z.enum(KINDS), address: engineAddress })),
  },
  save: {
    input: z.strictObject({ setup: engineSetup, key: engineKey.exactOptional() }),
    output: or(knownEngine),
  },
  remove: { input: z.strictObject({ name }), output: or(nothing) },
  probe: { input: z.strictObject({ id, name }), output: or(probed) },
  allowPhotos: {
    input: z.strictObject({ name, allowed: z.enum(ADDRESS_CLASSES).nullable() }),
    output: or(nothing),
  },
  make: { input: asking, output: picture },
  resume: { input: asking, output: picture },
  /** Ends a call. What the page only `left` is asked for later, if the engine knows its jobs. */
  cancel: { input: z.strictObject({ id, left: z.boolean() }), output: or(nothing) },
  /** Says that the engine's name for the job was written down, which 'make' waits for. */
  kept: { input: z.strictObject({ id }), output: or(nothing) },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type EngineCall = keyof typeof ENGINE_CALLS;
export type EngineInput<C extends EngineCall> = z.infer<(typeof ENGINE_CALLS)[C]['input']>;
export type EngineOutput<C extends EngineCall> = z.infer<(typeof ENGINE_CALLS)[C]['output']>;

/** What is reported while a call goes on. */
export const engineEvent = z.union([
  /** The job's place in the engine's queue, from 1; 0 while its picture is made. */
  z.strictObject({ id, place: z.int().min(0) }),
  /** Its name for the job, which has to be written down; 'kept' answers. */
  z.strictObject({ id, engineJob }),
]);
export type EngineEvent = Readonly<z.infer<typeof engineEvent>>;

/** Where the local server takes calls: `/engines/` and their names. */
export const RELAY = '/engines/';
/** The most that a call has as text: a photo in Base64, and words. */
export const CALL_MOST_BYTES = 8 * 1024 * 1024;

const inBase64 = z.strictObject({ base64: z.string() });
/** As JSON, with bytes in Base64. */
export const toText = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, plain: unknown) {
    // Node's buffers have made themselves a list by now.
    const whole = this[key];
    return whole instanceof Uint8Array ? { base64: toBase64(whole) } : plain;
  });
/** @throws SyntaxError, DOMException */
export const fromText = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => {
    const read = inBase64.safeParse(value);
    return read.success ? fromBase64(read.data.base64) : value;
  });

/** A line of the local server's answer: what is reported meanwhile, and at last the call's output. */
export const relayLine = z.union([
  z.strictObject({ event: engineEvent }),
  z.strictObject({ output: z.unknown() }),
]);
