import { LikenessError } from '../../core/errors.ts';
import { allowedLink } from '../../core/links.ts';
import type { Attention, NoticePermission } from '../../ports/attention.ts';
import type { Links } from '../../ports/links.ts';
import type { Photos, PickedPhoto } from '../../ports/photos.ts';

const ACCEPT =
  'image/png,image/jpeg,image/webp,image/avif,image/gif,.png,.jpg,.jpeg,.webp,.avif,.gif';

/** The browser's file picker, through an input that is never visible. */
export function webPhotos(): Photos {
  let settleEarlier: (() => void) | undefined;

  return {
    // Missing on pages that aren't secure.
    camera: 'mediaDevices' in navigator,

    pick: () =>
      new Promise<readonly PickedPhoto[]>((resolve) => {
        // Some browsers don't report a cancelled picker, so the earlier request may still be open.
        settleEarlier?.();
        const input = document.createElement('input');
        const settle = (): void => {
          settleEarlier = undefined;
          input.remove();
          resolve(Array.from(input.files ?? [], (file) => ({ name: file.name, file })));
        };
        settleEarlier = settle;
        input.type = 'file';
        input.accept = ACCEPT;
        input.multiple = true;
        input.hidden = true;
        input.addEventListener('cancel', settle);
        input.addEventListener('change', settle);
        // Safari drops the events of an input that isn't in the document.
        document.body.append(input);
        input.click();
      }),
  };
}

/**
 * Opens allow-listed addresses in a new tab without access to this one, and mail in the mail
 * program.
 */
export function webLinks(appUrl: string): Links {
  return {
    open(address) {
      const url = allowedLink(address, appUrl);
      if (url === undefined) return Promise.reject(new LikenessError('link-refused'));
      if (url.startsWith('mailto:')) window.location.assign(url);
      else window.open(url, '_blank', 'noopener,noreferrer');
      return Promise.resolve();
    },
  };
}

/**
 * Chrome on Android has `Notification` but throws when one is constructed: there, only service
 * workers may show them.
 */
const able = (): boolean => 'Notification' in globalThis && !/Android/.test(navigator.userAgent);
const named = (permission: NotificationPermission): NoticePermission =>
  permission === 'default' ? 'ask' : permission;

/** A tab has no taskbar. The browser shows notifications once the user has allowed them. */
export const webAttention = (go: (path: string) => void): Attention => {
  const permission = (): NoticePermission => (able() ? named(Notification.permission) : 'absent');
  return {
    progress: () => undefined,
    permission,
    askPermission: async () => (able() ? named(await Notification.requestPermission()) : 'absent'),
    notify({ title, body, path }) {
      if (
        permission() !== 'granted' ||
        (document.visibilityState === 'visible' && document.hasFocus())
      )
        return;
      const notification = new Notification(title, { body, icon: '/icon.svg' });
      notification.onclick = () => {
        window.focus();
        notification.close();
        go(path);
      };
    },
  };
};

export { webDownloads } from './downloads.ts';
export { webFiles } from './files.ts';
export { webOffline } from './offline.ts';
