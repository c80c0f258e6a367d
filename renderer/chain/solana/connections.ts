import type * as Web3Module from '@solana/web3.js';
import type { Connection } from '@solana/web3.js';

import { byOperator } from '../../core/config.ts';
import { isAbort, LikenessError } from '../../core/errors.ts';
import type { SignatureStatus } from '../../ports/chain.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requests } from '../../ports/requests.ts';
import { createRpc, fetchThrough } from '../rpc.ts';
import type { Rpc } from '../rpc.ts';

export type Web3 = typeof Web3Module;

/** Runs a call on a web3.js connection. Rejects with our errors or the signal's reason. */
export type Ask = <T>(
  call: (connection: Connection, web3: Web3) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

export interface Connections {
  /** All addresses, with failover. */
  readonly any: Ask;
  /**
   * One per operator, with failover between its addresses, for questions on which two have to agree:
   * two addresses of one operator would repeat its error or its lie.
   */
  readonly each: readonly Ask[];
}

export function openConnections(
  web3: Web3,
  addresses: readonly string[],
  through: {
    readonly requests: Pick<Requests, 'json'>;
    readonly clock: Clock;
    readonly chance: () => number;
  },
): Connections {
  const over = (some: readonly string[], rounds?: number): Ask => {
    const rpc = createRpc({
      addresses: some,
      ...through,
      ...(rounds === undefined ? {} : { rounds }),
    });
    const open = (signal?: AbortSignal) => connect(web3, some[0] ?? '', rpc, signal);
    const shared = open();
    return async (call, signal) => {
      try {
        return await call(signal ? open(signal) : shared, web3);
      } catch (thrown) {
        signal?.throwIfAborted();
        if (thrown instanceof LikenessError || isAbort(thrown)) throw thrown;
        throw new LikenessError('network-unreachable', { rpc: reason(thrown) }, { cause: thrown });
      }
    };
  };
  return connected(addresses, over);
}

/** The connections to some addresses, given how one is opened that fails over between a few. */
export function connected(
  addresses: readonly string[],
  over: (some: readonly string[], rounds?: number) => Ask,
): Connections {
  const any = over(addresses);
  const operators = byOperator(addresses);
  // A sole operator keeps the full time limits: there is none to ask instead.
  return { any, each: operators.length === 1 ? [any] : operators.map((own) => over(own, 1)) };
}

function connect(web3: Web3, address: string, rpc: Rpc, signal?: AbortSignal): Connection {
  return new web3.Connection(address, {
    commitment: 'confirmed',
    // `rpc` retries: web3.js knows only one address.
    disableRetryOnRateLimit: true,
    fetch: fetchThrough(rpc, signal),
  });
}

const reason = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message.slice(0, 200) : 'unknown';

/** Resolves when a node has accepted the transaction. */
export async function broadcast(ask: Ask, signed: Uint8Array, signal?: AbortSignal): Promise<void> {
  // The transaction was simulated before it was signed. Simulating again on every node would only
  // turn a node's lag into an error; the signature's status tells what happened.
  await ask(
    (connection) => connection.sendRawTransaction(signed, { skipPreflight: true, maxRetries: 0 }),
    signal,
  );
}

export async function statusOf(
  ask: Ask,
  signature: string,
  signal?: AbortSignal,
): Promise<SignatureStatus> {
  const { value } = await ask(
    (connection) =>
      connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
    signal,
  );
  const [status] = value;
  if (!status) return { kind: 'unknown' };
  const { confirmationStatus: commitment = 'processed', slot, err } = status;
  return { kind: 'seen', commitment, slot, failed: err !== null };
}
