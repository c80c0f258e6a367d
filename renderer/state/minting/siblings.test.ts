import { describe, expect, it } from 'vitest';

import { MintSimulation, SCOPE } from '../../../tests/support/mint-simulation/index.ts';
import { begun, finish } from '../../../tests/support/mint-simulation/stages.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { errorCode } from '../../core/errors.ts';
import type { MintRequest } from './contract.ts';

describe('two chains, and a request on Polygon that was given up while its window was open', () => {
  async function givenUp(): Promise<{
    simulation: MintSimulation;
    polygon: string;
    other: MintRequest;
  }> {
    const { simulation, id } = await begun(new MintSimulation('two-chains'));
    await simulation.reopen(0);
    await simulation.time.pass(70_000);
    expect(simulation.mints.find((mint) => mint.id === id)).toMatchObject({
      state: { kind: 'expired' },
      outstanding: { since: expect.any(Number) as number },
    });
    return { simulation, polygon: id, other: { ...simulation.request, chain: 'solana' } };
  }

  it('keeps the avatar from Solana, finds the late landing without a restart, and refuses a second NFT', async () => {
    const { simulation, polygon, other } = await givenUp();
    const minter = await simulation.tab(0);
    expect(await minter.start([other], SCOPE).catch(errorCode)).toBe('mint-open-elsewhere');
    simulation.chain.fault = 'down'; // A chain that doesn't answer proves nothing.
    expect(await minter.start([other], SCOPE).catch(errorCode)).toBe('mint-open-elsewhere');
    simulation.chain.fault = 'none';
    await simulation.wallet.answer('sign');
    simulation.chain.land(0);
    simulation.chain.height += 100;
    await simulation.time.pass(60_000);
    expect(simulation.mints).toMatchObject([{ id: polygon, state: { kind: 'finalized' } }]);
    expect(await minter.start([other], SCOPE)).toMatchObject([{ id: polygon }]);
    expect([simulation.wallet.openRequests, simulation.faults()]).toEqual([0, []]);
  });

  it('continues on Solana if the user says so; what still lands late is recorded', async () => {
    const { simulation, polygon, other } = await givenUp();
    const minter = await simulation.tab(0);
    expect((await minter.letGo(polygon)).outstanding).toMatchObject({ letGo: true });
    const [solana] = await minter.start([other], SCOPE);
    minter.mint(solana?.id ?? '').catch(() => undefined);
    await settle();
    expect(simulation.wallet.openRequests).toBe(2);
    await simulation.wallet.answer('sign');
    await simulation.wallet.answer('sign');
    await finish(simulation);
    await simulation.time.pass(60_000);
    expect(simulation.mints.map(({ chain, state }) => [chain, state.kind]).sort()).toEqual([
      ['polygon', 'finalized'],
      ['solana', 'finalized'],
    ]);
  });

  it('refuses an older draft on Solana too, and a second NFT on Polygon', async () => {
    const simulation = new MintSimulation('two-chains');
    const minter = simulation.open(0);
    const [solana] = await minter.start([{ ...simulation.request, chain: 'solana' }], SCOPE);
    const [polygon] = await minter.start([simulation.request], SCOPE);
    if (!solana || !polygon) throw new Error('nothing was started');
    // Two tabs at the same moment: one wallet is asked.
    const both = [minter.mint(polygon.id), simulation.open(1).mint(solana.id)];
    for (const one of both) one.catch(() => undefined);
    await settle();
    expect(simulation.wallet.openRequests).toBe(1);
    await expect(both[1]).rejects.toMatchObject({ code: 'mint-pending' });
    await simulation.reopen(0);
    await simulation.time.pass(70_000);
    const later = await simulation.tab(1);
    await expect(later.mint(solana.id)).rejects.toMatchObject({ code: 'mint-open-elsewhere' });
    await later.letGo(polygon.id);
    later.mint(solana.id).catch(() => undefined);
    await settle();
    await simulation.wallet.answer('reject'); // Polygon's, after all.
    await simulation.wallet.answer('sign');
    await finish(simulation);
    await expect(later.mint(polygon.id)).rejects.toMatchObject({ code: 'mint-already' });
    expect([simulation.wallet.openRequests, simulation.faults()]).toEqual([0, []]);
  });
});
