import { describe, expect, it } from 'vitest';

import { exampleAvatar } from '../../../tests/support/example-rows.ts';
import { memoryStore, rowsIn } from '../../../tests/support/memory-store.ts';
import { MintSimulation, SCOPE } from '../../../tests/support/mint-simulation/index.ts';
import { begun, finish, signAndFinish } from '../../../tests/support/mint-simulation/stages.ts';
import { refundedOrder } from '../../../tests/support/paid-order.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { ANIMATIONS_OF_CREATOR } from '../../core/animations.ts';
import { ledgerRow, sumCredits, type LedgerEntry } from '../../core/credits.ts';
import { errorCode } from '../../core/errors.ts';
import type { Order } from '../../core/orders/order.ts';
import { PLANS, type PlanId } from '../../core/plans.ts';
import { edgeFor } from './loops.ts';

const CALM = { motion: 'calm', strength: 1 } as const;
const FREE = 100_000;

const kind = (simulation: MintSimulation): string | undefined => simulation.mints[0]?.state.kind;
const ledger = ({ storage }: MintSimulation) => rowsIn(storage, 'ledger');
/** What the gateway holds, by type. */
const published = (simulation: MintSimulation) =>
  [...simulation.gateway.published.values()].map((data) =>
    data[0] === 0x7b ? 'metadata' : data.length > 1_000 ? 'animation' : 'picture',
  );

async function animated(
  plans: readonly PlanId[] = ['creator'],
  order?: ConstructorParameters<typeof MintSimulation>[0],
): Promise<MintSimulation> {
  const simulation = new MintSimulation(order);
  await simulation.animate(CALM, plans);
  return simulation;
}

describe.each(['wallet-first', 'media-first', 'evm'] as const)('an animated NFT, %s', (order) => {
  it('publishes still, loop and metadata once each, and counts the loop once', async () => {
    const { simulation } = await begun(await animated(['creator'], order));
    await simulation.wallet.answer('sign');
    await finish(simulation);
    expect([kind(simulation), simulation.faults()]).toEqual(['finalized', []]);
    expect(published(simulation).sort()).toEqual(['animation', 'metadata', 'picture']);
    expect(simulation.gateway.uploads).toBe(3);
    expect(ledger(simulation)).toMatchObject([
      { kind: 'animate', id: 'animation:a1:calm:1.00', amount: 1 },
    ]);
    const [mint] = simulation.mints;
    const metadata = [...simulation.gateway.published.values()].find((data) => data[0] === 0x7b);
    expect(JSON.parse(new TextDecoder().decode(metadata))).toMatchObject({
      image: mint?.media?.picture.url,
      animation_url: mint?.media?.animation?.url,
      properties: {
        files: [
          { uri: mint?.media?.picture.url, type: 'image/png' },
          { uri: mint?.media?.animation?.url, type: 'video/mp4' },
        ],
        category: 'video',
      },
    });
    expect(mint?.media?.animation?.bytes).toBeLessThanOrEqual(FREE);
  });
});

describe.each(['wallet-first', 'evm'] as const)('an animated NFT, %s,', (order) => {
  it(
    'whose page dies at any await is resumed or asked for again: no file twice, no loop counted twice',
    { timeout: 120_000 },
    async () => {
      for (let life = 0; ; life += 1) {
        const simulation = await animated(['creator'], order);
        const minter = simulation.open(0);
        const [started] = await minter.start([simulation.request], SCOPE);
        const tab = simulation.tabs[0];
        if (!started || !tab) throw new Error('nothing was started');
        tab.life = life;
        await signAndFinish(simulation, minter, started.id);
        const died = tab.dead;
        if (died) {
          await simulation.comeToRest();
          // A user who returns presses the button again.
          if (kind(simulation) !== 'finalized') {
            await signAndFinish(simulation, await simulation.reopen(0), started.id);
            await simulation.comeToRest();
          }
        }
        expect(simulation.faults(), `dead after ${life} awaits`).toEqual([]);
        expect([kind(simulation), simulation.gateway.uploads], `dead after ${life} awaits`).toEqual(
          ['finalized', 3],
        );
        expect(ledger(simulation), `dead after ${life} awaits`).toHaveLength(1);
        expect(simulation.loops.made, `dead after ${life} awaits`).toBeLessThanOrEqual(2);
        if (!died) {
          expect(life).toBeGreaterThan(30);
          break;
        }
      }
    },
  );
});

describe('the loop’s size', () => {
  it('is requested again, smaller, until it fits', async () => {
    const simulation = await animated();
    simulation.loops.misses = [1.4, 1.1, 1];
    await begun(simulation);
    const [first = 0, second = 0, third = 0] = simulation.loops.asked;
    expect(first).toBeLessThan(FREE);
    expect([second < first, third < second]).toEqual([true, true]);
    expect(simulation.mints[0]?.media?.animation?.bytes).toBeLessThanOrEqual(FREE);
    expect(simulation.wallet.openRequests).toBe(1);
  });

  it('is reported before any wallet opens if it can’t fit, and nothing is counted', async () => {
    const simulation = await animated();
    simulation.loops.misses = [9, 90];
    const { mint } = await begun(simulation);
    expect(await mint.catch(errorCode)).toBe('mint-loop-too-large');
    expect([
      kind(simulation),
      simulation.wallet.openRequests,
      simulation.gateway.uploads,
      ledger(simulation),
    ]).toEqual(['draft', 0, 0, []]);
  });

  it('is met with less detail where the encoder can’t meet it otherwise', async () => {
    for (const [least, details] of [
      [FREE / 2, [1]],
      [2 * FREE, [1, 1, 0.5]],
      [40 * FREE, [1, 1, 0.5, 0.25, 0.125]],
    ] as const) {
      const simulation = await animated();
      simulation.loops.least = least;
      await begun(simulation);
      expect(simulation.loops.details).toEqual(details);
      expect(simulation.mints[0]?.media?.animation?.bytes).toBeLessThanOrEqual(FREE);
      expect(simulation.wallet.openRequests).toBe(1);
    }
  });

  it('is never less than 480 pixels, and more if there is room', () => {
    expect([1_000, 107_520, 160_000, 107_520 * 3].map((bytes) => edgeFor(bytes, 96))).toEqual([
      480, 480, 600, 720,
    ]);
  });
});

describe('what an animated NFT needs', () => {
  it('a stored photo: without it nothing is made, and the still is minted as usual', async () => {
    for (const gone of ['drafts', 'batches'] as const) {
      const simulation = await animated();
      simulation.storage.tables.get(gone)?.clear();
      const { id, mint } = await begun(simulation);
      expect(await mint.catch(errorCode)).toBe('mint-photo-gone');
      expect([simulation.loops.made, simulation.wallet.openRequests, ledger(simulation)]).toEqual([
        0,
        0,
        [],
      ]);
      const minter = await simulation.tab(0);
      const { details } = simulation.request;
      const still = { name: details.name, description: '', traits: details.traits };
      const [again] = await minter.start([{ ...simulation.request, details: still }], SCOPE);
      expect(again?.id).toBe(id);
      await signAndFinish(simulation, minter, id);
      expect([kind(simulation), published(simulation).sort()]).toEqual([
        'finalized',
        ['metadata', 'picture'],
      ]);
    }
  });

  it('a browser that encodes video', async () => {
    const simulation = await animated();
    simulation.loops.encodes = false;
    const { mint } = await begun(simulation);
    expect(await mint.catch(errorCode)).toBe('mint-no-video');
    expect(simulation.wallet.openRequests).toBe(0);
  });

  it.each([
    ['nothing', [], 'credits-too-few'],
    ['Basic', ['basic'], 'credits-too-few'],
    ['Creator', ['creator'], 'included'],
    ['Pro', ['pro'], 'credit'],
    ['two plans', ['creator', 'pro'], 'included'],
  ] as const)('a plan that has it: %s', async (_, plans, by) => {
    const { simulation, mint } = await begun(await animated(plans));
    if (by === 'credits-too-few') {
      expect(await mint.catch(errorCode)).toBe(by);
      expect([simulation.loops.made, simulation.wallet.openRequests]).toEqual([0, 0]);
      return;
    }
    expect(simulation.wallet.openRequests).toBe(1);
    expect(ledger(simulation).map((entry) => entry.kind)).toEqual(
      by === 'included' ? ['animate'] : ['reserve', 'consume'],
    );
    const { available, granted } = sumCredits(
      rowsIn(simulation.storage, 'orders'),
      ledger(simulation),
    );
    expect([granted - available, granted]).toEqual([
      by === 'credit' ? 1 : 0,
      plans.reduce((sum, plan) => sum + PLANS[plan].avatars, 0),
    ]);
  });

  it('a plan that isn’t refunded, with some of its 260 left', async () => {
    for (const used of [0, ANIMATIONS_OF_CREATOR]) {
      const simulation = await animated();
      const orders = simulation.storage.tables.get('orders') as Map<string, Order>;
      if (used === 0) for (const [id, order] of orders) orders.set(id, refundedOrder(order));
      const counted = new Map(
        Array.from({ length: used }, (_, k): [string, LedgerEntry] => {
          const id = `animation:x${String(k)}:calm:1.00`;
          return [id, ledgerRow(SCOPE, 'animate', id, id, 0)];
        }),
      );
      simulation.storage.tables.set('ledger', counted);
      const { mint } = await begun(simulation);
      expect(await mint.catch(errorCode)).toBe('credits-too-few');
      expect(simulation.loops.made).toBe(0);
    }
  });
});

it('changed texts keep the existing loop; another motion makes a new one', async () => {
  const { simulation, id } = await begun(await animated());
  const minter = await simulation.tab(0);
  await simulation.wallet.answer('reject');
  const { details } = simulation.renamed;
  for (const [living, made] of [
    [CALM, 1],
    [{ motion: 'lively', strength: 0.5 }, 2],
  ] as const) {
    await minter.start([{ ...simulation.request, details: { ...details, living } }], SCOPE);
    minter.mint(id).catch(() => undefined);
    await settle();
    expect(simulation.loops.made).toBe(made);
    await simulation.wallet.answer('reject');
  }
  expect(ledger(simulation).map((entry) => entry.id)).toEqual([
    'animation:a1:calm:1.00',
    'animation:a1:lively:0.50',
  ]);
});

it.each(['wallet-first', 'media-first'] as const)(
  'a cut-out that is fixed after a refusal: its new picture is minted, and a new loop costs nothing, %s',
  async (order) => {
    const { simulation, id } = await begun(await animated(['creator'], order));
    await simulation.wallet.answer('reject');
    const before = simulation.mints[0]?.media;
    const minter = await simulation.tab(0);
    const mended = exampleAvatar(SCOPE, 'a1', { mendedAt: 5 });
    await memoryStore(simulation.storage).write([{ table: 'avatars', put: mended }]);
    simulation.picture = 'a mended picture';
    await minter.start([simulation.request], SCOPE);
    await signAndFinish(simulation, minter, id);
    expect([kind(simulation), simulation.faults()]).toEqual(['finalized', []]);
    const media = simulation.mints[0]?.media;
    expect(
      new TextDecoder().decode(simulation.gateway.published.get(media?.picture.id ?? '')),
    ).toBe(simulation.picture);
    expect(media?.animation?.id).not.toBe(before?.animation?.id);
    expect([simulation.loops.made, ledger(simulation).length]).toEqual([2, 1]);
  },
);

it('a gateway that fails in the middle of the loop gets it when it is back, and nothing twice', async () => {
  const { simulation } = await begun(await animated());
  simulation.gateway.fault = 'lost-answers';
  await simulation.wallet.answer('sign');
  await simulation.time.pass(8_000);
  expect(kind(simulation)).toBe('signed');
  await simulation.reopen(0);
  simulation.gateway.fault = 'none';
  await finish(simulation);
  expect([kind(simulation), simulation.gateway.uploads, simulation.loops.made]).toEqual([
    'finalized',
    3,
    1,
  ]);
});

it('a brand’s items don’t name the product; those begun earlier keep their addresses', async () => {
  const simulation = await animated();
  const named: (boolean | undefined)[] = [];
  const port = simulation.gateway.port.bind(simulation.gateway);
  simulation.gateway.port = (step) => {
    const media = port(step);
    return {
      ...media,
      item: (secret, data, type, unnamed) => {
        named.push(unnamed);
        return media.item(secret, data, type, unnamed);
      },
    };
  };
  const minter = simulation.open(0);
  const details = { ...simulation.request.details, symbol: 'NORTH' };
  const [started] = await minter.start([{ ...simulation.request, details }], SCOPE);
  await signAndFinish(simulation, minter, started?.id ?? '');
  expect([kind(simulation), new Set(named)]).toEqual(['finalized', new Set([true])]);
  expect(simulation.mints[0]?.media?.unnamed).toBe(true);
});
