import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';

import { LikenessError } from '../core/errors.ts';
import { genesisOf, type Network } from '../core/network.ts';
import { once } from '../core/once.ts';
import { emailProfile, GUEST_PROFILE, walletProfile, type Scope } from '../core/scope.ts';
import { createState, type Subscribable } from '../core/subscribable.ts';
import type { Accounts } from '../ports/accounts.ts';
import type { Chain } from '../ports/chain.ts';
import type { Wallets } from '../ports/wallets.ts';
import { portsAtom } from './ports.ts';
import { localMemory, type Memory } from './remembered.ts';
import { useSnapshot } from './use-snapshot.ts';

/** The profile and chain whose rows are shown; undefined until both are known. */
export interface CurrentScope extends Subscribable<Scope | undefined> {
  /**
   * Waits for a sandbox's answer, so that nothing is ever written under one that was reset. A public
   * chain's hash is known; each payment and mint checks that the RPC serves it. Watching alone doesn't
   * ask either: a first page without rows loads none of the chain's code.
   * @throws LikenessError 'storage-locked' while an account is locked, or what the chain throws
   */
  confirmed(): Promise<Scope>;
  /**
   * False until a sandbox has answered here for the first time: nothing can be stored before that.
   */
  chainSeen(): boolean;
}

interface Deps {
  readonly wallets: Pick<Wallets, 'snapshot' | 'subscribe'>;
  readonly accounts: Pick<Accounts, 'snapshot' | 'subscribe'>;
  readonly genesis: Chain['genesis'];
  readonly network: Network;
  readonly memory: Memory;
}

/**
 * The profile whose rows are shown: the open email account's, else the signed-in wallet's, else the
 * guest's. Undefined while that isn't known, and while an account is locked: what is paid or made
 * then must not land in another profile's library.
 */
export function currentProfile(
  wallets: Deps['wallets'],
  accounts: Deps['accounts'],
): string | undefined {
  const account = accounts.snapshot();
  if (account.status === 'open' && account.id !== undefined) return emailProfile(account.id);
  if (account.status !== 'none') return undefined;
  const { status, address } = wallets.snapshot();
  if (status === 'restoring') return undefined;
  return status === 'connected' ? walletProfile(address) : GUEST_PROFILE;
}

/**
 * The library must open offline, so the chain seen last is used until the chain answers. If a
 * sandbox was reset, the answer changes the scope, and with it what is shown.
 */
export function createScope({
  wallets,
  accounts,
  genesis: askGenesis,
  network,
  memory,
}: Deps): CurrentScope {
  const key = `genesis.${network}`;
  const last = memory.read(key);
  const known = genesisOf(network);
  let genesis = known ?? (typeof last === 'string' ? last : undefined);

  const profile = (): string | undefined => currentProfile(wallets, accounts);
  const value = createState<Scope | undefined>(undefined);
  const refresh = (): void => {
    const profileId = profile();
    const now = value.snapshot();
    if (now && now.profileId === profileId && now.genesis === genesis) return;
    value.set(
      profileId !== undefined && genesis !== undefined ? { profileId, genesis } : undefined,
    );
  };
  const ask = once(async () => {
    if (known !== undefined) return known;
    const answer = await askGenesis();
    genesis = answer;
    memory.write(key, answer);
    refresh();
    return answer;
  });

  wallets.subscribe(refresh);
  accounts.subscribe(refresh);
  refresh();
  return {
    snapshot: value.snapshot,
    subscribe: value.subscribe,
    chainSeen: () => genesis !== undefined,
    async confirmed() {
      const answer = await ask();
      let profileId = profile();
      while (profileId === undefined) {
        if (accounts.snapshot().status === 'locked') throw new LikenessError('storage-locked');
        await new Promise<void>((resolve) => {
          const stops = [wallets, accounts].map((source) =>
            source.subscribe(() => {
              for (const stop of stops) stop();
              resolve();
            }),
          );
        });
        profileId = profile();
      }
      return { profileId, genesis: answer };
    },
  };
}

export const scopeAtom = atom((get): CurrentScope => {
  const ports = get(portsAtom);
  return createScope({ ...ports, network: ports.config.network, memory: localMemory() });
});

export function useScope(): Scope | undefined {
  const scope = useAtomValue(scopeAtom);
  useEffect(() => {
    // A screen that shows rows needs the answer; an unreachable network is reported where it
    // matters.
    scope.confirmed().catch(() => undefined);
  }, [scope]);
  return useSnapshot(scope);
}
