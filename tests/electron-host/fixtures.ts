import { createServer } from 'node:http';
import { test as base, expect, type Page } from '@playwright/test';

import type {} from '../../renderer/platform/desktop/bridge.ts';
import { listen } from '../../sandbox/listen.ts';
import { buildDesktop } from '../../scripts/build-desktop.ts';
import { hostDriver, type HostDriver } from '../e2e/drivers/desktop-host.ts';
import { runFoldersIn } from '../e2e/drivers/desktop-options.ts';
import { minutes } from '../support/timeouts.ts';
import { withFolder } from '../support/with-sandbox.ts';
import type { SystemUi } from './system-ui.ts';

/** A local server in place of the sandbox, and the origins of its requests. */
interface Rpc {
  readonly url: string;
  readonly origins: (string | undefined)[];
}

/** A local server that lets the app's page read what `answer` returns. */
export async function answerLocally(
  answer: (origin: string | undefined) => string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer(({ headers }, response) => {
    if (headers.origin === 'app://likeness')
      response.setHeader('access-control-allow-origin', headers.origin);
    response.setHeader('access-control-allow-headers', 'content-type');
    response.end(answer(headers.origin));
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export const test = base.extend<
  {
    argv: readonly string[];
    desktop: HostDriver;
    page: Page;
    root: string;
    feed: { readonly url: string; readonly key: string } | undefined;
  },
  { out: string; rpc: Rpc }
>({
  out: [
    async ({}, provide) => provide(await buildDesktop()),
    { scope: 'worker', timeout: minutes(3) },
  ],
  rpc: [
    async ({}, provide) => {
      const origins: (string | undefined)[] = [];
      const { url, close } = await answerLocally((origin) => {
        origins.push(origin);
        return '{"ok":true}';
      });
      await provide({ url, origins });
      close();
    },
    { scope: 'worker' },
  ],
  root: async ({}, provide) => withFolder(provide),
  argv: [[], { option: true }],
  feed: [undefined, { option: true }],
  desktop: async ({ out, rpc, root, argv, feed, locale }, provide) => {
    const folders = await runFoldersIn(root);
    const sandbox = JSON.stringify({
      solanaRpc: [rpc.url],
      treasury: '1'.repeat(32),
      appUrl: 'http://127.0.0.1:4173',
      media: { upload: rpc.url, read: rpc.url },
      updates: feed,
    });
    const driver = await hostDriver({ out, sandbox, argv, locale }, folders);
    await provide(driver);
    await driver.close();
  },
  page: async ({ desktop }, provide) => provide(desktop.page),
});

/** Saves a file through main, as the page does: in pieces. Resolves with main's last answer. */
export const saveByMain = (
  page: Page,
  name: string,
  text: string,
  folder?: string,
): Promise<unknown> =>
  page.evaluate(
    async ({ text, ...file }) => {
      const ask = async (channel: 'files.begin' | 'files.append' | 'files.finish', input: object) =>
        (await window.likenessDesktop?.invoke(channel, input)) as {
          ok: boolean;
          value: { id: string };
        };
      const begun = await ask('files.begin', file);
      if (!begun.ok) return begun;
      const { id } = begun.value;
      await ask('files.append', { id, bytes: new TextEncoder().encode(text) });
      return ask('files.finish', { id });
    },
    { name, text, ...(folder !== undefined && { folder }) },
  );

/** Presses a button of main's next question, which is the `asked`th. */
export async function press(
  { questions }: SystemUi,
  button: 'Allow' | 'Cancel',
  asked: number,
): Promise<void> {
  await expect.poll(() => questions.length).toBe(asked);
  questions.at(-1)?.answer(button);
}

/** Calls main from the page, bypassing the app's own code. */
export const invoke = (page: Page, channel: string, input: unknown): Promise<unknown> =>
  page.evaluate(([name, value]) => window.likenessDesktop?.invoke(name as never, value), [
    channel,
    input,
  ] as const);
