import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';

/** The app's version. */
export const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
};

export interface AppFolders {
  readonly userData: string;
  readonly downloads: string;
}

type Known = Pick<
  App,
  | 'whenReady'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getName'
  | 'getAppPath'
  | 'isPackaged'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setAppUserModelId'
  | 'setAboutPanelOptions'
  | 'quit'
  | 'exit'
>;

/** Electron's `app`: with the test's own folders, ready at once; quitting notifies the host. */
export class HostApp extends EventEmitter implements Known {
  readonly isPackaged = false;
  sandboxed = false;
  quitting = false;
  /** False while another instance of the app runs. */
  only = true;
  readonly protocols: string[] = [];
  readonly #folders: Record<keyof AppFolders, string>;
  /** Chromium's switches that main has set. */
  readonly switches: string[] = [];
  readonly commandLine = {
    appendSwitch: (name: string, value?: string): void => {
      this.switches.push(value === undefined ? name : `${name}=${value}`);
    },
  };
  /** Only on macOS. */
  readonly dock = undefined;
  /** Settles when main quits: with 0, or with its exit code. */
  readonly ended: Promise<number>;
  #end: (code: number) => void = () => undefined;

  constructor(folders: AppFolders) {
    super();
    this.#folders = { ...folders };
    this.ended = new Promise((resolve) => (this.#end = resolve));
  }

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    if (name === 'userData' || name === 'downloads') return this.#folders[name];
    if (name === 'temp') return join(this.#folders.userData, 'temp');
    throw new Error(`the Electron test host has no folder '${name}'`);
  }

  setPath(name: string, path: string): void {
    if (name !== 'userData' && name !== 'downloads')
      throw new Error(`the Electron test host has no folder '${name}'`);
    this.#folders[name] = path;
  }

  getVersion(): string {
    return VERSION;
  }

  getName(): string {
    return 'Likeness';
  }

  getAppPath(): string {
    return this.#folders.userData;
  }

  enableSandbox(): void {
    this.sandboxed = true;
  }

  requestSingleInstanceLock(): boolean {
    return this.only;
  }

  setAsDefaultProtocolClient(protocol: string): boolean {
    this.protocols.push(protocol);
    return true;
  }

  setAppUserModelId(): void {
    // What Windows groups the app's windows and notifications by.
  }

  setAboutPanelOptions(): void {
    // The system shows the panel.
  }

  /** The host closes the windows in between. */
  quit(): void {
    this.quitting = true;
    this.emit('before-quit');
    this.emit('will-quit');
    this.#end(0);
  }

  exit(code = 0): void {
    this.#end(code);
  }
}
