import type { Mint } from '../../../renderer/core/mints/mint.ts';
import { settle } from '../virtual-clock.ts';
import { SCOPE, type MintWorld } from './index.ts';

/** A mint as wished for, up to the wallet's question. */
export async function begun(world: MintWorld): Promise<{ id: string; mint: Promise<Mint> }> {
  const minter = world.open(0);
  const [started] = await minter.start([world.wish], SCOPE);
  const id = started?.id ?? '';
  const mint = minter.mint(id);
  mint.catch(() => undefined);
  await settle();
  return { id, mint };
}

/** Time, blocks and landings until what was sent is final. */
export async function finish(world: MintWorld): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    await world.time.pass(2_000);
    world.chain.land(0);
    world.chain.height += 5;
    await world.time.pass(2_000);
    world.chain.height += 40;
  }
  await world.time.pass(5_000);
}
