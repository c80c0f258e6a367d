import { expect, it, vi } from 'vitest';

import { createState } from '../../core/subscribable.ts';
import { createAdapterTransport, type AdapterState } from './adapter-transport.ts';

const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';

/** Stands in for the mounted provider: publishes a state after each change, as React would. */
function provider(silent: () => string | undefined = () => undefined) {
  const adapters = createState<AdapterState | undefined>(undefined);
  const now = {
    selected: undefined as string | undefined,
    address: undefined as string | undefined,
  };
  const publish = (change: Partial<typeof now>): void => {
    Object.assign(now, change);
    const state: AdapterState = {
      ...now,
      installed: ['Phantom', 'Sandbox Wallet'],
      answers: 'signed',
      select: (name) => queueMicrotask(() => publish({ selected: name, address: undefined })),
      connect: () => {
        queueMicrotask(() => publish({ address: ADDRESS }));
        return Promise.resolve();
      },
      connectSilently: () => {
        const address = silent();
        if (address) queueMicrotask(() => publish({ address }));
        return Promise.resolve(address !== undefined);
      },
      disconnect: () => {
        publish({ address: undefined });
        return Promise.resolve();
      },
      signTransaction: () => Promise.resolve(Uint8Array.of(9)),
      signAndSend: () => Promise.resolve('signature'),
      signMessage: () => Promise.resolve(new Uint8Array(64)),
    };
    adapters.set(state);
  };
  const mount = vi.fn(() => {
    publish({});
    return Promise.resolve();
  });
  const transport = (name: string) =>
    createAdapterTransport({
      adapters,
      mount,
      name,
      choice: () => ({ id: name, name, type: 'phantom', transport: 'extension', installed: true }),
    });
  return { transport, mount, publish };
}

it('mounts the provider only when a wallet is requested', async () => {
  const { transport, mount } = provider();
  const phantom = transport('Phantom');
  expect(phantom.choice()?.installed).toBe(true);
  await phantom.disconnect();
  expect(mount).not.toHaveBeenCalled();
  expect(await phantom.connect()).toBe(ADDRESS);
  expect(await phantom.signTransaction(Uint8Array.of(1))).toEqual(Uint8Array.of(9));
});

it('is restored only if that needs no question', async () => {
  expect(await provider().transport('Phantom').restore()).toBeUndefined();
  expect(
    await provider(() => ADDRESS)
      .transport('Phantom')
      .restore(),
  ).toBe(ADDRESS);
});

it('reports only its own wallet', async () => {
  const { transport, publish } = provider();
  const phantom = transport('Phantom');
  await phantom.connect();
  const notified = vi.fn();
  const stop = phantom.onAccount(notified);
  publish({});
  expect(notified).not.toHaveBeenCalled();
  await transport('Sandbox Wallet').connect();
  expect(notified.mock.calls).toEqual([[undefined]]);
  await expect(phantom.signTransaction(Uint8Array.of(1))).rejects.toThrow('connected');
  stop();
});
