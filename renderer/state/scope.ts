import { useEffect } from 'react';
import { GUEST_PROFILE, type Scope, walletProfile } from '../core/scope.ts';
import type { Chain } from '../ports/chain.ts';
import type { Wallets } from '../ports/wallets.ts';
import { atom, useAtomValue } from './jotai.ts';
import { observable, useWatched, type Watched } from './observable.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';

/** Whose rows are shown and on which chain; undefined until both are known. */
export interface CurrentScope extends Watched<Scope | undefined> {
  /**
   * Waits for the chain's answer, so that nothing is ever written under a stale chain. Watching
   * alone doesn't ask: a first page that shows no rows loads nothing of the chain.
   */
  confirmed(): Promise<Scope>;
  /** False until a chain answered here for the first time: nothing can be stored before that. */
  chainSeen(): boolean;
}

interface Parts {
  readonly wallets: Pick<Wallets, 'snapshot' | 'subscribe'>;
  readonly chain: () => Promise<Pick<Chain, 'genesis'>>;
  readonly network: string;
  readonly memory: Memory;
}

/**
 * The library must open without a network, so the chain seen last stands in until the chain
 * answers: a reset sandbox then changes the scope, and with it what is shown.
 */
export function createScope({ wallets, chain, network, memory }: Parts): CurrentScope {
  const key = `genesis.${network}`;
  const last = memory.read(key);
  let genesis = typeof last === 'string' ? last : undefined;
  let asked: Promise<string> | undefined;

  const profile = (): string | undefined => {
    const { status, address } = wallets.snapshot();
    if (status === 'restoring') return undefined;
    return status === 'connected' ? walletProfile(address) : GUEST_PROFILE;
  };
  const value = observable<Scope | undefined>(undefined);
  const refresh = (): void => {
    const profileId = profile();
    const now = value.snapshot();
    if (now && now.profileId === profileId && now.genesis === genesis) return;
    value.set(profileId !== undefined && genesis !== undefined ? { profileId, genesis } : undefined);
  };
  const ask = (): Promise<string> => {
    asked ??= chain()
      .then((opened) => opened.genesis())
      .then((answer) => {
        genesis = answer;
        memory.write(key, answer);
        refresh();
        return answer;
      })
      .catch((failure: unknown) => {
        asked = undefined;
        throw failure;
      });
    return asked;
  };

  wallets.subscribe(refresh);
  refresh();
  return {
    snapshot: value.snapshot,
    subscribe: value.subscribe,
    chainSeen: () => genesis !== undefined,
    async confirmed() {
      const answer = await ask();
      let profileId = profile();
      while (profileId === undefined) {
        await new Promise<void>((resolve) => {
          const stop = wallets.subscribe(() => {
            stop();
            resolve();
          });
        });
        profileId = profile();
      }
      return { profileId, genesis: answer };
    },
  };
}

export const scopeAtom = atom((get): CurrentScope => {
  const { wallets, chain, config } = get(portsAtom);
  return createScope({ wallets, chain, network: config.network, memory: localMemory() });
});

export function useScope(): Scope | undefined {
  const scope = useAtomValue(scopeAtom);
  useEffect(() => {
    // A screen that shows rows wants to know; a network that is down is told where it matters.
    scope.confirmed().catch(() => undefined);
  }, [scope]);
  return useWatched(scope);
}
