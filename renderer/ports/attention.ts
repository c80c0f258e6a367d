/** Whether the app may show system notifications. 'absent': this platform has none. */
export type NoticePermission = 'granted' | 'ask' | 'denied' | 'absent';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** App route that a click opens. */
  readonly path: string;
}

/** Reaches the user outside the window: through the taskbar or dock, and system notifications. */
export interface Attention {
  /**
   * Shows progress of the current work, 0 to 1, and keeps the device awake. `undefined` ends both.
   * Desktop only.
   */
  progress(done: number | undefined): void;
  permission(): NoticePermission;
  /** Asks the user for permission, where the platform requires it. Call only after a click. */
  askPermission(): Promise<NoticePermission>;
  /** Shows a notification if permission was given and the app isn't in front. */
  notify(notice: Notice): void;
}
