import { describe, expect, it } from 'vitest';

import type { AppConfig } from '../../renderer/core/config.ts';
import { readPageConfig } from './page-config.ts';

const build: AppConfig = {
  network: 'mainnet',
  solanaRpc: ['https://rpc.example/'],
  polygonRpc: [],
  treasury: '1'.repeat(32),
  appUrl: 'https://likeness.example',
  media: { upload: 'https://upload.example', read: 'https://read.example' },
  version: '1.0.0',
};
const handedOver = JSON.stringify({
  solanaRpc: ['http://127.0.0.1:8899'],
  treasury: build.treasury,
  appUrl: build.appUrl,
  media: { upload: 'http://127.0.0.1:1', read: 'http://127.0.0.1:1' },
});

describe('what a page is given and may call', () => {
  it('is what the build names, and what its environment says only on a sandbox', () => {
    expect(readPageConfig(build, handedOver).solanaRpc).toEqual(build.solanaRpc);
    expect(readPageConfig(build, handedOver).metas(undefined)).toEqual({});
    const sandbox = readPageConfig({ ...build, network: 'sandbox' }, handedOver);
    expect(sandbox.solanaRpc).toEqual(['http://127.0.0.1:8899']);
    expect(sandbox.metas(undefined)).toEqual({ 'likeness-config': handedOver });
    expect(() => readPageConfig({ ...build, network: 'sandbox' }, undefined)).toThrow(
      'npm run desktop',
    );
  });

  it('holds the RPC that the person chose', () => {
    const config = readPageConfig(build, undefined);
    expect(config.headers('https://own.example/')['Content-Security-Policy']).toContain(
      'https://own.example',
    );
    expect(config.headers(undefined)['Content-Security-Policy']).not.toContain(
      'https://own.example',
    );
    expect(config.metas('https://own.example/')).toEqual({
      'likeness-rpc': 'https://own.example/',
    });
  });

  it('may be nearby on a sandbox, or where the person entered an RPC that the build doesn’t name', () => {
    const config = readPageConfig(build, undefined);
    expect(config.callsNearby(undefined)).toBe(false);
    expect(config.callsNearby('https://rpc.example')).toBe(false);
    expect(config.callsNearby('http://127.0.0.1:8899/')).toBe(true);
    expect(config.callsNearby('https://node.home.example/')).toBe(true);
    expect(
      readPageConfig({ ...build, network: 'sandbox' }, handedOver).callsNearby(undefined),
    ).toBe(true);
  });
});
