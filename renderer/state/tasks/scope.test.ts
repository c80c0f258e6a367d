import { createStore } from 'jotai';
import { expect, it, vi } from 'vitest';

import { exampleMint } from '../../../tests/support/example-mint.ts';
import { fakeEngine } from '../../../tests/support/fake-engine.ts';
import { DRAFT } from '../../../tests/support/generation-simulation.ts';
import { memoryLocks } from '../../../tests/support/memory-locks.ts';
import { emptyStorage, memoryStore, rowsIn } from '../../../tests/support/memory-store.ts';
import { paidOrder } from '../../../tests/support/paid-order.ts';
import { GENESIS, ScriptedChain, TREASURY } from '../../../tests/support/scripted-chain.ts';
import { settle, VirtualClock } from '../../../tests/support/virtual-clock.ts';
import type { Mint } from '../../core/mints/mint.ts';
import { PLANS } from '../../core/plans.ts';
import { emailProfile, type Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import type { AccountSnapshot } from '../../ports/accounts.ts';
import type { Ports } from '../../ports/index.ts';
import type { MintStatus } from '../../ports/minting.ts';
import type { Rows, Table } from '../../ports/store.ts';
import { busyAtom } from '../busy.ts';
import { generationAtom, resumeGenerationAtom } from '../generation/index.ts';
import { resumeMintsAtom } from '../minting/index.ts';
import { paymentsAtom, resumePaymentsAtom } from '../payments/index.ts';
import { portsAtom } from '../ports.ts';
import { scopeAtom } from '../scope.ts';

const mine: Scope = { profileId: emailProfile('mine'), genesis: GENESIS };
const CLOSED: AccountSnapshot = {
  status: 'none',
  remembered: false,
  idleMinutes: 15,
  codeKept: true,
};
const OPEN: AccountSnapshot = { ...CLOSED, status: 'open', id: 'mine' };

/** The app's own services on one device, in one page whose account is opened and locked. */
async function begin(status: AccountSnapshot) {
  const storage = emptyStorage();
  const account = createState(status);
  const time = new VirtualClock();
  const chain = new ScriptedChain();
  const mintStatus = vi.fn((): Promise<MintStatus> => Promise.resolve({ kind: 'unknown' }));
  const store = memoryStore(storage, {
    isOpen: (profileId) => account.snapshot().status === 'open' && profileId === mine.profileId,
  });
  const engine = fakeEngine(() => time.clock.wait(700));
  const wallets = {
    snapshot: () => ({ status: 'none', choices: [] }),
    subscribe: () => () => undefined,
  };
  const port = chain.port(() => Promise.resolve(), time.clock);
  const ports = {
    store,
    wallets,
    accounts: account,
    clock: time.clock,
    locks: memoryLocks(),
    config: { network: 'sandbox', treasury: TREASURY },
    engine: () => Promise.resolve(engine),
    chain: () => Promise.resolve(port),
    genesis: () => port.genesis(),
    minting: { solana: () => Promise.resolve({ mintStatus }) },
    photos: { pick: () => Promise.resolve([]) },
  } as unknown as Ports;
  const app = createStore();
  app.set(portsAtom, ports);
  app.set(resumeGenerationAtom);
  app.set(resumePaymentsAtom);
  app.set(resumeMintsAtom);
  await app.get(scopeAtom).confirmed();
  await settle();
  const rows = <T extends Table>(table: T): Rows[T][] => rowsIn(storage, table);
  return { app, account, time, chain, storage, store, mintStatus, engine, rows };
}

it('a batch continues after its account was locked and reopened in one page, losing no picture', async () => {
  const { app, account, time, store, engine, rows } = await begin(OPEN);
  const draft = { ...DRAFT, profileId: mine.profileId, createdAt: time.time };
  await store.write([
    { table: 'drafts', put: draft },
    { table: 'orders', put: paidOrder(mine, 'LK-1') },
  ]);
  await store.draftPhotos.put(draft.id, new Blob(['photo']), mine.profileId);
  await app.get(generationAtom).start({ draftId: draft.id, count: 5 }, mine);
  await time.pass(2_000);
  const made = rows('avatars').length;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(5);
  expect(app.get(busyAtom).now()).toBe(true);
  account.set({ ...CLOSED, status: 'locked' });
  await time.pass(60_000);
  expect(rows('avatars')).toHaveLength(made);
  expect(app.get(busyAtom).now()).toBe(false);
  account.set(OPEN);
  await time.pass(60_000);
  expect(rows('batches')[0]?.items.map(({ state }) => state)).toEqual(
    Array.from({ length: 5 }, () => 'done'),
  );
  expect(rows('avatars')).toHaveLength(5);
  expect(new Set(engine.rendered.map(({ seed }) => seed)).size).toBe(5);
});

it('a manual transfer is searched for again after its account was locked and reopened in one page', async () => {
  const { app, account, time, chain, rows } = await begin(OPEN);
  const payments = app.get(paymentsAtom);
  const order = await payments.startOrder({ plan: PLANS.creator, scope: mine });
  chain.height += 1;
  await payments.claimManual(order.id);
  account.set({ ...CLOSED, status: 'locked' });
  await time.pass(60_000);
  account.set(OPEN);
  chain.transfer(order.manualAmount);
  chain.height += 40;
  await time.pass(60_000);
  expect(rows('orders')[0]?.state.kind).toBe('finalized');
});

it('a mint of an account that is opened after the start continues', async () => {
  const { account, time, storage, mintStatus, rows } = await begin(CLOSED);
  const sent = { signature: 'sig', owner: 'me', transaction: '', lastValidBlock: 9 };
  const state: Mint['state'] = { kind: 'submitted', submittedAt: time.time, ...sent };
  // From an earlier visit.
  storage.tables.set('mints', new Map([['m', { ...exampleMint(mine, state), id: 'm' }]]));
  await time.pass(60_000);
  expect(mintStatus).not.toHaveBeenCalled();
  account.set(OPEN);
  await time.pass(5_000);
  expect(mintStatus).toHaveBeenCalled();
  mintStatus.mockResolvedValue({ kind: 'expired' });
  await time.pass(60_000);
  expect(rows('mints')[0]?.state.kind).toBe('expired');
});
