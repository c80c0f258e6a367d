import { LikenessError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ask } from './connections.ts';

/** A node that answers alone is believed this long after its first answer. */
const ALONE_MS = 60_000;

/** The answers of several nodes to one question. */
export type Agreed<T> =
  /**
   * Two nodes gave the same answer, or the only node gave it. `isLone`: one of several has given it
   * for a minute, and no other answers. That is enough for a payment to count, and for nothing else.
   */
  | { readonly said: readonly [T, ...T[]]; readonly isLone: boolean }
  /** No two answers are the same: a node lies or lags. */
  | { readonly differ: readonly T[] }
  /** Only one of several nodes answers, and not for long enough. */
  | { readonly alone: true };

/**
 * The part of an answer that must be equal, as text. Block times are left out: some nodes don't
 * keep them.
 */
const comparableText = (said: unknown): string =>
  JSON.stringify({ said }, (name, value: unknown) =>
    name === 'blockTime' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

/**
 * Finds an answer that two nodes give alike. Two are asked side by side; the next one replaces a
 * node that fails, and decides where two differ. If only one of several answers, its answer counts
 * once it is unchanged a minute later. If only one is configured, its answer is accepted. The first
 * answers are remembered by `key`, so create this once.
 * @throws LikenessError network-* when no node answers, or the signal's reason
 */
export function createTwoNodeReader(nodes: readonly Ask[], clock: Clock) {
  const firstAnswers = new Map<string, { readonly at: number; readonly word: string }>();

  return async <T>(
    key: string,
    say: (node: Ask) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Agreed<T>> => {
    let asked = 0;
    let failure: unknown;
    const answers: { readonly said: T; readonly word: string }[] = [];
    /** The answers that two nodes gave alike, if any. */
    const agreed = (): readonly T[] => {
      for (const { word } of answers) {
        const alike = answers.filter((other) => other.word === word);
        if (alike.length > 1) return alike.map(({ said }) => said);
      }
      return [];
    };
    /** Asks the next nodes until one answers. */
    const askNext = async (): Promise<boolean> => {
      for (let node = nodes[asked++]; node; node = nodes[asked++]) {
        try {
          const said = await say(node);
          answers.push({ said, word: comparableText(said) });
          return true;
        } catch (thrown) {
          signal?.throwIfAborted();
          failure ??= thrown;
        }
      }
      return false;
    };
    await Promise.all([askNext(), askNext()]);
    while (answers.length > 1 && agreed().length === 0 && (await askNext())) continue;

    const [first, ...more] = agreed();
    if (first !== undefined) {
      firstAnswers.delete(key);
      return { said: [first, ...more], isLone: false };
    }
    const [one] = answers;
    if (!one) throw failure instanceof Error ? failure : new LikenessError('network-unreachable');
    if (answers.length > 1) {
      firstAnswers.delete(key);
      return { differ: answers.map(({ said }) => said) };
    }
    if (nodes.length === 1) return { said: [one.said], isLone: false };
    const known = firstAnswers.get(key);
    const now = clock.now();
    // If the clock was set back, the wait begins again.
    const at = known?.word === one.word ? Math.min(known.at, now) : now;
    firstAnswers.set(key, { at, word: one.word });
    return now - at >= ALONE_MS ? { said: [one.said], isLone: true } : { alone: true };
  };
}
