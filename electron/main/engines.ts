import { join } from 'node:path';
import { safeStorage, type BrowserWindow } from 'electron';
import { z } from 'zod';

import { createEngineCalls } from '../../engine-host/calls.ts';
import { createEngineHost, storedEngines, type KeyChain } from '../../engine-host/host.ts';
import { openStored } from '../../engine-host/stored.ts';
import {
  ENGINE_CALLS,
  type EngineEvent,
  type EngineInput,
} from '../../renderer/core/engines/calls.ts';
import type { AddressClass } from '../../renderer/core/engines/setup.ts';
import { keysOf } from '../../renderer/core/objects.ts';
import { t } from '../../renderer/i18n/index.ts';
import type { HandlersOf } from './dispatcher.ts';
import { emit } from './ipc.ts';
import { questions, type Question } from './questions.ts';
import { reportUnsaved } from './settings.ts';

const contact = (host: string): Question => ({
  message: t('Let Likeness contact {host}?', { host }),
  detail: t(
    'This address was entered as an engine that makes pictures. It will learn your IP address. No photo is sent now. If you didn’t enter it, cancel.',
  ),
});

function where(to: AddressClass): string {
  switch (to) {
    case 'machine':
      return t('This engine is on this device.');
    case 'network':
      return t('This engine is on another device of your network.');
    case 'internet':
      return t('This engine is on the internet.');
  }
}

const sending = (host: string, to: AddressClass): Question => ({
  message: t('Send photos to {host}?', { host }),
  detail: `${where(to)} ${t(
    'For each look, head and shoulders of one photo go there, without metadata or a name. The engine may keep them. You can withdraw this permission in the settings.',
  )}`,
});

/**
 * Keys in `path`, encrypted with the system's keychain. Where there is none, Electron would only
 * obscure them, so nothing is kept.
 */
function keyChain(path: string): KeyChain {
  const file = openStored(path, z.record(z.string(), z.base64()), {}, reportUnsaved);
  const isSafe = async (): Promise<boolean> =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text');
  return {
    has: (name) => file.get()[name] !== undefined,
    async read(name) {
      const kept = file.get()[name];
      if (kept === undefined || !(await isSafe())) return undefined;
      try {
        return (await safeStorage.decryptStringAsync(Buffer.from(kept, 'base64'))).result;
      } catch {
        return undefined; // Another user's keychain, or a new one: the key has to be given again.
      }
    },
    async write(name, key) {
      const isKept = key !== undefined && (await isSafe());
      const secret = isKept ? await safeStorage.encryptStringAsync(key) : undefined;
      const { [name]: before, ...others } = file.get();
      if (secret) file.set({ ...others, [name]: secret.toString('base64') });
      else if (before !== undefined) file.set(others);
      return isKept;
    },
  };
}

/**
 * The engines of the user's own. The page's policy forbids it to call them, so main does. It asks
 * before it contacts an address for the first time, and before photos go there.
 */
export function engineHandlers(
  window: () => BrowserWindow | undefined,
  folder: string,
): { readonly handlers: HandlersOf<'engines'>; readonly leave: () => void } {
  const file = openStored(join(folder, 'engines.json'), storedEngines, [], reportUnsaved);
  const ask = questions(window);
  const agreed = new Set(file.get().map(({ address }) => new URL(address).origin));
  const calls = createEngineCalls(
    createEngineHost({
      engines: file.get(),
      write: (engines) => file.set([...engines]),
      keys: keyChain(join(folder, 'engine-keys.json')),
      async mayContact({ host, origin }) {
        const answer = agreed.has(origin) || (await ask(contact(host)));
        if (answer === true) agreed.add(origin);
        return answer;
      },
      maySendPhotos: ({ host }, to) => ask(sending(host, to)),
    }),
  );
  const report = (event: EngineEvent): void => emit(window(), 'engine', event);
  const handlers = keysOf(ENGINE_CALLS).map((name) => [
    `engines.${name}`,
    (input: EngineInput<typeof name>) => calls.call(name, input, report),
  ]);
  return {
    handlers: Object.fromEntries(handlers) as HandlersOf<'engines'>,
    leave: () => calls.leave(),
  };
}
