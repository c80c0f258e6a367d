import { beforeEach, expect, it, vi } from 'vitest';

import type { LikenessError } from '../../renderer/core/errors.ts';
import { GENESIS } from '../../renderer/core/network.ts';
import { codeOf } from '../../tests/support/code-of.ts';
import { rpcHandlers } from './rpc.ts';
import type { SettingsFile } from './settings.ts';

const electron = vi.hoisted(() => ({
  showMessageBox:
    vi.fn<(options: { message: string; defaultId: number }) => Promise<{ response: number }>>(),
  fetch: vi.fn<(url: string, init: RequestInit) => Promise<Response>>(),
}));
vi.mock('electron', () => ({
  dialog: { showMessageBox: electron.showMessageBox },
  net: { fetch: electron.fetch },
}));

const [ALLOW, CANCEL] = [0, 1];
const OWN = 'https://own.example/secret-key';
const BUILT = 'https://built.example';
const change = vi.fn<SettingsFile['change']>();
const rpc = rpcHandlers(
  () => undefined,
  { get: () => ({}), change },
  { network: 'mainnet', offered: [BUILT] },
);

const answers = (
  body: string,
  { status = 200, open = '*' }: { status?: number; open?: string } = {},
): void => {
  electron.fetch.mockImplementation(() =>
    Promise.resolve(
      new Response(body, {
        status,
        headers: open === '' ? {} : { 'access-control-allow-origin': open },
      }),
    ),
  );
};
const genesis = (hash: string): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result: hash });
/** A different host each time: consent is asked once per host. */
let hosts = 0;
const fresh = (): string => `https://rpc-${++hosts}.example/`;

beforeEach(() => {
  vi.resetAllMocks();
  electron.showMessageBox.mockResolvedValue({ response: ALLOW });
  answers(genesis(GENESIS.mainnet));
});

it('asks nobody before the person has agreed to the host', async () => {
  electron.showMessageBox.mockResolvedValueOnce({ response: CANCEL });
  expect(await codeOf(rpc['rpc.test']({ address: OWN }))).toBe('rpc-declined');
  expect(electron.showMessageBox.mock.calls[0]?.[0].message).toBe(
    'Let Likeness contact own.example?',
  );
  // Pressing Enter without reading must not consent.
  expect(electron.showMessageBox.mock.calls[0]?.[0].defaultId).toBe(CANCEL);
  expect(electron.fetch).not.toHaveBeenCalled();
});

it('doesn’t ask on and on: one question at a time, and none after three refusals', async () => {
  const fresher = rpcHandlers(
    () => undefined,
    { get: () => ({}), change },
    { network: 'mainnet', offered: [BUILT] },
  );
  electron.showMessageBox.mockResolvedValue({ response: CANCEL });
  const together = await Promise.allSettled(
    [1, 2, 3].map(() => fresher['rpc.test']({ address: fresh() })),
  );
  expect(
    together.map((one) => one.status === 'rejected' && (one.reason as LikenessError).code),
  ).toEqual(['rpc-declined', 'rpc-not-asked', 'rpc-not-asked']);
  for (let turn = 0; turn < 20; turn += 1)
    await fresher['rpc.test']({ address: fresh() }).catch(() => undefined);
  expect(electron.showMessageBox).toHaveBeenCalledTimes(3);
});

it('asks one question, without cookies or redirections, and the person once for a host', async () => {
  expect(await rpc['rpc.test']({ address: OWN })).toEqual({
    genesis: GENESIS.mainnet,
    bytesUp: 50,
    bytesDown: 80,
  });
  await rpc['rpc.test']({ address: 'https://own.example/other' });
  expect(electron.showMessageBox).toHaveBeenCalledTimes(1);
  expect(electron.fetch).toHaveBeenCalledWith(
    OWN,
    expect.objectContaining({
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"getGenesisHash"}',
      credentials: 'omit',
      redirect: 'error',
    }),
  );
});

it.each([
  'http://own.example/',
  'https://user:x@own.example/',
  'file:///etc/passwd',
  'app://likeness/',
  'javascript:1',
  '',
])('refuses %s without a question', async (address) => {
  expect(await codeOf(rpc['rpc.test']({ address }))).toBe('rpc-address-refused');
  expect(electron.showMessageBox).not.toHaveBeenCalled();
});

it.each<[string, string, { status?: number; open?: string }]>([
  ['rpc-silent', genesis(GENESIS.mainnet), { status: 403 }],
  ['rpc-not-solana', '<html>', {}],
  ['rpc-silent', 'x'.repeat(5_000), {}],
  ['rpc-closed', genesis(GENESIS.mainnet), { open: '' }],
  ['rpc-closed', genesis(GENESIS.mainnet), { open: 'https://other.example' }],
])('names what is wrong: %s', async (code, body, how) => {
  answers(body, how);
  const address = fresh();
  expect(await codeOf(rpc['rpc.test']({ address }))).toBe(code);
  expect(await codeOf(rpc['rpc.use']({ address }))).toBe('rpc-address-refused');
  expect(change).not.toHaveBeenCalled();
});

it('remembers an address that was tested and is of this build’s chain; no other, whatever the page says', async () => {
  const [right, wrong, untested] = [fresh(), fresh(), fresh()];
  await rpc['rpc.test']({ address: right });
  await rpc['rpc.use']({ address: right });
  expect(change).toHaveBeenLastCalledWith({ rpc: right });
  answers(genesis(GENESIS.devnet));
  await rpc['rpc.test']({ address: wrong });
  expect(await codeOf(rpc['rpc.use']({ address: wrong }))).toBe('rpc-wrong-chain');
  expect(await codeOf(rpc['rpc.use']({ address: untested }))).toBe('rpc-address-refused');
  expect(change).toHaveBeenCalledTimes(1);
});

it('takes the build’s own without a test, and forgets the choice', async () => {
  await rpc['rpc.use']({ address: `${BUILT}/` });
  expect(change).toHaveBeenLastCalledWith({ rpc: `${BUILT}/` });
  await rpc['rpc.use']({ address: null });
  expect(change).toHaveBeenLastCalledWith({ rpc: undefined });
  expect(electron.showMessageBox).not.toHaveBeenCalled();
});
