import { describe, expect, it } from 'vitest';

import { MintWorld, SCOPE, WISH } from '../../../tests/support/mint-world/index.ts';
import { begun, finish } from '../../../tests/support/mint-world/stages.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { MintWatch } from './contract.ts';

const kind = (world: MintWorld): string | undefined => world.mints[0]?.state.kind;

describe('minting, the wallet first', () => {
  it('asks, publishes, sends, and is minted when the chain says so', async () => {
    const world = new MintWorld();
    const { id, mint } = await begun(world);
    expect(world.gateway.uploads).toBe(0);
    const seen: string[] = [];
    const stop = (await world.tab(0)).watch(id, ({ mint: { state } }: MintWatch) => {
      if (seen.at(-1) !== state.kind) seen.push(state.kind);
    });
    await world.wallet.answer('sign');
    expect((await mint).state.kind).toBe('signed');
    await finish(world);
    stop();
    expect(kind(world)).toBe('finalized');
    expect(seen).toEqual(['awaiting-signature', 'signed', 'submitted', 'confirmed', 'finalized']);
    expect(world.faults()).toEqual([]);
    // Minted is minted: pressing again asks nobody.
    await (await world.tab(0)).mint(id);
    expect(world.wallet.openRequests).toBe(0);
  });

  it('publishes nothing when the wallet rejects, or gives back something else', async () => {
    for (const [answer, code, left] of [
      ['reject', 'wallet-rejected', 'draft'],
      ['tamper', 'wallet-changed-transaction', 'failed'],
    ] as const) {
      const world = new MintWorld();
      const { mint } = await begun(world);
      await world.wallet.answer(answer);
      await expect(mint).rejects.toMatchObject({ code });
      expect([kind(world), world.gateway.uploads, world.chain.pool.size]).toEqual([left, 0, 0]);
    }
  });

  it('asks no wallet while the gateway or the chain is down', async () => {
    for (const which of ['gateway', 'chain'] as const) {
      const world = new MintWorld();
      world[which].fault = 'down';
      const { mint } = await begun(world);
      await expect(mint).rejects.toMatchObject({
        code: expect.stringMatching(/unreachable/) as string,
      });
      expect([kind(world), world.wallet.openRequests]).toEqual(['draft', 0]);
    }
  });

  it('keeps trying a gateway that went down, and mints when it comes back', async () => {
    const world = new MintWorld();
    const { id } = await begun(world);
    world.gateway.fault = 'lost-answers';
    let trouble: string | undefined;
    (await world.tab(0)).watch(id, (watch) => (trouble = watch.trouble));
    await world.wallet.answer('sign');
    await world.time.pass(4_000);
    expect([kind(world), trouble]).toEqual(['signed', 'media-unreachable']);
    world.gateway.fault = 'none';
    await finish(world);
    expect(kind(world)).toBe('finalized');
    expect(world.gateway.uploads).toBe(2);
  });

  it('mints nothing that the gateway gives back changed', async () => {
    const world = new MintWorld();
    const { id } = await begun(world);
    world.gateway.fault = 'tampered';
    await world.wallet.answer('sign');
    await world.time.pass(5_000);
    expect(world.mints[0]?.state).toEqual({ kind: 'failed', reason: 'media-differs' });
    expect(world.chain.pool.size).toBe(0);
    world.gateway.fault = 'none';
    (await world.tab(0)).mint(id).catch(() => undefined);
    await settle();
    await world.wallet.answer('sign');
    await finish(world);
    expect(kind(world)).toBe('finalized');
  });

  it('with under 40 blocks left waits until expiry is proven, then signs again with the same files', async () => {
    const world = new MintWorld();
    const { id } = await begun(world);
    world.chain.height += 115; // The wallet's window stood open for long.
    await world.wallet.answer('sign');
    await world.time.pass(5_000);
    expect([kind(world), world.chain.pool.size]).toEqual(['signed', 0]);
    world.chain.height += 60;
    await world.time.pass(5_000);
    expect(kind(world)).toBe('signed'); // Past its last block, but not by finalized height.
    world.chain.height += 40;
    await world.time.pass(10_000);
    expect(kind(world)).toBe('expired');
    const files = world.mints[0]?.media;
    (await world.tab(0)).mint(id).catch(() => undefined);
    await settle();
    await world.wallet.answer('sign');
    await finish(world);
    expect(kind(world)).toBe('finalized');
    expect(world.mints[0]?.media?.metadata.id).toBe(files?.metadata.id);
    expect([world.gateway.uploads, world.faults()]).toEqual([2, []]);
  });

  it('stops cleanly at the wallet and while publishing, and no more once it can land', async () => {
    const waiting = new MintWorld();
    const { id } = await begun(waiting);
    expect((await (await waiting.tab(0)).stop(id)).state.kind).toBe('draft');
    await waiting.wallet.answer('sign');
    expect([kind(waiting), waiting.gateway.uploads]).toEqual(['draft', 0]);

    const publishing = new MintWorld();
    const { id: second } = await begun(publishing);
    publishing.gateway.fault = 'lost-answers';
    await publishing.wallet.answer('sign');
    expect((await (await publishing.tab(0)).stop(second)).state.kind).toBe('draft');
    publishing.gateway.fault = 'none';
    await publishing.time.pass(60_000);
    expect([kind(publishing), publishing.chain.pool.size]).toEqual(['draft', 0]);

    const sent = new MintWorld();
    const { id: third } = await begun(sent);
    await sent.wallet.answer('sign');
    await sent.time.pass(1_000);
    expect((await (await sent.tab(0)).stop(third)).state.kind).toBe('submitted');
    await finish(sent);
    expect(kind(sent)).toBe('finalized');
  });

  it('takes up an avatar’s unfinished mint, makes a series, and never starts a minted one again', async () => {
    const world = new MintWorld();
    const minter = world.open(0);
    const [first] = await minter.start([WISH], SCOPE);
    const [again, other] = await minter.start(
      [WISH, { ...WISH, avatarUid: 'a2', avatarId: 102 }],
      SCOPE,
    );
    expect(again?.id).toBe(first?.id);
    expect(other?.series).toBe(again?.series);
    expect(other?.key).not.toBe(again?.key);
    minter.mint(first?.id ?? '').catch(() => undefined);
    await settle();
    await world.wallet.answer('sign');
    await finish(world);
    expect((await minter.start([WISH], SCOPE))[0]).toMatchObject({
      id: first?.id,
      state: { kind: 'finalized' },
    });
  });
});

it('media first: publishes before the wallet, and says what a rejection leaves behind', async () => {
  const world = new MintWorld('media-first');
  const { id, mint } = await begun(world);
  expect(world.gateway.uploads).toBe(2);
  await world.wallet.answer('reject');
  await expect(mint).rejects.toMatchObject({ code: 'mint-rejected-public' });
  expect(kind(world)).toBe('draft');
  (await world.tab(0)).mint(id).catch(() => undefined);
  await settle();
  await world.wallet.answer('sign');
  await finish(world);
  expect([kind(world), world.gateway.uploads]).toEqual(['finalized', 2]);
});

it('media first: a wallet that has changed its network since can be asked again at once', async () => {
  const world = new MintWorld('evm');
  const { id, mint } = await begun(world);
  await world.wallet.answer('on-another-chain');
  await expect(mint).rejects.toMatchObject({ code: 'polygon-chain-wrong' });
  expect([kind(world), world.mints[0]?.outstanding]).toEqual(['draft', undefined]);
  (await world.tab(0)).mint(id).catch(() => undefined);
  await settle();
  await world.wallet.answer('sign');
  await finish(world);
  expect([kind(world), world.gateway.uploads]).toEqual(['finalized', 2]);
});

it('a request given up while its window stood open, approved after the next one: one NFT, under the name that was published', async () => {
  const world = new MintWorld('evm');
  const { id } = await begun(world);
  expect(world.wallet.openRequests).toBe(1);
  await world.reopen(0);
  await world.time.pass(59_000);
  expect(kind(world)).toBe('awaiting-signature');
  await world.time.pass(10_000);
  expect(world.mints[0]?.state).toMatchObject({
    kind: 'expired',
    owner: expect.any(String) as string,
  });
  const minter = await world.tab(0);
  await minter.start(
    [{ ...world.wish, details: { ...world.wish.details, name: 'Another name' } }],
    SCOPE,
  );
  const { owner } = world.wallet;
  world.wallet.owner = 'another wallet';
  await expect(minter.mint(id)).rejects.toMatchObject({ code: 'mint-other-wallet' });
  world.wallet.owner = owner;
  minter.mint(id).catch(() => undefined);
  await settle();
  expect([world.wallet.openRequests, world.mints[0]?.details.name]).toEqual([
    2,
    world.wish.details.name,
  ]);
  await world.wallet.answer('sign');
  await world.wallet.answer('sign');
  expect(world.chain.pool.size).toBe(2);
  await finish(world);
  await world.comeToRest();
  expect([...world.chain.landed.values()].map(({ failed }) => failed)).toEqual([false, true]);
  expect([kind(world), world.faults(), world.gateway.uploads]).toEqual(['finalized', [], 2]);
});

it('refuses a sample where it can’t be minted, before anything is stored', async () => {
  const world = new MintWorld();
  const minter = world.open(0, (uid) => uid !== 'sample:1');
  await expect(
    minter.start([world.wish, { ...world.wish, avatarUid: 'sample:1', avatarId: 1 }], SCOPE),
  ).rejects.toMatchObject({ code: 'mint-samples' });
  expect(world.mints).toEqual([]);
});

describe.each(['wallet-first', 'media-first', 'evm'] as const)('%s, a page that dies', (order) => {
  it(
    'at any await is resumed, or asks again, and never mints twice',
    { timeout: 120_000 },
    async () => {
      const ends = new Set<string | undefined>();
      for (let life = 0; ; life += 1) {
        const world = new MintWorld(order);
        const minter = world.open(0);
        const [started] = await minter.start([world.wish], SCOPE);
        const tab = world.tabs[0];
        if (!started || !tab) throw new Error('nothing was started');
        tab.life = life;
        minter.mint(started.id).catch(() => undefined);
        await settle();
        await world.wallet.answer('sign');
        await finish(world);
        if (!tab.dead) {
          expect(kind(world)).toBe('finalized');
          expect(life).toBeGreaterThan(30);
          break;
        }
        await world.comeToRest();
        expect(world.faults(), `dead after ${life} awaits`).toEqual([]);
        ends.add(kind(world));
      }
      // Early deaths leave a choice, later ones a mint; in between what was signed or asked runs out.
      expect(ends).toEqual(new Set(['draft', 'expired', 'finalized']));
    },
  );
});
