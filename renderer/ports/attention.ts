/** May the app show notifications of the system? 'absent': there are none here. */
export type NoticePermission = 'granted' | 'ask' | 'denied' | 'absent';

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Route of the app that a click leads to. */
  readonly path: string;
}

/** What reaches a person who looks elsewhere: the taskbar or dock, and the system's notifications. */
export interface Attention {
  /** Progress of what is being made, 0 to 1; the device stays awake until `undefined` ends it. Desktop only. */
  progress(done: number | undefined): void;
  permission(): NoticePermission;
  /** Asks the person, where the platform has to. Only after a click. */
  askPermission(): Promise<NoticePermission>;
  /** Shown while the app isn't in front, and only if it may. */
  notify(notice: Notice): void;
}
