import { describe, expect, it } from 'vitest';

import { byOperator, isSameRpc, operatorOf, preferring } from './config.ts';
import { GENESIS, genesisOf } from './network.ts';
import { chainOf, readGenesis, rpcAddress } from './rpc.ts';

describe('the address of an RPC', () => {
  it.each([
    ['https://rpc.example', 'https://rpc.example/'],
    ['  https://RPC.example:8443/v2/key?x=1 ', 'https://rpc.example:8443/v2/key?x=1'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://127.0.0.1:8899', 'http://127.0.0.1:8899/'],
    ['http://localhost:8899', 'http://localhost:8899/'],
  ])('%s is taken', (typed, address) => expect(rpcAddress(typed)).toBe(address));

  it('is the same with and without a slash', () => {
    expect(isSameRpc('https://rpc.example', 'https://rpc.example/')).toBe(true);
    expect(isSameRpc('https://rpc.example/a', 'https://rpc.example/b')).toBe(false);
  });
});

describe('the answer that identifies the chain', () => {
  it('is a genesis hash', () =>
    expect(readGenesis(200, `{"jsonrpc":"2.0","id":1,"result":"${GENESIS.devnet}"}`)).toBe(
      GENESIS.devnet,
    ));
  it.each([
    '',
    '{"ok":true}',
    'null',
    '<html>',
    '{"result":5}',
    '{"result":"not base58: 0OIl"}',
    '{"error":{"code":-32601}}',
  ])('is not %s', (text) =>
    expect(() => readGenesis(200, text)).toThrow(
      expect.objectContaining({ code: 'rpc-not-solana' }),
    ),
  );
  it.each([403, 429, 500])('is not status %i', (status) =>
    expect(() => readGenesis(status, `{"result":"${GENESIS.mainnet}"}`)).toThrow(
      expect.objectContaining({ code: 'rpc-silent' }),
    ),
  );
});

it('is asked first once it is chosen, then the build’s, and none twice', () => {
  const built = { solanaRpc: ['https://a.example', 'https://b.example/'] };
  expect(preferring(built, undefined)).toBe(built);
  expect(preferring(built, 'https://b.example/').solanaRpc).toEqual([
    'https://b.example/',
    'https://a.example',
  ]);
  expect(preferring(built, 'https://own.example/key').solanaRpc).toEqual([
    'https://own.example/key',
    'https://a.example',
    'https://b.example/',
  ]);
});

describe('an operator', () => {
  it.each([
    ['its registered domain', 'https://rpc.a.example/key', 'a.example'],
    [
      'the same for each customer’s host',
      'https://x-y.solana-mainnet.quiknode.pro/1',
      'quiknode.pro',
    ],
    ['the same with another port, case or a last dot', 'https://RPC.a.example.:8899', 'a.example'],
    ['below a shared name', 'https://rpc.a.co.uk', 'a.co.uk'],
    ['short without being a shared name', 'https://mainnet.rpc.io', 'rpc.io'],
    ['a name of one word', 'http://one', 'one'],
    ['unknown for an IPv4 address', 'https://203.0.113.7', ''],
    ['unknown for an IPv6 address', 'https://[2001:db8::1]', ''],
    ['unknown for this machine', 'http://localhost:8899', ''],
    ['unknown for this machine by number', 'http://127.0.0.1:8899', ''],
  ])('is %s', (_what, address, operator) => {
    expect(operatorOf(address)).toBe(operator);
  });

  it('has all of its addresses in one group, the user’s own among them', () => {
    const built = { solanaRpc: ['https://one.a.example', 'https://b.example'] };
    expect(byOperator(preferring(built, 'https://two.a.example/mine').solanaRpc)).toEqual([
      ['https://two.a.example/mine', 'https://one.a.example'],
      ['https://b.example'],
    ]);
  });
});

it('names the public chains and the sandbox that runs', () => {
  expect(chainOf(GENESIS.mainnet)).toBe('mainnet');
  expect(chainOf(GENESIS.testnet, 'own')).toBe('testnet');
  expect(chainOf('own', 'own')).toBe('sandbox');
  expect(chainOf('own')).toBe('other');
  expect([genesisOf('mainnet'), genesisOf('sandbox')]).toEqual([GENESIS.mainnet, undefined]);
});
