import { avatarName, type Recipe } from '../../core/avatars.ts';
import type { BatchItem } from '../../core/batches.ts';
import type { Choices } from '../../core/drafts.ts';
import { STYLE_LABELS, type BackgroundId, type StyleId } from '../../core/styles.ts';
import { randomId } from '../random.ts';

export interface Plan {
  /** The previewed look: with its style and background among those asked for, it comes first as seen. */
  readonly choices: Choices;
  readonly count: number;
  readonly styles: readonly StyleId[];
  readonly backgrounds: readonly BackgroundId[];
  readonly engineVersion: number;
  /** First of `count` numbers for /avatar/{id}. */
  readonly firstAvatarId: number;
  /** Names that the profile's avatars have or are about to get. */
  readonly names: Iterable<string>;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}

/** The highest n of the names '{Style} {n}', 0 without one: a deleted avatar's name isn't given again to a later one. */
function highest(style: StyleId, names: Iterable<string>): number {
  const label = `${STYLE_LABELS[style]} `;
  let n = 0;
  for (const name of names) {
    const rest = name.startsWith(label) ? name.slice(label.length) : '';
    if (/^\d{1,7}$/.test(rest)) n = Math.max(n, Number(rest));
  }
  return n;
}

/**
 * All that a batch will make, fixed before it starts, so that a repeated step makes the same
 * picture. Styles and backgrounds are spread evenly; every recipe has a seed of its own.
 */
export function planItems(plan: Plan): BatchItem[] {
  const { choices, count, random } = plan;
  const first = <T>(chosen: T, all: readonly T[]): T[] =>
    all.includes(chosen) ? [chosen, ...all.filter((other) => other !== chosen)] : [...all];
  const styles = first(choices.style, plan.styles);
  const backgrounds = first(choices.background, plan.backgrounds);
  const looks = styles.length * backgrounds.length;
  const names = [...plan.names];
  const numbers = new Map(styles.map((style) => [style, highest(style, names)]));

  return Array.from({ length: count }, (_, index): BatchItem => {
    // Walks the diagonals of the styles x backgrounds table, so that few pictures already show all.
    const look = index % looks;
    const row = look % styles.length;
    const column =
      (look + Math.floor(look / lcm(styles.length, backgrounds.length))) % backgrounds.length;
    const style = styles[row] ?? choices.style;
    const background = backgrounds[column] ?? choices.background;
    // Neighbouring seeds give the pictures that differ most.
    const seed = (choices.seed + index) >>> 0;
    const n = (numbers.get(style) ?? 0) + 1;
    numbers.set(style, n);
    const recipe: Recipe = {
      style,
      background,
      seed,
      options: choices.options,
      engine: plan.engineVersion,
    };
    return {
      uid: randomId(random),
      avatarId: plan.firstAvatarId + index,
      name: avatarName(style, n),
      recipe,
      state: 'waiting',
    };
  });
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const lcm = (a: number, b: number): number => (a * b) / gcd(a, b);
