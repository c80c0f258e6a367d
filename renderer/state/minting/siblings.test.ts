import { describe, expect, it } from 'vitest';

import { MintWorld, SCOPE } from '../../../tests/support/mint-world/index.ts';
import { begun, finish } from '../../../tests/support/mint-world/stages.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import type { MintWish } from './contract.ts';

describe('two chains, and a request on Polygon that was given up while its window stood open', () => {
  async function givenUp(): Promise<{ world: MintWorld; polygon: string; other: MintWish }> {
    const world = new MintWorld('two-chains');
    const { id } = await begun(world);
    await world.reopen(0);
    await world.time.pass(70_000);
    expect(world.mints.find((mint) => mint.id === id)).toMatchObject({
      state: { kind: 'expired' },
      outstanding: { since: expect.any(Number) as number },
    });
    return { world, polygon: id, other: { ...world.wish, chain: 'solana' } };
  }

  it('keeps the avatar from Solana, finds the late landing without a restart, and refuses a second NFT', async () => {
    const { world, polygon, other } = await givenUp();
    const minter = await world.tab(0);
    await expect(minter.start([other], SCOPE)).rejects.toMatchObject({
      code: 'mint-open-elsewhere',
    });
    world.chain.fault = 'down'; // A chain that can't be asked proves nothing.
    await expect(minter.start([other], SCOPE)).rejects.toMatchObject({
      code: 'mint-open-elsewhere',
    });
    world.chain.fault = 'none';
    await world.wallet.answer('sign');
    world.chain.land(0);
    world.chain.height += 100;
    await world.time.pass(60_000);
    expect(world.mints).toMatchObject([{ id: polygon, state: { kind: 'finalized' } }]);
    expect(await minter.start([other], SCOPE)).toMatchObject([{ id: polygon }]);
    expect([world.wallet.openRequests, world.faults()]).toEqual([0, []]);
  });

  it('by the user’s own word goes on on Solana; what lands late all the same is recorded', async () => {
    const { world, polygon, other } = await givenUp();
    const minter = await world.tab(0);
    expect((await minter.letGo(polygon)).outstanding).toMatchObject({ letGo: true });
    const [solana] = await minter.start([other], SCOPE);
    minter.mint(solana?.id ?? '').catch(() => undefined);
    await settle();
    expect(world.wallet.openRequests).toBe(2);
    await world.wallet.answer('sign');
    await world.wallet.answer('sign');
    await finish(world);
    await world.time.pass(60_000);
    expect(world.mints.map(({ chain, state }) => [chain, state.kind]).sort()).toEqual([
      ['polygon', 'finalized'],
      ['solana', 'finalized'],
    ]);
  });

  it('refuses an older draft on Solana too, and a second NFT by the way of Polygon', async () => {
    const world = new MintWorld('two-chains');
    const minter = world.open(0);
    const [solana] = await minter.start([{ ...world.wish, chain: 'solana' }], SCOPE);
    const [polygon] = await minter.start([world.wish], SCOPE);
    if (!solana || !polygon) throw new Error('nothing was started');
    // Two tabs at the same moment: one wallet is asked.
    const both = [minter.mint(polygon.id), world.open(1).mint(solana.id)];
    for (const one of both) one.catch(() => undefined);
    await settle();
    expect(world.wallet.openRequests).toBe(1);
    await expect(both[1]).rejects.toMatchObject({ code: 'mint-pending' });
    await world.reopen(0);
    await world.time.pass(70_000);
    const later = await world.tab(1);
    await expect(later.mint(solana.id)).rejects.toMatchObject({ code: 'mint-open-elsewhere' });
    await later.letGo(polygon.id);
    later.mint(solana.id).catch(() => undefined);
    await settle();
    await world.wallet.answer('reject'); // Polygon's, after all.
    await world.wallet.answer('sign');
    await finish(world);
    await expect(later.mint(polygon.id)).rejects.toMatchObject({ code: 'mint-already' });
    expect([world.wallet.openRequests, world.faults()]).toEqual([0, []]);
  });
});
