import { z } from 'zod';

import { PHOTO_MAX_BYTES } from '../../core/constants.ts';
import { isErrorCode, type ErrorCode } from '../../core/errors.ts';
import { isLogEntry, MOST_ENTRIES, type LogEntry } from '../../core/log/entry.ts';
import { rpcAddress } from '../../core/rpc.ts';
import { updateStateSchema } from '../../core/updates.ts';
import { PAGE_STAGES, walletCallSchema } from '../../core/wallet-calls.ts';
import type { Channel, EventName } from './ipc-channels.ts';

/** Above any avatar at 2048 px, or a film of one. */
const LARGEST_FILE_BYTES = 64 * 1024 * 1024;

/** Of a file that comes in pieces. */
const LARGEST_PIECE_BYTES = 4 * 1024 * 1024;

/** Files of one dialog, or opened with the app at once. */
export const MOST_HANDED_OVER = 100;

/** Pictures of one drag, and their bytes together: they are in memory while it begins. */
export const MOST_DRAGGED = 50;
export const MOST_DRAGGED_BYTES = 256 * 1024 * 1024;

const nothing = z.null();
const route = z.string().startsWith('/').max(4_096);
const bytes = (most: number) =>
  z.instanceof(Uint8Array).refine((value) => value.byteLength <= most, `at most ${most} bytes`);
/** Files that the user handed over, by number and name. */
const handedOver = z
  .array(z.strictObject({ id: z.uuid(), name: z.string() }))
  .max(MOST_HANDED_OVER);

/**
 * The one contract between the page and the main process. Main parses what comes in and what it
 * gives back; the page parses what it gets. Paths never come from the page.
 */
export const CONTRACT = {
  /** The system's open dialog; none when the user cancels. */
  'photos.pick': { input: nothing, output: handedOver },
  /** Reads what was handed over, once. */
  'photos.read': {
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ bytes: bytes(PHOTO_MAX_BYTES) }),
  },
  /** What came from outside since the page last asked: a route, photos opened with the app, a crash that was recovered from. */
  'launchEvents.take': {
    input: nothing,
    output: z.strictObject({
      path: route.nullable(),
      photos: handedOver,
      crash: z.enum(['page', 'graphics']).nullable(),
      /** The folder that was being filled when the page died: so many files are in it, each whole. */
      interrupted: z
        .strictObject({ id: z.uuid(), place: z.string(), files: z.int().min(1) })
        .nullable(),
    }),
  },
  /** Saves into the chosen folder, or Downloads, under a name made safe and not yet taken. */
  'downloads.save': {
    input: z.strictObject({
      name: z.string().min(1).max(1_000),
      bytes: bytes(LARGEST_FILE_BYTES),
      folder: z.uuid().exactOptional(),
    }),
    output: z.strictObject({ id: z.uuid(), place: z.string() }),
  },
  /** Makes a folder there for several files: 'downloads.save' takes its number. */
  'downloads.newFolder': {
    input: z.strictObject({ name: z.string().min(1).max(1_000) }),
    output: z.strictObject({ id: z.uuid(), place: z.string() }),
  },
  /** Nothing more comes into it. A page that dies before that is told, when it is back, what is there. */
  'downloads.closeFolder': { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Begins the system's drag of pictures, PNG or JPEG, out of the window. */
  'downloads.drag': {
    input: z.strictObject({
      files: z
        .array(
          z.strictObject({ name: z.string().min(1).max(1_000), bytes: bytes(LARGEST_FILE_BYTES) }),
        )
        .min(1)
        .max(MOST_DRAGGED)
        .refine(
          (files) =>
            files.reduce((sum, file) => sum + file.bytes.byteLength, 0) <= MOST_DRAGGED_BYTES,
          `at most ${MOST_DRAGGED_BYTES} bytes together`,
        ),
    }),
    output: nothing,
  },
  /** Shows a file that this run saved in its folder. */
  'downloads.reveal': { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** The name of the folder that files are saved in, and whether it is there: a disk may have been taken out. */
  'downloads.folder': {
    input: nothing,
    output: z.strictObject({ folder: z.string(), chosen: z.boolean(), found: z.boolean() }),
  },
  /** Asks for another folder; null when the user cancels. */
  'downloads.chooseFolder': {
    input: nothing,
    output: z.strictObject({ folder: z.string() }).nullable(),
  },
  /** Downloads again. */
  'downloads.forgetFolder': { input: nothing, output: nothing },
  /** Begins a file that comes in pieces, under a name made safe. It takes its name when it is whole. */
  'files.begin': {
    input: z.strictObject({ name: z.string().min(1).max(1_000) }),
    output: z.strictObject({ id: z.uuid() }),
  },
  'files.append': {
    input: z.strictObject({ id: z.uuid(), bytes: bytes(LARGEST_PIECE_BYTES) }),
    output: nothing,
  },
  /** `id` is the saved file's, for 'downloads.reveal'. */
  'files.finish': {
    input: z.strictObject({ id: z.uuid() }),
    output: z.strictObject({ id: z.uuid(), place: z.string() }),
  },
  'files.abort': { input: z.strictObject({ id: z.uuid() }), output: nothing },
  /** Opens a listed address in the user's browser. */
  'links.open': { input: z.strictObject({ url: z.string().max(4_096) }), output: nothing },
  /** Asks an RPC that the build doesn't name which chain it is of, if the person agrees to its host. */
  'rpc.test': {
    input: z.strictObject({ address: z.string().max(500) }),
    output: z.strictObject({ genesis: z.string().max(44), bytesUp: z.int(), bytesDown: z.int() }),
  },
  /** The RPC to ask first from the next load of the page on: one of the build's, one that was tested, or null. */
  'rpc.use': {
    input: z.strictObject({
      address: z
        .string()
        .refine((address) => rpcAddress(address) === address)
        .nullable(),
    }),
    output: nothing,
  },
  /** Progress on the taskbar or dock, 0 to 1; null ends it. The device stays awake meanwhile. */
  'attention.progress': {
    input: z.strictObject({ done: z.number().min(0).max(1).nullable() }),
    output: nothing,
  },
  /** A notification of the system, only while the window isn't in front. A click leads to the route. */
  'attention.notify': {
    input: z.strictObject({ title: z.string().max(100), body: z.string().max(300), path: route }),
    output: nothing,
  },
  /** How far looking for a newer version is; null where this program can't be updated. */
  'updates.state': { input: nothing, output: updateStateSchema.nullable() },
  /** Whether newer versions are looked for by themselves. */
  'updates.automatic': { input: z.strictObject({ on: z.boolean() }), output: nothing },
  'updates.look': { input: nothing, output: nothing },
  /** Each an act of the person; out of its turn it does nothing. */
  'updates.download': { input: nothing, output: nothing },
  'updates.install': { input: nothing, output: nothing },
  /** Asks a wallet in the user's own browser, through the loopback page. Ends when it is answered. */
  'wallet.ask': { input: walletCallSchema, output: z.strictObject({ result: z.unknown() }) },
  /** Whatever is being asked there: its answer isn't taken any more. */
  'wallet.cancel': { input: nothing, output: nothing },
  /** Opens the page once more, at a new address. */
  'wallet.openAgain': { input: nothing, output: nothing },
  /** The Solana account that was last connected there and not forgotten since. */
  'wallet.connected': {
    input: nothing,
    output: z.strictObject({ address: z.string().nullable() }),
  },
  'wallet.forget': { input: nothing, output: nothing },
  /** What main noted, oldest first. */
  'log.read': {
    input: nothing,
    output: z.array(z.custom<LogEntry>(isLogEntry)).max(MOST_ENTRIES),
  },
  'log.erase': { input: nothing, output: nothing },
} as const satisfies Record<Channel, { input: z.ZodType; output: z.ZodType }>;

export const EVENT_PAYLOADS = {
  /** Something came from outside: 'arrivals.take' gives it. */
  arrived: z.null(),
  /** What the loopback page is asked and how far it is; null when it isn't asked anything. */
  wallet: z
    .strictObject({
      code: z.string().regex(/^\d{4}$/),
      wallet: z.enum(['phantom', 'metamask']),
      stage: z.enum(PAGE_STAGES),
    })
    .nullable(),
  /** How far looking for a newer version is. */
  updates: updateStateSchema,
} as const satisfies Record<EventName, z.ZodType>;

export type Input<C extends Channel> = z.infer<(typeof CONTRACT)[C]['input']>;
export type Output<C extends Channel> = z.infer<(typeof CONTRACT)[C]['output']>;
export type Payload<E extends EventName> = z.infer<(typeof EVENT_PAYLOADS)[E]>;

const errorCode = z.custom<ErrorCode>(isErrorCode);

/** How a call ended: its value, or an error's code with its context. */
export const outcomeSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    code: errorCode,
    context: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
