import { sha256 } from '@noble/hashes/sha2.js';

import { encodeBase58 } from '../../../renderer/core/base58.ts';
import { toBase64 } from '../../../renderer/core/base64.ts';
import { LikenessError } from '../../../renderer/core/errors.ts';
import type { DataItem, Media } from '../../../renderer/ports/media.ts';
import type { Step } from '../tabbed-simulation.ts';

export type GatewayFault = 'none' | 'down' | 'lost-answers' | 'tampered' | 'forgets';

const BASE64URL: Readonly<Record<string, string>> = { '+': '-', '/': '_' };

/** Where the picture and the metadata of an NFT are published. */
export class MintGateway {
  readonly #count: () => number;
  /** Called with the key that signed the item about to be published. */
  readonly #onPublish: (keyByte: number) => void;
  fault: GatewayFault = 'none';
  readonly published = new Map<string, Uint8Array>();
  uploads = 0;

  constructor(count: () => number, onPublish: (keyByte: number) => void) {
    this.#count = count;
    this.#onPublish = onPublish;
  }

  isPublished(url: string): boolean {
    return [...this.published.keys()].some((id) => urlOf(id) === url);
  }

  port(step: Step): Media {
    return {
      createKey: async () => {
        await step();
        // One byte 32 times: the first byte identifies the key.
        const secret = new Uint8Array(32).fill(this.#count());
        return { secret, publicKey: encodeBase58(secret) };
      },
      sign: async () => {
        await step();
        return new Uint8Array(64);
      },
      freeBytes: async () => {
        await step();
        if (this.fault === 'down') throw new LikenessError('media-unreachable');
        return 100_000;
      },
      fitPicture: (picture) => Promise.resolve(picture),
      item: async (secret, data, contentType): Promise<DataItem> => {
        await step();
        const hash = toBase64(sha256(data)).replace(/[+/=]/g, (one) => BASE64URL[one] ?? '');
        const id = `${String(secret[0])}-${hash}`;
        return { id, url: urlOf(id), contentType, data, wire: data };
      },
      publish: async ({ id, data }) => {
        await step();
        if (this.fault === 'down') throw new LikenessError('media-unreachable');
        if (!this.published.has(id)) this.uploads += 1;
        this.#onPublish(Number.parseInt(id, 10));
        if (this.fault !== 'forgets') this.published.set(id, data);
        await step();
        if (this.fault === 'tampered') throw new LikenessError('media-differs');
        if (this.fault !== 'none') throw new LikenessError('media-unreachable');
      },
    };
  }
}

const urlOf = (id: string): string => `https://media.test/${id}`;
