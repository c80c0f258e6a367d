import { BlockList, isIP } from 'node:net';

import type { AddressClass } from '../renderer/core/engines/setup.ts';

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

export const familyOf = (address: string): 'ipv4' | 'ipv6' =>
  isIP(address) === 6 ? 'ipv6' : 'ipv4';

/** Networks as they are written: '10.1.0.0/16', 'fd00::/8'. */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

export const isPublic = (address: string): boolean => {
  if (isIP(address) === 4) return !networksOf(INSIDE_4).check(address, 'ipv4');
  return (
    networksOf([PUBLIC_6]).check(address, 'ipv6') && !networksOf(INSIDE_6).check(address, 'ipv6')
  );
};

/** The class of a numeric address; undefined for link-local, reserved and multicast ones. */
export function classOf(address: string): AddressClass | undefined {
  const family = familyOf(address);
  if (networksOf(MACHINE).check(address, family)) return 'machine';
  if (networksOf(NETWORK).check(address, family)) return 'network';
  return isPublic(address) ? 'internet' : undefined;
}
