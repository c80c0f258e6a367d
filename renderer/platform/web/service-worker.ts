import { clientsClaim } from 'workbox-core';
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { MOST_DRAFTS } from '../../core/constants.ts';
import { localeOfPath } from '../../i18n/address.ts';
import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { mayBeShared, SHARE_PATH, SHARED, TAKE_SHARED } from './shared-photos.ts';

/** The build's files, inserted by `vite-offline.ts`. */
declare const __KEPT_FILES__: { readonly url: string; readonly revision: string | null }[];

/** A function with one relaxed SIMD instruction. Engines without them report it as invalid. */
const RELAXED_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 1, 253, 15,
  65, 2, 253, 15, 253, 128, 2, 11,
]);
/** The engine's runtime exists in two versions; a browser needs one. */
const RUNTIME = /\/litert-/;
const COMPATIBLE = /\/litert-compat-/;
const relaxed = WebAssembly.validate(RELAXED_SIMD);

/** What TypeScript declares for workers alone. */
interface WorkerScope {
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly { readonly url: string }[]>;
  };
}
interface Extends {
  waitUntil(work: Promise<unknown>): void;
}

const TIMEOUT_MS = 10_000;

/** The network's answer; if it fails, the server does, or nothing comes, then what is kept. */
async function newest(
  request: Request | string,
  kept: () => Promise<Response | undefined>,
): Promise<Response> {
  // oxlint-disable-next-line no-restricted-globals -- hands on the browser's own request
  const asked = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  // If nothing is kept, the browser gets the failure.
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  return answer && answer.status < 500 ? answer : ((await kept()) ?? asked);
}

// Pages and the script that runs before they show come from the network if it answers in time, so that
// nobody gets old ones after a new build or a sandbox reset. Otherwise, every address gets the app
// shell.
const fromNetwork =
  (kept: string) =>
  ({ request }: { readonly request: Request }): Promise<Response> =>
    newest(request, () => matchPrecache(kept));
registerRoute(new NavigationRoute(fromNetwork('/app.html')));
registerRoute('/boot.js', fromNetwork('/boot.js'));

precacheAndRoute(
  __KEPT_FILES__.filter(({ url }) => !RUNTIME.test(url) || COMPATIBLE.test(url) !== relaxed),
  { directoryIndex: '', cleanURLs: false },
);

// The messages of the languages in use here: from the network if it answers in time, since a
// new build may change them.
const MESSAGES = 'likeness-messages';
async function messages(address: string): Promise<Response> {
  const cache = await caches.open(MESSAGES);
  const response = await newest(address, () => cache.match(address));
  // If the disk is full, they are read from the network the next time too.
  if (response.ok) await cache.put(address, response.clone()).catch(() => undefined);
  return response;
}
registerRoute(/\/messages\/[\w-]+\.json$/, ({ url }) => messages(url.href));
// The page that installs the worker loaded its messages before the worker could keep them.
addEventListener('activate', (event) => {
  const { clients } = globalThis as unknown as WorkerScope;
  const kept = clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) =>
    Promise.all(
      pages
        .map(({ url }) => localeOfPath(new URL(url).pathname))
        .filter((locale) => locale !== DEFAULT_LOCALE)
        // Without its messages, the page is in English offline.
        .map((locale) =>
          messages(`${location.origin}/messages/${locale}.json`).catch(() => undefined),
        ),
    ),
  );
  (event as Event & Extends).waitUntil(kept);
});

// Photos that another app shares with the installed one. They are held in memory, never stored, until
// the page that opens for them takes them and asks the user.
let shared: readonly File[] = [];
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  async ({ request }) => {
    if (!mayBeShared(request, location.origin)) return Response.redirect('/', 303);
    const sent = (await request.formData()).getAll('photo');
    shared = sent.filter((one) => one instanceof File).slice(0, MOST_DRAFTS);
    return Response.redirect(SHARED, 303);
  },
  'POST',
);
addEventListener('message', (event: MessageEvent) => {
  if (event.data !== TAKE_SHARED) return;
  event.ports[0]?.postMessage(shared);
  shared = [];
});

clientsClaim();
