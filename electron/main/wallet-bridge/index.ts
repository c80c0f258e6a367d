import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { app, shell, type BrowserWindow } from 'electron';

import type { Network } from '../../../renderer/core/network.ts';
import { contentType } from '../app-files.ts';
import type { HandlersOf } from '../dispatcher.ts';
import { emit } from '../ipc.ts';
import type { SettingsFile } from '../settings.ts';
import { createWalletBridge } from './bridge.ts';
import type { PageFile } from './server.ts';

/**
 * Wallets in the user's own browser, through the loopback page. Main remembers the connected Solana
 * account, so that it is restored without asking and the same account signs.
 */
export function walletHandlers(
  window: () => BrowserWindow | undefined,
  settings: SettingsFile,
  network: Network,
): { readonly handlers: HandlersOf<'wallet'>; readonly leave: () => void } {
  let files: ReadonlyMap<string, PageFile> | undefined;
  const bridge = createWalletBridge({
    network,
    files: () => (files ??= readPage(join(import.meta.dirname, '../wallet-page'))),
    open: (url) => shell.openExternal(url),
    onWaiting: (waiting) => emit(window(), 'wallet', waiting ?? null),
  });
  app.on('will-quit', () => bridge.close());

  const handlers: HandlersOf<'wallet'> = {
    async 'wallet.ask'(call) {
      const result = await bridge.ask(call);
      if (call.method === 'solana_connect') settings.change({ wallet: String(result) });
      return { result };
    },
    'wallet.cancel'() {
      bridge.cancel();
    },
    async 'wallet.openAgain'() {
      await bridge.openAgain();
    },
    'wallet.connected': () => ({ address: settings.get().wallet ?? null }),
    'wallet.forget'() {
      settings.change({ wallet: undefined });
    },
  };
  return { handlers, leave: () => bridge.cancel() };
}

/** The built page's files by request path: '/', '/de', '/assets/start.js'. */
function readPage(folder: string): ReadonlyMap<string, PageFile> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.map((path) => {
      const name = `/${relative(folder, path).split(sep).join('/')}`;
      return [
        name === '/index.html' ? '/' : name.replace(/\.html$/, ''),
        { type: contentType(path), content: readFileSync(path) },
      ];
    }),
  );
}
