import { z } from 'zod';

import type { MediaConfig } from '../../core/config.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DataItem, Media, UploadOptions } from '../../ports/media.ts';
import type { Requests } from '../../ports/requests.ts';
import { mediaAddress } from './address.ts';
import { dataItem } from './data-item.ts';
import { fitPicture } from './fit-picture.ts';
import { createKey, sign } from './key.ts';

export interface MediaOptions {
  readonly gateway: MediaConfig;
  readonly requests: Requests;
  readonly clock: Clock;
}

const info = z.object({ freeUploadLimitBytes: z.number().int().positive() });
/** The item was accepted, or the gateway has it already. */
const TAKEN = new Set([200, 201, 202]);
const MISSING = new Set([404, 202, 425]);
/** A header with our two tags takes under 200 bytes. */
const HEADER_ROOM = 512;
/** Room for answers that aren't the file, such as an error page. */
const ANSWER_ROOM = 64 * 1024;
/**
 * Milliseconds between checks for an item that was accepted but isn't served yet, and their number.
 */
const CHECK_INTERVAL = 1_000;
const MAX_CHECKS = 20;

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/**
 * An Arweave bundling gateway (ArDrive Turbo's API).
 * POST /tx accepts a data item, GET /raw/<id> returns its file.
 */
export function createMedia({ gateway: { upload, read }, requests, clock }: MediaOptions): Media {
  /** The file under an id, or undefined if there is none yet. */
  async function fetchBack(
    id: string,
    expected: number,
    signal?: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    // The raw address, because the plain one redirects browsers to a separate host for each item.
    const { status, bytes } = await requests.get({
      url: `${read}/raw/${id}`,
      purpose: 'media',
      label: 'read back',
      largest: expected + ANSWER_ROOM,
      ...(signal && { signal }),
    });
    if (status === 200) return bytes;
    if (MISSING.has(status)) return undefined;
    throw new LikenessError('media-unreachable', { status });
  }

  /**
   * Whether the item is there and unchanged; false if it isn't there yet.
   * @throws LikenessError 'media-differs' if the gateway has other bytes
   */
  async function isThere({ id, data }: DataItem, signal?: AbortSignal): Promise<boolean> {
    const found = await fetchBack(id, data.length, signal);
    if (!found) return false;
    if (!same(found, data)) throw new LikenessError('media-differs', { id });
    return true;
  }

  async function send({ wire }: DataItem, { signal, avatarBytes }: UploadOptions): Promise<void> {
    const { status } = await requests.publish({
      url: `${upload}/tx`,
      label: 'publish',
      body: wire,
      avatarBytes,
      ...(signal && { signal }),
    });
    if (TAKEN.has(status)) return;
    throw new LikenessError(
      status === 429 || status >= 500 ? 'media-unreachable' : 'media-refused',
      { status },
    );
  }

  return {
    createKey,
    sign,
    async freeBytes(signal) {
      const { status, bytes } = await coded(signal, () =>
        requests.get({
          url: `${upload}/info`,
          purpose: 'media',
          label: 'free size',
          largest: ANSWER_ROOM,
          ...(signal && { signal }),
        }),
      );
      const answer = status === 200 ? info.safeParse(parsed(bytes)) : undefined;
      if (!answer?.success) throw new LikenessError('media-unreachable', { status });
      return answer.data.freeUploadLimitBytes;
    },
    fitPicture: (picture, freeBytes) => fitPicture(picture, freeBytes - HEADER_ROOM),
    async item(secret, data, contentType, unnamed = false) {
      const { id, wire } = await dataItem(secret, data, [
        { name: 'Content-Type', value: contentType },
        ...(unnamed ? [] : [{ name: 'App-Name', value: 'Likeness' }]),
      ]);
      return { id, url: mediaAddress(read, id), contentType, data, wire };
    },
    publish: (item, options) =>
      coded(options.signal, async () => {
        if (options.again && (await isThere(item, options.signal))) return;
        await send(item, options);
        for (let check = 0; check < MAX_CHECKS; check += 1) {
          if (await isThere(item, options.signal)) return;
          await clock.wait(CHECK_INTERVAL, options.signal);
        }
        throw new LikenessError('media-unreachable', { id: item.id });
      }),
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined; // The gateway answered with something else.
  }
}

/** The request port reports errors of the network; here it is the gateway that can't be reached. */
async function coded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof LikenessError && thrown.code !== 'network-unreachable') throw thrown;
    throw new LikenessError('media-unreachable', {}, { cause: thrown });
  }
}
