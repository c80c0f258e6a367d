import { createRequests } from '../platform/requests.ts';
import { webAttention, webDownloads, webFiles, webLinks, webPhotos } from '../platform/web/index.ts';
import { readConfig } from './config.ts';
import { shared } from './shared.ts';
import { start } from './start.tsx';
import { watchStorage } from './watch-storage.ts';

const config = await readConfig();
const requests = createRequests();
const downloads = webDownloads();
const { news, options: storageNews } = watchStorage();

const { go } = start({
  ...shared(config, requests, {
    link: {
      appUrl: location.origin,
      returnTo: `${location.origin}/wallet-return`,
      leave: (url) => {
        location.assign(url);
        return Promise.resolve();
      },
    },
  }, storageNews),
  photos: webPhotos(),
  downloads,
  files: webFiles(downloads),
  links: webLinks(config.appUrl),
  attention: webAttention((path) => go(path)),
}, news);
