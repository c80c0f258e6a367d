import { lookup } from 'node:dns';
import { isIP, type BlockList, type LookupFunction } from 'node:net';

import { familyOf, isPublic, networksOf } from '../../engine-host/address-class.ts';
import { StudioError } from '../failures.ts';

/** The addresses that webhooks may call: the internet, and networks that the operator opens. */
export interface Reach {
  /** Whether a numeric address may be called. True for names, which are checked at lookup. */
  allows(host: string): boolean;
  /** Looks up a name and returns its allowed addresses. Fails with `OutOfReach` if none is. */
  readonly lookup: LookupFunction;
}

export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

/** @throws StudioError 'usage' if one of them can't be read */
function listOf(networks: readonly string[]): BlockList {
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    const family = isIP(address);
    const most = family === 0 ? 0 : family === 4 ? 32 : 128;
    if (most === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
      throw new StudioError(
        'usage',
        `LIKENESS_WEBHOOK_NETWORKS: '${network}' is no network like 10.1.0.0/16 or fd00::/8.`,
      );
  }
  return networksOf(networks);
}

/**
 * @param networks what is open besides the internet, e.g. '10.1.0.0/16,fd00::/8'
 * @throws StudioError 'usage' if that can't be read
 */
export function createReach(networks: string): Reach {
  const parts = networks.split(',').map((one) => one.trim());
  const opened = listOf(parts.filter((one) => one !== ''));

  function allows(host: string): boolean {
    // In a URL it has brackets: [::1].
    const address = host.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(address);
    if (family === 0 || opened.check(address, familyOf(address))) return true;
    return isPublic(address);
  }

  return {
    allows,
    lookup(host, options, done) {
      lookup(host, { ...options, all: true }, (failure, found) => {
        if (failure) {
          done(failure, []);
          return;
        }
        const [first, ...more] = found.filter(({ address }) => allows(address));
        if (!first) done(new OutOfReach(`${host} is an address inside`), []);
        else if (options.all === true) done(null, [first, ...more]);
        else done(null, first.address, first.family);
      });
    },
  };
}
