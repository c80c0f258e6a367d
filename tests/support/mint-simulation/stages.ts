import type { Mint } from '../../../renderer/core/mints/mint.ts';
import type { Minter } from '../../../renderer/state/minting/contract.ts';
import { settle } from '../virtual-clock.ts';
import { MintSimulation, SCOPE } from './index.ts';

/** A mint as requested, up to the wallet's question. */
export async function begun(simulation = new MintSimulation()): Promise<{
  simulation: MintSimulation;
  id: string;
  mint: Promise<Mint>;
}> {
  const minter = simulation.open(0);
  const [started] = await minter.start([simulation.request], SCOPE);
  const id = started?.id ?? '';
  const mint = minter.mint(id);
  mint.catch(() => undefined);
  await settle();
  return { simulation, id, mint };
}

/** Lets time, blocks and landings pass until what was sent is final. */
export async function finish(simulation: MintSimulation): Promise<void> {
  for (let i = 0; i < 4; i += 1) {
    await simulation.time.pass(2_000);
    simulation.chain.land(0);
    simulation.chain.height += 5;
    await simulation.time.pass(2_000);
    simulation.chain.height += 40;
  }
  await simulation.time.pass(5_000);
}

/** Presses Mint, signs, and lets time pass until it is final. */
export async function signAndFinish(
  simulation: MintSimulation,
  minter: Pick<Minter, 'mint'>,
  id: string,
): Promise<void> {
  minter.mint(id).catch(() => undefined);
  await settle();
  await simulation.wallet.answer('sign');
  await finish(simulation);
}
