import { describe, expect, it } from 'vitest';

import { readBuildConfig } from './build-config.ts';

const TREASURY = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

describe('build configuration', () => {
  it('asks for a network', () => {
    expect(() => readBuildConfig({}, '1')).toThrow(
      /Set LIKENESS_NETWORK to one of sandbox, devnet, mainnet/,
    );
    expect(() => readBuildConfig({ LIKENESS_NETWORK: 'testnet' }, '1')).toThrow(/LIKENESS_NETWORK/);
  });

  it('refuses mainnet without an explicit treasury', () => {
    expect(() => readBuildConfig({ LIKENESS_NETWORK: 'mainnet' }, '1')).toThrow(
      /Set LIKENESS_TREASURY/,
    );
    expect(() =>
      readBuildConfig({ LIKENESS_NETWORK: 'mainnet', LIKENESS_TREASURY: '0x12' }, '1'),
    ).toThrow(/Set LIKENESS_TREASURY/);
  });

  it('refuses mainnet with fewer than two independent RPCs', () => {
    const mainnet = (rpc?: string) =>
      readBuildConfig(
        {
          LIKENESS_NETWORK: 'mainnet',
          LIKENESS_TREASURY: TREASURY,
          ...(rpc === undefined ? {} : { LIKENESS_SOLANA_RPC: rpc }),
        },
        '1',
      );
    const refusal = /at least two addresses of different operators/;
    expect(() => mainnet()).toThrow(refusal);
    expect(() => mainnet('https://a.example')).toThrow(refusal);
    expect(() => mainnet('https://a.example/1,https://a.example/2')).toThrow(refusal);
    expect(() => mainnet('https://one.a.example, https://two.a.example')).toThrow(refusal);
    expect(() => mainnet('https://one.a.co.uk, https://two.a.co.uk')).toThrow(refusal);
    // Nothing tells who runs an address without a name.
    expect(() => mainnet('https://203.0.113.7, https://198.51.100.9')).toThrow(refusal);
    expect(mainnet('https://rpc.a.example, https://rpc.b.example')).toMatchObject({
      treasury: TREASURY,
      solanaRpc: ['https://rpc.a.example', 'https://rpc.b.example'],
    });
  });

  it('takes several RPC addresses, https only', () => {
    const environment = {
      LIKENESS_NETWORK: 'devnet',
      LIKENESS_SOLANA_RPC: 'https://a.example, https://b.example',
    };
    expect(readBuildConfig(environment, '1').solanaRpc).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
    expect(() =>
      readBuildConfig({ ...environment, LIKENESS_SOLANA_RPC: 'http://a.example' }, '1'),
    ).toThrow(/not an https address/);
  });

  it('accepts an update feed only with the key that verifies it', () => {
    const environment = {
      LIKENESS_NETWORK: 'devnet',
      LIKENESS_UPDATE_FEED: 'https://updates.example',
    };
    const key = `${'A'.repeat(43)}=`;
    expect(() => readBuildConfig(environment, '1')).toThrow(/Set LIKENESS_UPDATE_KEY/);
    expect(() => readBuildConfig({ ...environment, LIKENESS_UPDATE_KEY: 'x' }, '1')).toThrow(
      /Set LIKENESS_UPDATE_KEY/,
    );
    expect(readBuildConfig({ ...environment, LIKENESS_UPDATE_KEY: key }, '1').updates).toEqual({
      url: 'https://updates.example',
      key,
    });
  });

  it('leaves the sandbox addresses to the server that starts it', () => {
    expect(
      readBuildConfig({ LIKENESS_NETWORK: 'sandbox', LIKENESS_TREASURY: TREASURY }, '1'),
    ).toMatchObject({ treasury: '', solanaRpc: [] });
  });
});
