import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { freePort } from '../../../sandbox/listen.ts';
import { minutes } from '../../support/timeouts.ts';
import { display, hasDisplay, onPath } from '../support/display.ts';

/** WebKitGTK's MiniBrowser, which its driver starts. */
function miniBrowser(): string | undefined {
  for (const folder of [
    '/usr/lib/x86_64-linux-gnu',
    '/usr/lib/aarch64-linux-gnu',
    '/usr/libexec',
  ]) {
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).filter((one) => one.startsWith('webkit2gtk-4.'))) {
      const path = join(folder, name, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  }
  return undefined;
}

/** Why WebKit isn't tested here; undefined if it is. */
export function noWebKit(): string | undefined {
  if (!onPath('WebKitWebDriver') || !miniBrowser())
    return 'WebKitWebDriver isn’t installed (Debian: webkit2gtk-driver)';
  return hasDisplay() ? undefined : 'WebKit needs a display, and Xvfb isn’t installed';
}

const answer = z.object({ value: z.unknown() });
const refusal = z.object({ error: z.string(), message: z.string() });
/** What the driver answers when the page's process is gone: first of a script in it, then of any call. */
const CRASHED = /Could not parse script result|page crash or hang/;

/** WebKit's own process ended. Its message holds what WebKit printed. */
class WebKitCrashed extends Error {}

/** The app in WebKitGTK, driven by WebDriver. Its windows are private. */
export class WebKitApp {
  readonly version: string;
  readonly #driver: ChildProcess;
  readonly #session: string;
  readonly #appUrl: string;
  #printed = '';

  private constructor(driver: ChildProcess, session: string, version: string, appUrl: string) {
    this.#driver = driver;
    this.#session = session;
    this.version = version;
    this.#appUrl = appUrl;
    driver.stderr?.on('data', (text: Buffer) => {
      this.#printed = (this.#printed + text.toString()).slice(-4_000);
    });
  }

  /**
   * Calls `work` with the app in a new window, and closes it. If WebKit itself crashes, as it did
   * once in CI, `crashed` hears of it and `work` is called with a second window; a second crash is
   * an error.
   */
  static async use(
    appUrl: string,
    work: (app: WebKitApp) => Promise<void>,
    crashed: (message: string) => void,
  ): Promise<void> {
    const shown = await display();
    const inNewWindow = async (): Promise<void> => {
      const app = await WebKitApp.open(appUrl, shown.name);
      try {
        await work(app);
      } finally {
        await app.close();
      }
    };
    try {
      await inNewWindow().catch(async (failure: unknown) => {
        if (!(failure instanceof WebKitCrashed)) throw failure;
        crashed(failure.message);
        await inNewWindow();
      });
    } finally {
      shown.stop();
    }
  }

  private static async open(appUrl: string, shownOn: string): Promise<WebKitApp> {
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${String(port)}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DISPLAY: shownOn },
    });
    const root = `http://127.0.0.1:${String(port)}`;
    const end = performance.now() + minutes(0.5);
    // The driver doesn't announce when it listens, so poll it.
    while (
      !(await fetch(`${root}/status`).then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      if (performance.now() > end) throw new Error('WebKitWebDriver doesn’t answer.');
    const made = await call('POST', `${root}/session`, {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
          timeouts: { script: Math.round(minutes(2)) },
        },
      },
    });
    const { sessionId, capabilities } = z
      .object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) })
      .parse(made);
    const { browserVersion } = capabilities;
    return new WebKitApp(driver, `${root}/session/${sessionId}`, browserVersion, appUrl);
  }

  async goto(path: string): Promise<void> {
    await this.#call('/url', { url: new URL(path, this.#appUrl).href });
  }

  /** Runs a function in the page and awaits its promise. */
  async run<A extends readonly unknown[], R>(
    work: (...args: A) => Promise<R> | R,
    ...args: A
  ): Promise<R> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${work.toString()})(...Array.from(arguments).slice(0, -1)))
        .then((value) => done({ value }), (failure) => done({ failure: String(failure) }));`;
    const body = { script, args };
    const result = (await this.#call('/execute/async', body)) as {
      value?: R;
      failure?: string;
    };
    if (result.failure !== undefined) throw new Error(result.failure);
    return result.value as R;
  }

  async #call(command: string, body: object): Promise<unknown> {
    try {
      return await call('POST', this.#session + command, body);
    } catch (failure) {
      if (!(failure instanceof Error && CRASHED.test(failure.message))) throw failure;
      throw new WebKitCrashed(`${failure.message}\n${this.#printed}`);
    }
  }

  private async close(): Promise<void> {
    await call('DELETE', this.#session).catch(() => undefined);
    this.#driver.kill();
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value } = answer.parse(await response.json());
  const refused = refusal.safeParse(value).data;
  if (refused) throw new Error(`${refused.error}: ${refused.message}`);
  return value;
}
