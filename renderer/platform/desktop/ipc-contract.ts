import { z } from 'zod';

import { PHOTO_MAX_BYTES } from '../../core/constants.ts';
import { ENGINE_CALLS, engineEvent, type EngineCall } from '../../core/engines/calls.ts';
import { isErrorCode, type ErrorCode } from '../../core/errors.ts';
import { isLogEntry, MOST_ENTRIES, type LogEntry } from '../../core/log/entry.ts';
import { rpcAddress } from '../../core/rpc.ts';
import { updateStateSchema } from '../../core/updates.ts';
import { PAGE_STAGES, walletCallSchema } from '../../core/wallet-calls.ts';

/** More than any picture of an avatar needs. */
const LARGEST_PICTURE_BYTES = 64 * 1024 * 1024;

/** The largest piece of a file. A film or a report may be larger than one message can be. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** Most files that one dialog returns, or that the app is opened with at once. */
export const MOST_HANDED_OVER = 100;

/** Most pictures in one drag, and most bytes together. All are in memory while the drag starts. */
export const MOST_DRAGGED = 50;
export const MOST_DRAGGED_BYTES = 256 * 1024 * 1024;

const nothing = z.null();
/** The output of a call that answers nothing. It travels as null. */
const done = nothing.default(null) as unknown as z.ZodType<void>;
const route = z.string().startsWith('/').max(4_096);
const bytes = (most: number) =>
  z.instanceof(Uint8Array).refine((value) => value.byteLength <= most, `at most ${most} bytes`);
/** The profile that a folder for pictures belongs to. Main keeps the folders' paths. */
const profile = z.string().min(1).max(200);
const fileName = z.string().min(1).max(1_000);
/** What became of a file in that folder. */
const outcome = z.enum(['written', 'gone', 'full', 'failed']);
/** Files that the user picked or opened with the app, by number and name. */
const handedOver = z
  .array(z.strictObject({ id: z.uuid(), name: z.string() }))
  .max(MOST_HANDED_OVER);

/** The engines of the user's own, which main calls: 'engines.list' and so on. */
const engineCalls = Object.fromEntries(
  Object.entries(ENGINE_CALLS).map(([name, call]) => [`engines.${name}`, call]),
) as { readonly [C in EngineCall as `engines.${C}`]: (typeof ENGINE_CALLS)[C] };

/**
 * The only contract between the page and the main process. Main parses its inputs and its own
 * outputs; the page parses what it receives. The page never sends a path.
 */
export const CONTRACT = {
  /** Shows the system's open dialog. Empty if the user cancels. */
  'photos.pick': { input: nothing, output: handedOver },
  /** Reads a picked file. Each can be read once. */
  'photos.read': {
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ bytes: bytes(PHOTO_MAX_BYTES) }),
  },
  /**
   * What arrived from outside since the last call: a route, photos opened with the app, and a crash
   * that the app recovered from.
   */
  'launchEvents.take': {
    input: nothing,
    output: z.strictObject({
      path: route.nullable(),
      photos: handedOver,
      crash: z.enum(['page', 'graphics']).nullable(),
      /**
       * The folder that was being filled when the page crashed, and how many files are in it. Each
       * file is complete.
       */
      interrupted: z
        .strictObject({ id: z.uuid(), place: z.string(), files: z.int().min(1) })
        .nullable(),
    }),
  },
  /**
   * Creates a folder for several files in the chosen one, or in Downloads. Pass its number to
   * 'files.begin'.
   */
  'downloads.newFolder': {
    input: z.strictObject({ name: fileName }),
    output: z.strictObject({ id: z.uuid(), place: z.string() }),
  },
  /**
   * Closes that folder: no more files follow. If the page crashes before this call, it learns
   * after the restart what the folder holds.
   */
  'downloads.closeFolder': { input: z.strictObject({ id: z.uuid() }), output: done },
  /** Starts a system drag of pictures (PNG or JPEG) out of the window. */
  'downloads.drag': {
    input: z.strictObject({
      files: z
        .array(z.strictObject({ name: fileName, bytes: bytes(LARGEST_PICTURE_BYTES) }))
        .min(1)
        .max(MOST_DRAGGED)
        .refine(
          (files) =>
            files.reduce((sum, file) => sum + file.bytes.byteLength, 0) <= MOST_DRAGGED_BYTES,
          `at most ${MOST_DRAGGED_BYTES} bytes together`,
        ),
    }),
    output: done,
  },
  /** Shows a file that was saved in this run in its folder. */
  'downloads.reveal': { input: z.strictObject({ id: z.uuid() }), output: done },
  /** The name of the folder for saved files, and whether it can be found: its disk may be gone. */
  'downloads.folder': {
    input: nothing,
    output: z.strictObject({ folder: z.string(), chosen: z.boolean(), found: z.boolean() }),
  },
  /** Asks for another folder. Without a choice, everything stays as it was. */
  'downloads.chooseFolder': { input: nothing, output: done },
  /** Returns to Downloads. */
  'downloads.forgetFolder': { input: nothing, output: done },
  /**
   * Starts a file in the chosen folder, in Downloads or in a new folder, under a safe name that isn't
   * taken. It is written in pieces, and gets its name when it is complete and read back.
   */
  'files.begin': {
    input: z.strictObject({ name: fileName, folder: z.uuid().exactOptional() }),
    output: z.strictObject({ id: z.uuid() }),
  },
  'files.append': {
    input: z.strictObject({ id: z.uuid(), bytes: bytes(PIECE_BYTES) }),
    output: done,
  },
  /** `id` identifies the saved file for 'downloads.reveal'. */
  'files.finish': {
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ id: z.uuid(), place: z.string() }),
  },
  'files.abort': { input: z.strictObject({ id: z.uuid() }), output: done },
  /** The folder that a profile's pictures are copied into, and whether it can be found. */
  'pictures.folder': {
    input: z.strictObject({ profile }),
    output: z.strictObject({ name: z.string(), found: z.boolean() }).nullable(),
  },
  /** Asks for that folder. Without a choice, everything stays as it was. */
  'pictures.choose': { input: z.strictObject({ profile }), output: done },
  /** Writes no more into it; null forgets the folders of all profiles. */
  'pictures.forget': { input: z.strictObject({ profile: profile.nullable() }), output: done },
  /** The names of the files in it. */
  'pictures.names': { input: z.strictObject({ profile }), output: z.array(z.string()) },
  /** Starts a file in it, in pieces. It gets its name once it is complete and read back. */
  'pictures.begin': {
    input: z.strictObject({ profile, name: fileName }),
    output: z.union([z.strictObject({ id: z.uuid() }), outcome]),
  },
  'pictures.append': {
    input: z.strictObject({ id: z.uuid(), bytes: bytes(PIECE_BYTES) }),
    output: outcome,
  },
  'pictures.finish': { input: z.strictObject({ id: z.uuid() }), output: outcome },
  'pictures.abort': { input: z.strictObject({ id: z.uuid() }), output: done },
  /** A piece of an automatic backup in it; empty at its end. No other file can be read. */
  'pictures.read': {
    input: z.strictObject({ profile, name: fileName, at: z.int().min(0) }),
    output: bytes(PIECE_BYTES),
  },
  /** Removes an automatic backup from it. No other file can be removed. */
  'pictures.remove': { input: z.strictObject({ profile, name: fileName }), output: done },
  /** Opens an allow-listed address in the user's browser. */
  'links.open': { input: z.strictObject({ url: z.string().max(4_096) }), output: done },
  /**
   * Asks an RPC that the build doesn't name which chain it serves, if the user agrees to contact
   * its host.
   */
  'rpc.test': {
    input: z.strictObject({ address: z.string().max(500) }),
    output: z.strictObject({ genesis: z.string().max(44), bytesUp: z.int(), bytesDown: z.int() }),
  },
  /**
   * Sets the RPC to ask first, from the next page load on: one that the build names, a tested one,
   * or null for the build's order.
   */
  'rpc.use': {
    input: z.strictObject({
      address: z
        .string()
        .refine((address) => rpcAddress(address) === address)
        .nullable(),
    }),
    output: done,
  },
  ...engineCalls,
  /** Shows progress, 0 to 1, on the taskbar or dock and keeps the device awake. Null ends both. */
  'attention.progress': {
    input: z.strictObject({ done: z.number().min(0).max(1).nullable() }),
    output: done,
  },
  /** Shows a system notification if the window isn't in front. A click opens the route. */
  'attention.notify': {
    input: z.strictObject({ title: z.string().max(100), body: z.string().max(300), path: route }),
    output: done,
  },
  /** Progress of the update check. Null where this program can't be updated. */
  'updates.state': { input: nothing, output: updateStateSchema.nullable() },
  /** Turns the automatic update check on or off. */
  'updates.automatic': { input: z.strictObject({ on: z.boolean() }), output: done },
  'updates.check': { input: nothing, output: done },
  /** Both run only when the user asks, and do nothing in a stage that doesn't offer them. */
  'updates.download': { input: nothing, output: done },
  'updates.install': { input: nothing, output: done },
  /**
   * Asks a wallet in the user's own browser through the loopback page. Resolves when it has
   * answered.
   */
  'wallet.ask': { input: walletCallSchema, output: z.strictObject({ result: z.unknown() }) },
  /** Cancels the open wallet request. A later answer is refused. */
  'wallet.cancel': { input: nothing, output: done },
  /** Opens the loopback page again, at a new address. */
  'wallet.openAgain': { input: nothing, output: done },
  /** The Solana account that was last connected there, unless it was forgotten since. */
  'wallet.connected': {
    input: nothing,
    output: z.strictObject({ address: z.string().nullable() }),
  },
  'wallet.forget': { input: nothing, output: done },
  /** Main's log entries, oldest first. */
  'log.read': {
    input: nothing,
    output: z.array(z.custom<LogEntry>(isLogEntry)).max(MOST_ENTRIES),
  },
  'log.erase': { input: nothing, output: done },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export const EVENT_PAYLOADS = {
  /** Something arrived from outside; 'launchEvents.take' returns it. */
  arrived: z.null(),
  /** What an engine tells while it works. */
  engine: engineEvent,
  /** The loopback page's open request and its stage. Null if there is none. */
  wallet: z
    .strictObject({
      code: z.string().regex(/^\d{4}$/),
      wallet: z.enum(['phantom', 'metamask']),
      stage: z.enum(PAGE_STAGES),
    })
    .nullable(),
  /** Progress of the update check. */
  updates: updateStateSchema,
} as const satisfies Record<string, z.ZodType>;

export type Channel = keyof typeof CONTRACT;
export type EventName = keyof typeof EVENT_PAYLOADS;
export type Input<C extends Channel> = z.infer<(typeof CONTRACT)[C]['input']>;
export type Output<C extends Channel> = z.infer<(typeof CONTRACT)[C]['output']>;
export type Payload<E extends EventName> = z.infer<(typeof EVENT_PAYLOADS)[E]>;

const errorCode = z.custom<ErrorCode>(isErrorCode);

/** How a call ended: a value, or an error code with its context. */
export const outcomeSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    code: errorCode,
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
