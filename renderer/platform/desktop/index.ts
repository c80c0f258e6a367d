export { receiveArrivals } from './arrivals.ts';
export { desktopAttention } from './attention.ts';
export { desktopDownloads } from './downloads.ts';
export { desktopFiles } from './files.ts';
export { desktopLinks } from './links.ts';
export { desktopPhotos } from './photos.ts';
export { desktopUpdates } from './updates.ts';
export { desktopBrowserWallet } from './wallet-bridge.ts';
