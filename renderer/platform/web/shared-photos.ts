/** Where the manifest's share target posts to. */
export const SHARE_PATH = '/share-photo';
/** The page that opens for it. */
export const SHARED = '/customize?shared';
/** The page's question to the service worker, which answers with the files at the port beside it. */
export const TAKE_SHARED = 'take-shared-photos';

/**
 * Whether a request to the share target may come from the system's share sheet. Chromium sends that
 * one without a referrer, and with an origin of `null` or ours; what a service worker sees of it tells
 * no more. A page of another site shows its own origin, unless it hides it: that is why the user is
 * asked as well.
 */
export const mayBeShared = (
  { headers, referrer }: Pick<Request, 'headers' | 'referrer'>,
  origin: string,
): boolean =>
  [headers.get('origin') ?? '', referrer].every(
    (from) => ['', 'null', origin].includes(from) || from.startsWith(`${origin}/`),
  );

const WAIT_MS = 5_000;

/** The photos that were shared with the app when it was opened for them; none where the worker has none. */
export function takeSharedPhotos(
  worker: Pick<ServiceWorker, 'postMessage'> | null | undefined,
): Promise<readonly { readonly name: string; readonly file: File }[]> {
  return new Promise((resolve) => {
    if (!worker) {
      resolve([]);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    const settle = (files: readonly File[]): void => {
      clearTimeout(timer);
      port1.close();
      resolve(files.map((file) => ({ name: file.name || 'shared.jpg', file })));
    };
    const timer = setTimeout(() => settle([]), WAIT_MS);
    port1.onmessage = ({ data }: MessageEvent<readonly File[]>) => settle(data);
    worker.postMessage(TAKE_SHARED, [port2]);
  });
}
