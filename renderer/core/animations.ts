import {
  consumeId,
  ledgerRow,
  partsOf,
  reserveId,
  sumCredits,
  type GrantingOrder,
  type LedgerEntry,
} from './credits.ts';
import type { Living } from './motion.ts';
import type { Scope } from './scope.ts';
import { unlockedBy } from './unlocks.ts';

/** How many living avatars one purchase of Creator includes. */
export const ANIMATIONS_OF_CREATOR = 260;

/**
 * The identity of an animation: the same avatar moving the same way is one animation in any size
 * and format, and counts once.
 */
export const animationId = (
  avatarUid: string,
  { motion, strength, premium }: Omit<Living, 'size'>,
): string =>
  [
    `animation:${avatarUid}:${motion}:${strength.toFixed(2)}`,
    ...(premium
      ? [
          `${String(premium.seconds)}s`,
          premium.moves.join('+'),
          premium.camera,
          premium.styles.join('+'),
        ]
      : []),
  ].join(':');

export interface AnimationRight {
  /** How many of Creator's included animations are left. */
  readonly included: number;
  /** How many more are possible at one credit each, which Pro allows. */
  readonly byCredit: number;
  /** Ids of those already counted: they can be saved again for nothing. */
  readonly made: ReadonlySet<string>;
  /** Whether premium animations and the largest size are open. */
  readonly premium: boolean;
}

/** What a profile's verified purchases and its ledger allow it to animate. */
export function animationRight(
  orders: Iterable<GrantingOrder>,
  ledger: Iterable<LedgerEntry>,
): AnimationRight {
  const [all, entries] = [[...orders], [...ledger]];
  const parts = partsOf(all, entries).map(({ restored, paid, entries: own }) => {
    const bought = (plan: GrantingOrder['plan']): number =>
      paid.filter(({ order, granted, refunded }) => order.plan === plan && granted > 0 && !refunded)
        .length;
    const counted = new Set(own.flatMap(({ kind, id }) => (kind === 'animate' ? [id] : [])));
    const left = ANIMATIONS_OF_CREATOR * bought('creator') - counted.size;
    return { pro: bought('pro'), counted, left: restored ? Math.max(0, left) : left };
  });
  const counted = parts.flatMap((part) => [...part.counted]);
  const paid = entries.flatMap(({ kind, cause }) =>
    kind === 'consume' && cause.startsWith('animation:') ? [cause] : [],
  );
  const unlocked = unlockedBy(all);
  return {
    included: Math.max(
      0,
      parts.reduce((sum, { left }) => sum + left, 0),
    ),
    byCredit: parts.some(({ pro }) => pro > 0) ? sumCredits(all, entries).available : 0,
    made: unlocked.has('animated-avatars') ? new Set([...counted, ...paid]) : new Set(),
    premium: unlocked.has('premium-animations'),
  };
}

/** How an animation is counted: not again, as an included one, by a credit, or not at all. */
export const countedBy = (
  { included, byCredit, made }: AnimationRight,
  id: string,
): 'made' | 'included' | 'credit' | undefined => {
  if (made.has(id)) return 'made';
  if (included > 0) return 'included';
  return byCredit > 0 ? 'credit' : undefined;
};

/**
 * The rows that count an animation. Their ids derive from it: writing them twice changes nothing.
 */
export const animationEntries = (
  id: string,
  by: 'included' | 'credit',
  scope: Scope,
  at: number,
): readonly LedgerEntry[] =>
  by === 'included'
    ? [ledgerRow(scope, 'animate', id, id, at)]
    : [
        ledgerRow(scope, 'reserve', reserveId(id), id, at),
        ledgerRow(scope, 'consume', consumeId(id), id, at),
      ];
