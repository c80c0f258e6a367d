import type { PickedPhoto } from '../../ports/photos.ts';

/** Where the manifest's share target posts to. */
export const SHARE_PATH = '/share-photo';
/** The page that opens for it. */
export const SHARED = '/customize?shared';
/** The page's question to the service worker, which answers with the files at the port beside it. */
export const TAKE_SHARED = 'take-shared-photos';

const WAIT_MS = 5_000;

/** The photos that were shared with the app when it was opened for them; none where the worker has none. */
export function takeSharedPhotos(
  worker: Pick<ServiceWorker, 'postMessage'> | null | undefined,
): Promise<readonly PickedPhoto[]> {
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
