import { afterEach, describe, expect, it } from 'vitest';

import { openLine } from '../../engine-host/line.ts';
import { editsEngine } from '../../renderer/core/engines/edits.ts';
import { namedEngines, type NamedEngine } from '../../studio/looks/engines.ts';
import { EXAMPLE_JOB } from '../support/example-job.ts';
import { testServer } from '../support/test-server.ts';

afterEach(() => {
  delete process.env['LIKENESS_ENGINES'];
});

const at = (address: string): NamedEngine => ({
  name: 'own',
  kind: 'edits',
  address,
  authorization: 'Bearer secret',
  model: '',
  protocol: editsEngine({}),
});

const make = async (address: string): Promise<Uint8Array> =>
  (await openLine(at(address))).follow(editsEngine({}).make(EXAMPLE_JOB));

describe('an engine’s address can’t be', () => {
  it.each([
    ['the cloud’s metadata', 'http://169.254.169.254'],
    ['the same as a number', 'http://2852039166'],
    ['the same in hexadecimal', 'http://0xa9fea9fe'],
    ['the same in octal', 'http://0251.0376.0251.0376'],
    ['the same within IPv6', 'http://[::ffff:169.254.169.254]'],
    ['link-local IPv6', 'http://[fe80::1]'],
    ['nowhere', 'http://0.0.0.0'],
    ['nowhere in IPv6', 'http://[::]'],
    ['multicast', 'http://224.0.0.1'],
    ['broadcast', 'http://255.255.255.255'],
    ['a network for documentation', 'http://192.0.2.1'],
    ['IPv4 in a 6to4 address', 'https://[2002:a9fe:a9fe::1]'],
    ['on the internet in clear text', 'http://93.184.215.14'],
  ])('%s', async (_, address) => {
    await expect(openLine(at(address))).rejects.toThrow(
      'Its address isn’t one that photos are sent',
    );
  });

  it.each([
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'http://name:password@127.0.0.1',
    'http://127.0.0.1/?next=',
    'javascript:alert(1)',
    '127.0.0.1:8188',
  ])('written as %s', (address) => {
    process.env['LIKENESS_ENGINES'] = JSON.stringify({ own: { kind: 'edits', address } });
    expect(() => namedEngines()).toThrow('LIKENESS_ENGINES: own.address');
  });
});

describe('an engine’s answer can’t', () => {
  it('send the photo on', async () => {
    const seen: string[] = [];
    const elsewhere = await testServer((request) => void seen.push(request.url ?? ''));
    for (const status of [301, 302, 303, 307, 308]) {
      const address = await testServer((_, response) =>
        response.writeHead(status, { Location: `${elsewhere}/taken` }).end(),
      );
      await expect(make(address)).rejects.toThrow('which isn’t followed');
    }
    expect(seen).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    '//127.0.0.1/x',
    'https://127.0.0.1/x',
    'https://10.0.0.1/x',
    'https://[::1]/x',
    'https://[fe80::1]/x',
    'http://93.184.215.14/x',
    'gopher://x',
    '\u0000',
  ])('have us fetch %s', async (url) => {
    const address = await testServer((_, response) =>
      response.end(JSON.stringify({ data: [{ url }] })),
    );
    await expect(make(address)).rejects.toThrow(/isn’t one that photos|address can’t be read/);
  });

  it('have us fetch from another server of this machine', async () => {
    const seen: string[] = [];
    const other = await testServer((request) => void seen.push(request.url ?? ''));
    const address = await testServer((_, response) =>
      response.end(JSON.stringify({ data: [{ url: `${other}/admin` }] })),
    );
    await expect(make(address)).rejects.toThrow('Its address isn’t one');
    expect(seen).toEqual([]);
  });

  it('fill the memory', async () => {
    const block = Buffer.alloc(1 << 20);
    const address = await testServer((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(block));
        response.once('drain', pour);
      };
      pour();
    });
    await expect(make(address)).rejects.toThrow('more than is read, 64 MB');
  });
});
