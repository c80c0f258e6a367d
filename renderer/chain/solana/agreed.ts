import { LikenessError } from '../../core/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ask } from './connections.ts';

/** How long after its first word a node that answers alone is believed. */
const ALONE_MS = 60_000;

/** What nodes say of one thing. */
export type Agreed<T> =
  /** The same, by two of them, or by the only one. */
  | { readonly said: readonly [T, ...T[]] }
  /** No two say the same: one lies, or lags. */
  | { readonly differ: readonly T[] }
  /** Only one of several answers, and not for long enough. */
  | { readonly alone: true };

/** What has to be the same, as text. A block's time isn't: some nodes don't keep it. */
const wordOf = (said: unknown): string =>
  JSON.stringify({ said }, (name, value: unknown) =>
    name === 'blockTime' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

/**
 * The same word by two nodes. Two are asked side by side; the next one takes the place of a node
 * that fails, and has its say where two differ. Where a single node answers of several, its word
 * counts once it is still the same a minute later. Where a single one is configured, its word is all
 * there is. Remembers first words by `key`, so keep one.
 * @throws LikenessError network-* when no node answers, or the signal's reason
 */
export function createWitnesses(nodes: readonly Ask[], clock: Clock) {
  const firstWords = new Map<string, { readonly at: number; readonly word: string }>();

  return async <T>(
    key: string,
    say: (node: Ask) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Agreed<T>> => {
    let asked = 0;
    let failure: unknown;
    const heard: { readonly said: T; readonly word: string }[] = [];
    /** What two have said alike, if any did. */
    const agreed = (): readonly T[] => {
      for (const { word } of heard) {
        const alike = heard.filter((other) => other.word === word);
        if (alike.length > 1) return alike.map(({ said }) => said);
      }
      return [];
    };
    /** Asks the next nodes until one answers. */
    const hearOne = async (): Promise<boolean> => {
      for (let node = nodes[asked++]; node; node = nodes[asked++]) {
        try {
          const said = await say(node);
          heard.push({ said, word: wordOf(said) });
          return true;
        } catch (thrown) {
          signal?.throwIfAborted();
          failure ??= thrown;
        }
      }
      return false;
    };
    await Promise.all([hearOne(), hearOne()]);
    while (heard.length > 1 && agreed().length === 0 && (await hearOne())) continue;

    const [first, ...more] = agreed();
    if (first !== undefined) {
      firstWords.delete(key);
      return { said: [first, ...more] };
    }
    const [one] = heard;
    if (!one) throw failure instanceof Error ? failure : new LikenessError('network-unreachable');
    if (heard.length > 1) {
      firstWords.delete(key);
      return { differ: heard.map(({ said }) => said) };
    }
    if (nodes.length === 1) return { said: [one.said] };
    const known = firstWords.get(key);
    const earliest = known?.word === one.word ? known : { at: clock.now(), word: one.word };
    firstWords.set(key, earliest);
    return clock.now() - earliest.at >= ALONE_MS ? { said: [one.said] } : { alone: true };
  };
}
