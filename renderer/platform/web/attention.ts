import type { Attention, NoticePermission } from '../../ports/attention.ts';

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
