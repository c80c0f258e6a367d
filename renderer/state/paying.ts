import { atom, useAtomValue } from './jotai.ts';
import { createPayments, type Payments, webLocks } from './payments/index.ts';
import { portsAtom } from './ports.ts';

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** Paying, over this app's ports. The composition root resumes it once the chain is known. */
export const paymentsAtom = atom((get): Payments => {
  const { store, chain, wallets, config, now } = get(portsAtom);
  return createPayments({
    store,
    chain,
    wallets,
    treasury: config.treasury,
    clock: { now, wait },
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    locks: webLocks(navigator.locks),
  });
});

export const usePayments = (): Payments => useAtomValue(paymentsAtom);
