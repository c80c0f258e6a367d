import type { UpdateInfo } from 'electron-updater';
import {
  parseUpdateInfo,
  Provider,
  resolveFiles,
  type ProviderRuntimeOptions,
} from 'electron-updater/out/providers/Provider.js';
import type { ResolvedUpdateFileInfo } from 'electron-updater/out/types.js';

import { checkSignature, feedSchema, SIGNATURE_EXTENSION } from './signed-feed.ts';

export interface SignedFeed {
  /** Folder of the feed. */
  readonly url: string;
  /** The operator's public key, 32 bytes, base64. */
  readonly key: string;
}

/**
 * electron-updater's way to a folder on the web, with one thing more: the feed's file has to be
 * signed by the operator's key before a word of it is read. It holds the SHA-512 of each program,
 * so whoever runs the web server can hand out nothing but what the operator signed.
 */
export class SignedProvider extends Provider<UpdateInfo> {
  readonly #feed: SignedFeed;
  readonly #base: URL;

  constructor(feed: SignedFeed, options: ProviderRuntimeOptions) {
    super(options);
    this.#feed = feed;
    this.#base = new URL(feed.url.endsWith('/') ? feed.url : `${feed.url}/`);
  }

  /** @throws Error when the feed can't be had, or isn't the operator's */
  async getLatestVersion(): Promise<UpdateInfo> {
    const file = `${this.getDefaultChannelName()}.yml`;
    const url = new URL(file, this.#base);
    const read = async (address: URL): Promise<string> => {
      // A proxy's copy of one beside a new one of the other would not fit.
      address.searchParams.set('noCache', Date.now().toString(36));
      return (await this.httpRequest(address)) ?? '';
    };
    const text = await read(url);
    const signature = await read(new URL(file + SIGNATURE_EXTENSION, this.#base));
    checkSignature(file, text, signature, this.#feed.key);
    const info = parseUpdateInfo(text, file, url);
    feedSchema.parse(info);
    return info;
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, this.#base);
  }
}
