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
    expect(
      readBuildConfig({ LIKENESS_NETWORK: 'mainnet', LIKENESS_TREASURY: TREASURY }, '1'),
    ).toMatchObject({
      treasury: TREASURY,
      solanaRpc: ['https://api.mainnet-beta.solana.com'],
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

  it('leaves the sandbox addresses to the server that starts it', () => {
    expect(
      readBuildConfig({ LIKENESS_NETWORK: 'sandbox', LIKENESS_TREASURY: TREASURY }, '1'),
    ).toMatchObject({ treasury: '', solanaRpc: [] });
  });
});
