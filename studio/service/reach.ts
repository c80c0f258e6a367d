import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

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

/** IPv4 without public hosts: IANA's special-purpose addresses, multicast, and reserved ones. */
const INSIDE_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** IPv6 has one public range; these parts of it aren't public, or wrap an IPv4 address. */
const PUBLIC_6 = '2000::/3';
const INSIDE_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Addresses of this machine, and of networks that are somebody's own. */
const MACHINE = ['127.0.0.0/8', '::1/128'];
const NETWORK = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** Where an address is. */
export type AddressClass = 'machine' | 'network' | 'internet';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @throws StudioError 'usage' if one of them can't be read */
function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    const family = isIP(address);
    const most = family === 0 ? 0 : family === 4 ? 32 : 128;
    if (most === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
      throw new StudioError(
        'usage',
        `LIKENESS_WEBHOOK_NETWORKS: '${network}' is no network like 10.1.0.0/16 or fd00::/8.`,
      );
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !listOf(INSIDE_4).check(address, 'ipv4');
  return listOf([PUBLIC_6]).check(address, 'ipv6') && !listOf(INSIDE_6).check(address, 'ipv6');
};

/** The class of a numeric address; undefined for link-local, reserved and multicast ones. */
export function classOf(address: string): AddressClass | undefined {
  const family = familyOf(address);
  if (listOf(MACHINE).check(address, family)) return 'machine';
  if (listOf(NETWORK).check(address, family)) return 'network';
  return isPublic(address) ? 'internet' : undefined;
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
