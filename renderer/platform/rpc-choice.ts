import { isSameRpc } from '../core/config.ts';
import { LikenessError } from '../core/errors.ts';
import { genesisOf, type Network } from '../core/network.ts';
import { chainOf, GENESIS_QUESTION, readGenesis, rpcAddress } from '../core/rpc.ts';
import type { Clock } from '../ports/clock.ts';
import type { Requests } from '../ports/requests.ts';
import type { RpcAnswer, RpcChoice } from '../ports/rpc-choice.ts';

export interface RpcChoiceDeps {
  readonly network: Network;
  readonly offered: readonly string[];
  readonly chosen: string | undefined;
  readonly requests: Pick<Requests, 'json'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly keep: (address: string | undefined) => Promise<void>;
  /** Returns the genesis hash of an address that the page itself may not call (desktop). */
  readonly askElsewhere?: (address: string) => Promise<string>;
}

export function createRpcChoice({
  network,
  offered,
  chosen,
  requests,
  clock,
  keep,
  askElsewhere,
}: RpcChoiceDeps): RpcChoice {
  /** The addresses that the page's policy allows. */
  const callable = chosen === undefined ? offered : [...offered, chosen];

  async function ask(address: string): Promise<string> {
    if (!callable.some((one) => isSameRpc(one, address))) {
      if (!askElsewhere) throw new LikenessError('rpc-address-refused');
      return askElsewhere(address);
    }
    const { status, text } = await requests
      .json({ url: address, purpose: 'chain', label: 'getGenesisHash', body: GENESIS_QUESTION })
      .catch((cause: unknown) => {
        throw new LikenessError('rpc-silent', {}, { cause });
      });
    return readGenesis(status, text);
  }

  async function test(typed: string): Promise<RpcAnswer> {
    const address = rpcAddress(typed);
    if (address === undefined) throw new LikenessError('rpc-address-refused');
    const began = clock.now();
    const genesis = await ask(address);
    const milliseconds = clock.now() - began;
    const expected = genesisOf(network) ?? (await ask(offered[0] ?? address));
    return {
      chain: chainOf(genesis, network === 'sandbox' ? expected : undefined),
      fits: genesis === expected,
      milliseconds,
    };
  }

  return {
    offered,
    chosen,
    takesOwn: askElsewhere !== undefined,
    test,
    async use(typed) {
      const address = typed === undefined ? undefined : rpcAddress(typed);
      if (typed !== undefined) {
        if (address === undefined) throw new LikenessError('rpc-address-refused');
        const { chain, fits } = await test(address);
        if (!fits) throw new LikenessError('rpc-wrong-chain', { chain });
      }
      await keep(address);
    },
  };
}
