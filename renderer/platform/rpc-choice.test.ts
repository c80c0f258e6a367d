import { expect, it, vi } from 'vitest';

import { codeOf } from '../../tests/support/code-of.ts';
import { LikenessError } from '../core/errors.ts';
import { GENESIS } from '../core/network.ts';
import { createRpcChoice, type RpcChoiceDeps } from './rpc-choice.ts';

const ONE = 'https://one.example';
const TWO = 'https://two.example/key';
const answers: Record<string, string> = { [`${ONE}/`]: GENESIS.mainnet, [TWO]: GENESIS.devnet };

function choice(parts: Partial<RpcChoiceDeps> = {}) {
  let time = 0;
  const keep = vi.fn(() => Promise.resolve());
  const json = vi.fn(({ url }: { url: string }) => {
    const result = answers[url] ?? answers[new URL(url).href];
    return result === undefined
      ? Promise.reject(new LikenessError('network-unreachable'))
      : Promise.resolve({ status: 200, text: JSON.stringify({ result }) });
  });
  const rpc = createRpcChoice({
    network: 'mainnet',
    offered: [ONE, TWO, 'https://three.example'],
    chosen: undefined,
    requests: { json },
    clock: { now: () => (time += 70) },
    keep,
    ...parts,
  });
  return { rpc, keep, json };
}

it('names the chain that an address answers for, and says whether it fits', async () => {
  const { rpc } = choice();
  expect(await rpc.test(ONE)).toEqual({ chain: 'mainnet', fits: true, milliseconds: 70 });
  expect(await rpc.test(TWO)).toMatchObject({ chain: 'devnet', fits: false });
  expect(await codeOf(rpc.test('https://three.example'))).toBe('rpc-silent');
});

it('keeps an address of the right chain only', async () => {
  const { rpc, keep } = choice();
  await rpc.use(ONE);
  expect(keep).toHaveBeenLastCalledWith(`${ONE}/`);
  await expect(rpc.use(TWO)).rejects.toMatchObject({
    code: 'rpc-wrong-chain',
    context: { chain: 'devnet' },
  });
  expect(await codeOf(rpc.use('https://three.example'))).toBe('rpc-silent');
  expect(await codeOf(rpc.use('http://one.example'))).toBe('rpc-address-refused');
  expect(keep).toHaveBeenCalledTimes(1);
  await rpc.use(undefined);
  expect(keep).toHaveBeenLastCalledWith(undefined);
});

it('in the browser asks no address that the build doesn’t name', async () => {
  const { rpc, json } = choice();
  expect(rpc.takesOwn).toBe(false);
  expect(await codeOf(rpc.test('https://own.example'))).toBe('rpc-address-refused');
  expect(json).not.toHaveBeenCalled();
});

it('on the desktop has main ask a new one, and asks the chosen one itself', async () => {
  const askElsewhere = vi.fn(() => Promise.resolve<string>(GENESIS.mainnet));
  const { rpc, keep, json } = choice({ askElsewhere, chosen: TWO });
  expect(rpc.takesOwn).toBe(true);
  await rpc.use('https://own.example/secret');
  expect(askElsewhere).toHaveBeenCalledExactlyOnceWith('https://own.example/secret');
  expect(keep).toHaveBeenCalledWith('https://own.example/secret');
  expect(json).not.toHaveBeenCalled();
  expect(await rpc.test(TWO)).toMatchObject({ chain: 'devnet' });
  expect(askElsewhere).toHaveBeenCalledTimes(1);
});

it('on the sandbox compares with the chain that runs', async () => {
  answers['http://127.0.0.1:8899/'] = 'So1Sandbox1111111111111111111111111111111111'.slice(0, 43);
  const { rpc } = choice({ network: 'sandbox', offered: ['http://127.0.0.1:8899', ONE] });
  expect(await rpc.test('http://127.0.0.1:8899')).toMatchObject({ chain: 'sandbox', fits: true });
  expect(await rpc.test(ONE)).toMatchObject({ chain: 'mainnet', fits: false });
});
