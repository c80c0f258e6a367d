import type { Avatar, Picture } from '../../renderer/core/avatars.ts';
import { encodeBase58 } from '../../renderer/core/base58.ts';
import type { BrandKit } from '../../renderer/core/brand-kit.ts';
import { DRAFT_SCOPE, type Draft } from '../../renderer/core/drafts.ts';
import { lamports } from '../../renderer/core/money.ts';
import { createOrder } from '../../renderer/core/orders/create-order.ts';
import type { Order, OrderState } from '../../renderer/core/orders/order.ts';
import { PLANS } from '../../renderer/core/plans.ts';
import type { Scope } from '../../renderer/core/scope.ts';

const ADDRESS = encodeBase58(new Uint8Array(32).fill(9));
export const SIGNATURE = encodeBase58(new Uint8Array(64).fill(9));

/** A brand kit with every property. */
export const EXAMPLE_BRAND: BrandKit = {
  on: true,
  name: 'North Window',
  link: 'https://northwindow.example',
  colour: '#43389c',
  logo: 'data:image/png;base64,iVBORw0KGgo=',
};

/** An avatar to start a test with. */
export const exampleAvatar = (scope: Scope, uid = 'a', change: Partial<Avatar> = {}): Avatar => ({
  ...scope,
  id: 101,
  uid,
  name: 'Artistic 1',
  recipe: { style: 'artistic', background: 'none', seed: 1, options: {}, engine: 1 },
  size: 1024,
  bytes: 4,
  likeness: 0.97,
  softened: false,
  createdAt: 5,
  downloads: 0,
  liked: false,
  batchId: 'batch',
  ...change,
});

/** 'Artistic 7', whose uid, seed and time follow from its number. */
export const numberedAvatar = (scope: Scope, id: number, change: Partial<Avatar> = {}): Avatar =>
  exampleAvatar(scope, `uid-${String(id)}`, {
    id,
    name: `Artistic ${String(id)}`,
    recipe: { style: 'artistic', background: 'none', seed: id, options: {}, engine: 1 },
    createdAt: id,
    ...change,
  });

/** A picture to start a test with. Full size and thumbnail can be told apart by their texts. */
export const examplePicture = (
  scope: Scope,
  uid: string,
  full = 'full',
  thumb = 'thumb',
): Picture => ({
  ...scope,
  uid,
  full: new Blob([full], { type: 'image/png' }),
  thumb: new Blob([thumb], { type: 'image/webp' }),
});

/** A photo that is being worked on, with the choices made for it. */
export const exampleDraft = (id: string, change: Partial<Draft> = {}): Draft => ({
  ...DRAFT_SCOPE,
  id,
  fileName: 'me.png',
  width: 800,
  height: 600,
  style: 'artistic',
  background: 'gradient',
  seed: 7,
  options: {},
  createdAt: 0,
  ...change,
});

const signed = {
  signature: SIGNATURE,
  payer: ADDRESS,
  transaction: 'AAAA',
  lastValidBlockHeight: 9,
};
const STATES = {
  draft: { kind: 'draft' },
  manual: { kind: 'manual', since: 5 },
  submitted: { kind: 'submitted', submittedAt: 5, ...signed },
  finalized: {
    kind: 'finalized',
    proof: {
      signature: SIGNATURE,
      slot: 3,
      blockTime: null,
      payer: ADDRESS,
      treasury: ADDRESS,
      lamports: PLANS.basic.price,
      fee: lamports(5_000n),
    },
  },
} as const satisfies Partial<Record<OrderState['kind'], OrderState>>;

/** An order in this state. `seed` gives it its own id. */
export const exampleOrder = (scope: Scope, kind: keyof typeof STATES, seed = 7): Order => ({
  ...createOrder({
    plan: PLANS.basic,
    scope,
    treasury: ADDRESS,
    slot: 1,
    now: 5,
    random: (length) => new Uint8Array(length).fill(seed),
  }),
  state: STATES[kind],
});
