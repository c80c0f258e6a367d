import { loopbackTransports } from '../chain/wallets/loopback/index.ts';
import { preferring } from '../core/config.ts';
import {
  desktopAttention,
  desktopBrowserWallet,
  desktopDownloads,
  desktopEngines,
  desktopFiles,
  desktopLinks,
  desktopLog,
  desktopPhotos,
  desktopPictureFolder,
  desktopRpc,
  desktopUpdates,
  receiveLaunchEvents,
} from '../platform/desktop/index.ts';
import { pageLog } from '../platform/log.ts';
import { createRequests } from '../platform/requests.ts';
import { createStorageCheck } from '../storage/index.ts';
import { meta, readConfig } from './config.ts';
import { sharedPorts } from './shared.ts';
import { start } from './start.tsx';

const log = desktopLog(pageLog());
const built = await readConfig();
// Main wrote it into the page, together with the policy that allows it.
const chosen = meta('likeness-rpc');
const config = preferring(built, chosen);
const requests = createRequests();
const links = desktopLinks();
const browserWallet = desktopBrowserWallet();

receiveLaunchEvents(
  start({
    ...sharedPorts(
      config,
      requests,
      {
        more: loopbackTransports(browserWallet),
        link: {
          appUrl: config.appUrl,
          returnTo: 'likeness://wallet-return',
          leave: (url) => links.open(url),
        },
      },
      { offered: built.solanaRpc, chosen, ...desktopRpc(requests) },
    ),
    log,
    storageCheck: createStorageCheck(),
    browserWallet,
    photos: desktopPhotos(),
    downloads: desktopDownloads(),
    files: desktopFiles(),
    pictureFolder: () => Promise.resolve(desktopPictureFolder()),
    links,
    attention: desktopAttention(),
    updates: desktopUpdates(),
    engines: () => Promise.resolve(desktopEngines(requests)),
  }),
);
