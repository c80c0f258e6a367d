import { expect } from 'vitest';
import { page } from 'vitest/browser';

import { start, type Entrance } from '../../../renderer/app/start.tsx';
import { createWallets } from '../../../renderer/chain/wallets/index.ts';
import type { AppConfig } from '../../../renderer/core/config.ts';
import { forgetLog } from '../../../renderer/core/log/log.ts';
import { once } from '../../../renderer/core/once.ts';
import { createState } from '../../../renderer/core/subscribable.ts';
import { systemClock } from '../../../renderer/platform/clock.ts';
import { webLocks } from '../../../renderer/platform/locks.ts';
import { pageLog } from '../../../renderer/platform/log.ts';
import { createRequests } from '../../../renderer/platform/requests.ts';
import { createResourceMonitor } from '../../../renderer/platform/resource-monitor.ts';
import { createRpcChoice } from '../../../renderer/platform/rpc-choice.ts';
import type { Ports } from '../../../renderer/ports/index.ts';
import type { Log } from '../../../renderer/ports/log.ts';
import type { PickedPhoto } from '../../../renderer/ports/photos.ts';
import type { StorageNotice, Write } from '../../../renderer/ports/store.ts';
import { leaveFreely } from '../../../renderer/state/busy.ts';
import { dismissToast, toasts } from '../../../renderer/state/toasts.ts';
import {
  createAccounts,
  createBackups,
  createKeyStore,
  createStorageCheck,
  createStore,
} from '../../../renderer/storage/index.ts';
import { GENESIS, ScriptedChain, TREASURY } from '../scripted-chain.ts';
import { pictureEngine } from './picture-engine.ts';

/**
 * The mailbox's fault until it is cleared: 503, 422, or it stores a message and loses the answer.
 */
type MailboxFault = 'down' | 'refuses' | 'loses-answers';

const answer = (status: number, body: unknown = {}): Response =>
  new Response(JSON.stringify(body), { status });

interface Call {
  readonly method: string;
}

/** Everything outside the device: a mailbox, and nodes on which every wallet is rich. */
class Outside {
  readonly messages: Record<string, unknown>[] = [];
  /** No network: every request fails. */
  offline = false;
  mailbox: 'works' | MailboxFault = 'works';

  readonly fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (this.offline) return Promise.reject(new TypeError('Failed to fetch'));
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as unknown;
    return url.pathname === '/messages'
      ? this.#take(body as Record<string, unknown>)
      : Promise.resolve(answer(200, rpcAnswer(body as Call)));
  };

  #take(message: Record<string, unknown>): Promise<Response> {
    if (this.mailbox === 'down') return Promise.resolve(answer(503));
    if (this.mailbox === 'refuses') return Promise.resolve(answer(422));
    if (!this.messages.some(({ id }) => id === message['id'])) this.messages.push(message);
    return this.mailbox === 'loses-answers'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(answer(202));
  }
}

/** Answers the question that a wallet in the page asks a node: its balance. */
function rpcAnswer({ method }: Call): object {
  if (method === 'getBalance') return { result: { value: 20_000_000_000 } };
  if (method === 'eth_getBalance') return { result: '0x8ac7230489e80000' };
  if (method === 'eth_chainId') return { result: '0x7a69' };
  return { error: { code: -32_601, message: `no ${method} here` } };
}

const CONFIG: AppConfig = {
  network: 'sandbox',
  version: '0.1.0',
  supportEmail: 'support@likeness.example',
  solanaRpc: ['http://127.0.0.1:8899'],
  polygonRpc: ['http://127.0.0.1:8545'],
  treasury: TREASURY,
  appUrl: 'http://127.0.0.1:4173',
  supportEndpoint: 'http://127.0.0.1:8901/messages',
  media: { upload: 'http://127.0.0.1:8900', read: 'http://127.0.0.1:8900' },
};

export interface Opened {
  /** Settings that this build's configuration lacks. */
  readonly without?: readonly ('supportEndpoint' | 'supportEmail')[];
  /** The device's initial rows. */
  readonly rows?: readonly Write[];
  /** The photos that the file picker returns each time. */
  readonly photos?: readonly PickedPhoto[];
  /** Replaces some of the device's ports. */
  readonly ports?: (device: Ports) => Partial<Ports>;
}

/** A log as in a new tab. */
function newLog(): Log {
  forgetLog();
  return pageLog(undefined, new EventTarget());
}

/**
 * A device with the app on it: its own database, and everything outside under the test's control.
 */
export class Device {
  readonly name = `likeness-${crypto.randomUUID()}`;
  readonly outside = new Outside();
  readonly chain = new ScriptedChain();
  readonly storageNotice = createState<StorageNotice | undefined>(undefined);
  /** Uncaught errors fail the test anyway. */
  readonly log = newLog();
  /** Files that were saved, and addresses that were opened outside. */
  readonly saved: { readonly name: string; readonly content: Blob }[] = [];
  readonly links: string[] = [];
  readonly #options: Opened;

  constructor(options: Opened) {
    this.#options = options;
  }

  /** The ports of one page on this device. */
  ports(): Ports {
    const { name, outside, chain, saved, links, log } = this;
    const { without = [], photos = [], ports } = this.#options;
    const config = { ...CONFIG };
    for (const name of without) Reflect.deleteProperty(config, name);
    const requests = createRequests({ fetch: outside.fetch });
    const keyStore = createKeyStore();
    const save = (file: string, content: Blob): Promise<object> => {
      saved.push({ name: file, content });
      return Promise.resolve({});
    };
    const device: Ports = {
      config,
      clock: systemClock,
      locks: webLocks(navigator.locks),
      log,
      requests,
      resourceMonitor: createResourceMonitor(() => undefined),
      store: createStore({ name, keyStore }),
      storageNotice: this.storageNotice,
      storageCheck: createStorageCheck(),
      // Password hashing is slow on purpose, which these tests don't need.
      accounts: createAccounts({ name, keyStore, memory: 64 }),
      backups: createBackups({ name, keyStore, treasury: config.treasury, memory: 64 }),
      photos: { pick: () => Promise.resolve(photos) },
      downloads: {
        save,
        async saveAll(folder, files) {
          for await (const file of files) saved.push(file);
          return save(folder, new Blob());
        },
        mostLifted: 1,
        lift: () => ({ drag: () => Promise.resolve(), release: () => undefined }),
      },
      files: {
        begin(file) {
          const parts: Blob[] = [];
          return Promise.resolve({
            write: (bytes) => Promise.resolve(void parts.push(new Blob([bytes]))),
            close: () => save(file, new Blob(parts)),
            abort: () => Promise.resolve(),
          });
        },
        sweep: () => Promise.resolve(),
      },
      links: { open: (url) => Promise.resolve(void links.push(url)) },
      attention: {
        progress: () => undefined,
        permission: () => 'ask',
        askPermission: () => Promise.resolve('granted'),
        notify: () => undefined,
      },
      wallets: createWallets({
        config,
        requests,
        link: {
          appUrl: config.appUrl,
          returnTo: `${config.appUrl}/wallet-return`,
          leave: (url) => Promise.resolve(void links.push(url)),
        },
      }),
      engine: once(() => Promise.resolve(pictureEngine())),
      chain: once(() => Promise.resolve(chain.port(() => Promise.resolve(), systemClock))),
      genesis: () => Promise.resolve(GENESIS),
      rpc: once(() =>
        Promise.resolve(
          createRpcChoice({
            offered: config.solanaRpc,
            chosen: undefined,
            keep: () => Promise.resolve(),
            network: config.network,
            requests,
            clock: systemClock,
          }),
        ),
      ),
      media: () => Promise.reject(new Error('nothing is published here')),
      minting: {},
    };
    return { ...device, ...ports?.(device) };
  }
}

export interface App {
  readonly device: Device;
  readonly ports: Ports;
  readonly go: Entrance['go'];
  /** Closes the app and opens it at a path on the same device, like a reload. */
  reopen(path?: string): Promise<App>;
}

let close = (): void => undefined;

/** Removes the open app from the page. */
export function closeApp(): void {
  close();
  close = () => undefined;
}

/** Opens the app at a path, on a new device, and waits for its screen. */
export async function openApp(path: string, options: Opened = {}): Promise<App> {
  const device = new Device(options);
  const { rows } = options;
  if (rows) await device.ports().store.write(rows);
  return openOn(device, path);
}

/** What the page contains before the app: its title, its language, and the theme script. */
async function openPage(path: string): Promise<void> {
  history.replaceState(null, '', path);
  document.title = 'Likeness';
  document.documentElement.lang = 'en';
  // With a new address each time, since a module runs only once.
  await import(/* @vite-ignore */ `/boot.js?${crypto.randomUUID()}`);
}

async function openOn(device: Device, path: string): Promise<App> {
  closeApp();
  await openPage(path);
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(root);
  const ports = device.ports();
  const entrance = start(ports);
  close = () => {
    entrance.close();
    root.remove();
    // A page of its own would have had toasts and work of its own.
    leaveFreely();
    for (const { id } of toasts.snapshot()) dismissToast(id);
  };
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return {
    device,
    ports,
    go: entrance.go,
    reopen: (next = location.pathname + location.search) => openOn(device, next),
  };
}
