/** An automatic backup that was made. */
export interface Generation {
  /** Unix milliseconds, by the clock of that moment. */
  readonly at: number;
  readonly avatars: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const DAYS = 7;
const WEEKS = 4;

const dayOf = ({ at }: Generation): number => Math.floor(at / DAY_MS);
/** Weeks begin on Mondays; Unix time began on a Thursday. */
const weekOf = (one: Generation): number => Math.floor((dayOf(one) + 3) / 7);

/**
 * Which automatic backups stay, of all in the order in which they were made: the newest, and those
 * with the most avatars of each of the last seven days and of each of the last four weeks. Only days
 * and weeks with a backup count, in that order, and no clock is asked: a wrong one, or a long break,
 * drops nothing. So what was deleted by mistake can be had back for four weeks.
 */
export function staying<G extends Generation>(made: readonly G[]): ReadonlySet<G> {
  const newestFirst = [...made].reverse();
  const fullest = (spanOf: (one: Generation) => number, most: number): readonly G[] => {
    const spans = new Map<number, G>();
    for (const one of newestFirst) {
      const best = spans.get(spanOf(one));
      if (best ? one.avatars > best.avatars : spans.size < most) spans.set(spanOf(one), one);
    }
    return [...spans.values()];
  };
  return new Set([...newestFirst.slice(0, 1), ...fullest(dayOf, DAYS), ...fullest(weekOf, WEEKS)]);
}
