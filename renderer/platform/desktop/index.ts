export { notify, onNavigate, showProgress } from './attention.ts';
export { chooseDownloadFolder, desktopDownloads } from './downloads.ts';
export { desktopLinks } from './links.ts';
export { desktopPhotos } from './photos.ts';
