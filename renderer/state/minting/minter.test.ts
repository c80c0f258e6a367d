import { describe, expect, it } from 'vitest';

import { exampleMedia } from '../../../tests/support/example-mint.ts';
import { memoryStore } from '../../../tests/support/memory-store.ts';
import { OWNER } from '../../../tests/support/mint-simulation/chain.ts';
import { MintSimulation, REQUEST, SCOPE } from '../../../tests/support/mint-simulation/index.ts';
import { begun, finish, signAndFinish } from '../../../tests/support/mint-simulation/stages.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { errorCode } from '../../core/errors.ts';
import type { MintWatch } from './contract.ts';

const kind = (simulation: MintSimulation): string | undefined => simulation.mints[0]?.state.kind;

describe('minting, the wallet first', () => {
  it('asks, publishes, sends, and is minted when the chain says so', async () => {
    const { simulation, id, mint } = await begun();
    expect(simulation.gateway.uploads).toBe(0);
    const seen: string[] = [];
    const stop = (await simulation.tab(0)).watch(id, ({ mint: { state } }: MintWatch) => {
      if (seen.at(-1) !== state.kind) seen.push(state.kind);
    });
    await simulation.wallet.answer('sign');
    expect((await mint).state.kind).toBe('signed');
    await finish(simulation);
    stop();
    expect(kind(simulation)).toBe('finalized');
    expect(seen).toEqual(['awaiting-signature', 'signed', 'submitted', 'confirmed', 'finalized']);
    expect(simulation.faults()).toEqual([]);
    // Pressing again for a minted avatar asks no wallet.
    await (await simulation.tab(0)).mint(id);
    expect(simulation.wallet.openRequests).toBe(0);
  });

  it('publishes nothing if the wallet rejects, or returns something else', async () => {
    for (const [answer, code, left] of [
      ['reject', 'wallet-rejected', 'draft'],
      ['tamper', 'wallet-changed-transaction', 'failed'],
    ] as const) {
      const { simulation, mint } = await begun();
      await simulation.wallet.answer(answer);
      await expect(mint).rejects.toMatchObject({ code });
      expect([kind(simulation), simulation.gateway.uploads, simulation.chain.pool.size]).toEqual([
        left,
        0,
        0,
      ]);
    }
  });

  it('doesn’t ask the wallet while the gateway or the chain is down', async () => {
    for (const which of ['gateway', 'chain'] as const) {
      const simulation = new MintSimulation();
      simulation[which].fault = 'down';
      const { mint } = await begun(simulation);
      await expect(mint).rejects.toMatchObject({
        code: expect.stringMatching(/unreachable/) as string,
      });
      expect([kind(simulation), simulation.wallet.openRequests]).toEqual(['draft', 0]);
    }
  });

  it('keeps trying a gateway that went down, and mints when it comes back', async () => {
    const { simulation, id } = await begun();
    simulation.gateway.fault = 'lost-answers';
    let trouble: string | undefined;
    (await simulation.tab(0)).watch(id, (watch) => (trouble = watch.trouble));
    await simulation.wallet.answer('sign');
    await simulation.time.pass(4_000);
    expect([kind(simulation), trouble]).toEqual(['signed', 'media-unreachable']);
    simulation.gateway.fault = 'none';
    await finish(simulation);
    expect(kind(simulation)).toBe('finalized');
    expect(simulation.gateway.uploads).toBe(2);
  });

  it('doesn’t mint if the gateway returns changed files', async () => {
    const { simulation, id } = await begun();
    simulation.gateway.fault = 'tampered';
    await simulation.wallet.answer('sign');
    await simulation.time.pass(5_000);
    expect(simulation.mints[0]?.state).toEqual({ kind: 'failed', reason: 'media-differs' });
    expect(simulation.chain.pool.size).toBe(0);
    simulation.gateway.fault = 'none';
    await signAndFinish(simulation, await simulation.tab(0), id);
    expect(kind(simulation)).toBe('finalized');
  });

  it('with under 40 blocks left waits until expiry is proven, then signs again with the same files', async () => {
    const { simulation, id } = await begun();
    simulation.chain.height += 115; // The wallet's window was open for a long time.
    await simulation.wallet.answer('sign');
    await simulation.time.pass(5_000);
    expect([kind(simulation), simulation.chain.pool.size]).toEqual(['signed', 0]);
    simulation.chain.height += 60;
    await simulation.time.pass(5_000);
    expect(kind(simulation)).toBe('signed'); // Past its last block, but not by finalized height.
    simulation.chain.height += 40;
    await simulation.time.pass(10_000);
    expect(kind(simulation)).toBe('expired');
    const files = simulation.mints[0]?.media;
    await signAndFinish(simulation, await simulation.tab(0), id);
    expect(kind(simulation)).toBe('finalized');
    expect(simulation.mints[0]?.media?.metadata.id).toBe(files?.metadata.id);
    expect([simulation.gateway.uploads, simulation.faults()]).toEqual([2, []]);
  });

  it('stops cleanly at the wallet and while publishing, but not once it can land', async () => {
    const { simulation: waiting, id, mint } = await begun();
    const minter = await waiting.tab(0);
    expect((await minter.stop(id)).state.kind).toBe('draft');
    await expect(mint).rejects.toMatchObject({ code: 'engine-aborted' });
    // Going on asks again, whether the first window is answered or not.
    minter.mint(id).catch(() => undefined);
    await settle();
    expect(waiting.wallet.openRequests).toBe(2);
    await waiting.wallet.answer('sign');
    expect([kind(waiting), waiting.gateway.uploads]).toEqual(['awaiting-signature', 0]);
    await waiting.wallet.answer('sign');
    await finish(waiting);
    expect([kind(waiting), waiting.faults()]).toEqual(['finalized', []]);

    const { simulation: publishing, id: second } = await begun();
    publishing.gateway.fault = 'lost-answers';
    await publishing.wallet.answer('sign');
    expect((await (await publishing.tab(0)).stop(second)).state.kind).toBe('draft');
    publishing.gateway.fault = 'none';
    await publishing.time.pass(60_000);
    expect([kind(publishing), publishing.chain.pool.size]).toEqual(['draft', 0]);

    const { simulation: sent, id: third } = await begun();
    await sent.wallet.answer('sign');
    await sent.time.pass(1_000);
    expect((await (await sent.tab(0)).stop(third)).state.kind).toBe('submitted');
    await finish(sent);
    expect(kind(sent)).toBe('finalized');
  });

  it('reuses an avatar’s unfinished mint, makes a series, and never restarts a minted one', async () => {
    const simulation = new MintSimulation();
    const minter = simulation.open(0);
    const [first] = await minter.start([REQUEST], SCOPE);
    const [again, other] = await minter.start(
      [REQUEST, { ...REQUEST, avatarUid: 'a2', avatarId: 102 }],
      SCOPE,
    );
    expect(again?.id).toBe(first?.id);
    expect(other?.series).toBe(again?.series);
    expect(other?.key).not.toBe(again?.key);
    await signAndFinish(simulation, minter, first?.id ?? '');
    expect((await minter.start([REQUEST], SCOPE))[0]).toMatchObject({
      id: first?.id,
      state: { kind: 'finalized' },
    });
  });

  it('neither reuses nor asks for one with other terms, unless it may still land', async () => {
    for (const [terms, holds] of [
      [{ treasury: 'earlier' }, false],
      [{ price: 1n }, false],
      [{ treasury: 'earlier', media: exampleMedia, outstanding: { owner: OWNER, since: 1 } }, true],
    ] as const) {
      const simulation = new MintSimulation();
      const minter = simulation.open(0);
      const [first] = await minter.start([REQUEST], SCOPE);
      if (!first) throw new Error('nothing was started');
      await memoryStore(simulation.storage).write([
        { table: 'mints', put: { ...first, ...terms } },
      ]);
      const asked = minter.mint(first.id).catch(errorCode);
      await settle();
      expect(simulation.wallet.openRequests).toBe(holds ? 1 : 0);
      if (!holds) expect(await asked).toBe('blockhash-expired');
      await simulation.wallet.answer('reject');
      expect((await minter.start([REQUEST], SCOPE))[0]?.id === first.id).toBe(holds);
    }
  });
});

it('makes the files of the details that are stored, whenever they are changed', async () => {
  // They are changed after this many microtasks.
  for (let delay = 0; delay < 120; delay++) {
    const simulation = new MintSimulation();
    const minter = simulation.open(0);
    const [started] = await minter.start([REQUEST], SCOPE);
    minter.mint(started?.id ?? '').catch(() => undefined);
    for (let n = 0; n < delay; n++) await Promise.resolve();
    await minter.start([simulation.renamed], SCOPE);
    await settle();
    const { mints, materials } = simulation;
    if (mints[0]?.media)
      expect(JSON.parse(materials[0]?.metadata ?? '')).toMatchObject({
        name: mints[0].details.name,
      });
  }
});

it('media first: publishes before asking the wallet, and says what a rejection leaves behind', async () => {
  const { simulation, id, mint } = await begun(new MintSimulation('media-first'));
  expect(simulation.gateway.uploads).toBe(2);
  await simulation.wallet.answer('reject');
  await expect(mint).rejects.toMatchObject({ code: 'mint-rejected-public' });
  expect(kind(simulation)).toBe('draft');
  await signAndFinish(simulation, await simulation.tab(0), id);
  expect([kind(simulation), simulation.gateway.uploads]).toEqual(['finalized', 2]);
});

it('media first: a wallet that doesn’t answer is no longer waited for, and what it sends late is found', async () => {
  const { simulation, id, mint } = await begun(new MintSimulation('evm'));
  const minter = await simulation.tab(0);
  await minter.stop(id);
  await expect(mint).rejects.toMatchObject({ code: 'engine-aborted' });
  expect(kind(simulation)).toBe('awaiting-signature');
  await simulation.time.pass(70_000);
  expect([kind(simulation), simulation.mints[0]?.outstanding]).toMatchObject(['expired', {}]);
  // Nor is one that doesn't change its network.
  const { chain } = simulation;
  const prepare = chain.prepare.bind(chain);
  chain.prepare = () => new Promise<never>(() => undefined) as never;
  const again = minter.mint(id);
  await settle();
  await minter.stop(id);
  await expect(again).rejects.toMatchObject({ code: 'engine-aborted' });
  chain.prepare = prepare;
  await simulation.wallet.answer('sign');
  await finish(simulation);
  await simulation.comeToRest();
  expect([kind(simulation), simulation.faults()]).toEqual(['finalized', []]);
});

it('media first: a wallet that has changed its network meanwhile can be asked again at once', async () => {
  const { simulation, id, mint } = await begun(new MintSimulation('evm'));
  await simulation.wallet.answer('on-another-chain');
  await expect(mint).rejects.toMatchObject({ code: 'polygon-chain-wrong' });
  expect([kind(simulation), simulation.mints[0]?.outstanding]).toEqual(['draft', undefined]);
  await signAndFinish(simulation, await simulation.tab(0), id);
  expect([kind(simulation), simulation.gateway.uploads]).toEqual(['finalized', 2]);
});

it('a request given up while its window was open, approved after the next one: one NFT, under the published name', async () => {
  const { simulation, id } = await begun(new MintSimulation('evm'));
  expect(simulation.wallet.openRequests).toBe(1);
  await simulation.reopen(0);
  await simulation.time.pass(59_000);
  expect(kind(simulation)).toBe('awaiting-signature');
  await simulation.time.pass(10_000);
  expect(simulation.mints[0]?.state).toMatchObject({
    kind: 'expired',
    owner: expect.any(String) as string,
  });
  const minter = await simulation.tab(0);
  await minter.start([simulation.renamed], SCOPE);
  const { owner } = simulation.wallet;
  simulation.wallet.owner = 'another wallet';
  await expect(minter.mint(id)).rejects.toMatchObject({ code: 'mint-other-wallet' });
  simulation.wallet.owner = owner;
  minter.mint(id).catch(() => undefined);
  await settle();
  expect([simulation.wallet.openRequests, simulation.mints[0]?.details.name]).toEqual([
    2,
    simulation.request.details.name,
  ]);
  await simulation.wallet.answer('sign');
  await simulation.wallet.answer('sign');
  expect(simulation.chain.pool.size).toBe(2);
  await finish(simulation);
  await simulation.comeToRest();
  expect([...simulation.chain.landed.values()].map(({ failed }) => failed)).toEqual([false, true]);
  expect([kind(simulation), simulation.faults(), simulation.gateway.uploads]).toEqual([
    'finalized',
    [],
    2,
  ]);
});

it('refuses a sample where it can’t be minted, before anything is stored', async () => {
  const simulation = new MintSimulation();
  const minter = simulation.open(0, (uid) => uid !== 'sample:1');
  await expect(
    minter.start(
      [simulation.request, { ...simulation.request, avatarUid: 'sample:1', avatarId: 1 }],
      SCOPE,
    ),
  ).rejects.toMatchObject({ code: 'mint-samples' });
  expect(simulation.mints).toEqual([]);
});

describe.each(['wallet-first', 'media-first', 'evm'] as const)('%s, a page that dies', (order) => {
  it(
    'at any await is resumed, or asks again, and never mints twice',
    { timeout: 120_000 },
    async () => {
      const ends = new Set<string | undefined>();
      for (let life = 0; ; life += 1) {
        const simulation = new MintSimulation(order);
        const minter = simulation.open(0);
        const [started] = await minter.start([simulation.request], SCOPE);
        const tab = simulation.tabs[0];
        if (!started || !tab) throw new Error('nothing was started');
        tab.life = life;
        await signAndFinish(simulation, minter, started.id);
        if (!tab.dead) {
          expect(kind(simulation)).toBe('finalized');
          expect(life).toBeGreaterThan(30);
          break;
        }
        await simulation.comeToRest();
        expect(simulation.faults(), `dead after ${life} awaits`).toEqual([]);
        ends.add(kind(simulation));
      }
      // Early crashes leave a draft, later ones a mint; in between, the request or signature
      // expires.
      expect(ends).toEqual(new Set(['draft', 'expired', 'finalized']));
    },
  );
});
