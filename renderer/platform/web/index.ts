export { webAttention } from './attention.ts';
export { webDownloads } from './downloads.ts';
export { webLinks } from './links.ts';
export { webPhotos } from './photos.ts';
