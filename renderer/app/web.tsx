import { preferring } from '../core/config.ts';
import { once } from '../core/once.ts';
import { pageLog } from '../platform/log.ts';
import { createRequests } from '../platform/requests.ts';
import {
  webAttention,
  webDownloads,
  webFiles,
  webLinks,
  webOffline,
  webPhotos,
} from '../platform/web/index.ts';
import { localMemory } from '../state/remembered.ts';
import { createStorageCheck, pictureFolder } from '../storage/index.ts';
import { readConfig } from './config.ts';
import { sharedPorts } from './shared.ts';
import { start } from './start.tsx';

/** Only some browsers have it, and TypeScript doesn't declare it. */
interface SavesData {
  readonly connection?: { readonly saveData?: boolean };
}

/** For an installed app that the system opens pictures with. */
interface LaunchQueue {
  setConsumer(
    consume: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void,
  ): void;
}

const log = pageLog();
const built = await readConfig();
const memory = localMemory();
const chosen = built.solanaRpc.find((one) => new URL(one).href === memory.read('rpc'));
const config = preferring(built, chosen);
const requests = createRequests();
const downloads = webDownloads();

const { go, addPhotos, askAboutPhotos } = start({
  ...sharedPorts(
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
  ...('showDirectoryPicker' in globalThis && { pictureFolder: once(() => pictureFolder()) }),
  ...(/^(localhost|127\.0\.0\.1)$/.test(location.hostname) && {
    engines: once(async () => (await import('../platform/web/engines.ts')).webEngines(requests)),
  }),
  links: webLinks(config.appUrl),
  attention: webAttention((path) => go(path)),
  // A development server rebuilds its files at each request, so none may be cached.
  ...(import.meta.env.PROD && {
    offline: webOffline({
      container: (navigator as Partial<Navigator>).serviceWorker,
      installed: matchMedia('(display-mode: standalone)').matches,
      savesData: (navigator as Navigator & SavesData).connection?.saveData === true,
    }),
  }),
});

// A page that the browser shows again as it was left lacks what others sent meanwhile, such as a
// sign-out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

// Opened by another app's share sheet (`SHARED` there): the worker holds what was shared.
if (new URLSearchParams(location.search).has('shared'))
  void import('../platform/web/shared-photos.ts').then(async ({ takeSharedPhotos }) =>
    askAboutPhotos(await takeSharedPhotos(navigator.serviceWorker.controller)),
  );
(globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files = [] }) => {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A reloaded page is sent the last launch again.
  if (files.length > 0 && visit?.type !== 'reload')
    addPhotos(files.map((handle) => ({ name: handle.name, file: () => handle.getFile() })));
});
