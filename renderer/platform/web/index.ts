export { webAttention } from './attention.ts';
export { webDownloads } from './downloads.ts';
export { webFiles } from './files.ts';
export { webLinks } from './links.ts';
export { webOffline } from './offline.ts';
export { webPhotos } from './photos.ts';
