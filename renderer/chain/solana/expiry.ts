import type { Clock } from '../../ports/clock.ts';
import type { Ask } from './connections.ts';

/** With one RPC only, the minimum time between the two checks. */
const SECOND_CHECK_MS = 60_000;

/** The facts that prove that a transaction can never land. */
export interface Question {
  /** Distinguishes attempts. */
  readonly key: string;
  readonly genesis: string;
  /** Absent where the wallet sends by itself. */
  readonly signature: string | undefined;
  readonly lastValidBlockHeight: number;
  /** Whether any transaction did, or may still turn out to have done, what this one was for. */
  readonly isDone: (ask: Ask, signal?: AbortSignal) => Promise<boolean>;
}

/**
 * Accepts what two nodes confirm, or what the only one confirms twice, a minute apart. The first
 * checks are remembered by `key`, so create this once. RPC errors are thrown: no answer proves
 * nothing.
 */
export function createAgreement(nodes: readonly Ask[], clock: Clock) {
  const firstCheck = new Map<string, number>();

  return async (key: string, says: (ask: Ask) => Promise<boolean>): Promise<boolean> => {
    const [first, second] = nodes;
    if (first === undefined) return false;
    if (!(await says(first))) {
      firstCheck.delete(key);
      return false;
    }
    if (second !== undefined) return says(second);
    const now = clock.now();
    // If the clock was set back, the wait begins again.
    const checkedAt = Math.min(firstCheck.get(key) ?? now, now);
    firstCheck.set(key, checkedAt);
    return now - checkedAt >= SECOND_CHECK_MS;
  };
}

/** Proves that an attempt can never land, so that paying again is safe. Create it once. */
export function createProver(nodes: readonly Ask[], clock: Clock) {
  const agree = createAgreement(nodes, clock);
  return (question: Question, signal?: AbortSignal): Promise<boolean> =>
    agree(question.key, (ask) => seemsExpired(ask, question, signal));
}

/**
 * One node's answer. The height is read first: a signature that is unknown after that height passed
 * stays unknown.
 */
async function seemsExpired(
  ask: Ask,
  { genesis: expected, signature, lastValidBlockHeight, isDone }: Question,
  signal?: AbortSignal,
): Promise<boolean> {
  const genesis = await ask((connection) => connection.getGenesisHash(), signal);
  if (genesis !== expected) return false;
  const height = await ask((connection) => connection.getBlockHeight('finalized'), signal);
  if (height <= lastValidBlockHeight) return false;
  if (signature !== undefined) {
    const { value } = await ask(
      (connection) =>
        connection.getSignatureStatuses([signature], { searchTransactionHistory: true }),
      signal,
    );
    if (value.length !== 1 || value[0] !== null) return false;
  }
  return !(await isDone(ask, signal));
}
