import { errorCode } from '../../core/errors.ts';
import { GENESIS_QUESTION } from '../../core/rpc.ts';
import type { Requests } from '../../ports/requests.ts';
import type { RpcChoiceDeps } from '../rpc-choice.ts';
import { call } from './bridge.ts';

/**
 * Main contacts hosts that the page's policy forbids. Main also stores the choice, because it sets
 * the policy when it serves the page.
 */
export const desktopRpc = (
  requests: Pick<Requests, 'note'>,
): Required<Pick<RpcChoiceDeps, 'askElsewhere' | 'keep'>> => ({
  async askElsewhere(address) {
    const about = {
      purpose: 'chain',
      host: new URL(address).host,
      label: 'getGenesisHash, asked by the main process',
    } as const;
    try {
      const { genesis, ...bytes } = await call('rpc.test', { address });
      requests.note({ ...about, ...bytes, status: 'done' });
      return genesis;
    } catch (thrown) {
      if (errorCode(thrown) !== 'rpc-declined')
        requests.note({
          ...about,
          bytesUp: GENESIS_QUESTION.length,
          bytesDown: 0,
          status: 'failed',
        });
      throw thrown;
    }
  },
  async keep(address) {
    await call('rpc.use', { address: address ?? null });
  },
});
