import { loopbackTransports } from '../chain/wallets/loopback/index.ts';
import { desktopAttention, desktopBrowserWallet, desktopDownloads, desktopFiles, desktopLinks, desktopPhotos, desktopUpdates, receiveArrivals } from '../platform/desktop/index.ts';
import { createRequests } from '../platform/requests.ts';
import { readConfig } from './config.ts';
import { shared } from './shared.ts';
import { start } from './start.tsx';
import { watchStorage } from './watch-storage.ts';

const config = await readConfig();
const requests = createRequests();
const { news, options: storageNews } = watchStorage();
const links = desktopLinks();
const browserWallet = desktopBrowserWallet();

receiveArrivals(start({
  ...shared(config, requests, {
    more: loopbackTransports(browserWallet),
    link: { appUrl: config.appUrl, returnTo: 'likeness://wallet-return', leave: (url) => links.open(url) },
  }, storageNews),
  browserWallet,
  photos: desktopPhotos(),
  downloads: desktopDownloads(),
  files: desktopFiles(),
  links,
  attention: desktopAttention(),
  updates: desktopUpdates(),
}, news));
