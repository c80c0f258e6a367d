import { preferring } from '../core/config.ts';
import { pageLog } from '../platform/log.ts';
import { createRequests } from '../platform/requests.ts';
import {
  webAttention,
  webDownloads,
  webFiles,
  webLinks,
  webPhotos,
} from '../platform/web/index.ts';
import { localMemory } from '../state/remembered.ts';
import { createStorageCheck } from '../storage/index.ts';
import { readConfig } from './config.ts';
import { shared } from './shared.ts';
import { start } from './start.tsx';
import { watchStorage } from './watch-storage.ts';

const log = pageLog();
const built = await readConfig();
const memory = localMemory();
const chosen = built.solanaRpc.find((one) => new URL(one).href === memory.read('rpc'));
const config = preferring(built, chosen);
const requests = createRequests();
const downloads = webDownloads();
const { news, options: storageNotice } = watchStorage();

const { go } = start(
  {
    ...shared(
      config,
      requests,
      {
        link: {
          appUrl: location.origin,
          returnTo: `${location.origin}/wallet-return`,
          leave: (url) => {
            location.assign(url);
            return Promise.resolve();
          },
        },
      },
      storageNotice,
      {
        offered: built.solanaRpc,
        chosen,
        keep(address) {
          memory.write('rpc', address ?? null);
          return Promise.resolve();
        },
      },
    ),
    log,
    storageCheck: createStorageCheck(navigator.storage),
    photos: webPhotos(),
    downloads,
    files: webFiles(downloads),
    links: webLinks(config.appUrl),
    attention: webAttention((path) => go(path)),
  },
  news,
);
