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
  /** The feed's folder. */
  readonly url: string;
  /** The operator's public key, 32 bytes, base64. */
  readonly key: string;
}

/**
 * electron-updater's provider for a folder on the web, plus a signature: the feed file must be
 * signed by the operator's key before it is parsed. It holds each program's SHA-512, so the web
 * server can offer only what the operator signed.
 */
export class SignedProvider extends Provider<UpdateInfo> {
  readonly #feed: SignedFeed;
  readonly #base: URL;

  constructor(feed: SignedFeed, options: ProviderRuntimeOptions) {
    super(options);
    this.#feed = feed;
    this.#base = new URL(feed.url.endsWith('/') ? feed.url : `${feed.url}/`);
  }

  /** electron-updater's only header is a permanent id of this installation, which isn't sent. */
  override setRequestHeaders(_headers: unknown): void {}

  /** @throws Error if the feed can't be loaded or isn't signed by the operator */
  async getLatestVersion(): Promise<UpdateInfo> {
    const file = `${this.getDefaultChannelName()}.yml`;
    const url = new URL(file, this.#base);
    const read = async (address: URL): Promise<string> => {
      // Avoids a mismatch between a proxy's cached copy of one file and a new copy of the other.
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
