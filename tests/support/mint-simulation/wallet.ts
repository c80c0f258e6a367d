import { LikenessError } from '../../../renderer/core/errors.ts';
import type { Step } from '../tabbed-simulation.ts';
import { settle } from '../virtual-clock.ts';
import { BLOCKHASH_LIFE, decode, encode, OWNER, signatureOf, type MintChain } from './chain.ts';

export type Answer = 'sign' | 'tamper' | 'new-blockhash' | 'reject' | 'on-another-chain';

/** A wallet whose user answers when the test does. */
export class MintWallet {
  readonly #chain: MintChain;
  readonly #count: () => number;
  readonly #wrong: (what: string) => void;
  /** The connected owner. */
  owner = OWNER;
  /** Keys of the mints that the user approved. */
  readonly agreed = new Set<string>();
  #asked: ((answer: Answer) => void)[] = [];

  constructor(chain: MintChain, count: () => number, wrong: (what: string) => void) {
    this.#chain = chain;
    this.#count = count;
    this.#wrong = wrong;
  }

  get openRequests(): number {
    return this.#asked.length;
  }

  async answer(answer: Answer): Promise<void> {
    this.#asked.shift()?.(answer);
    await settle();
  }

  async sign(step: Step, transaction: Uint8Array): Promise<Uint8Array> {
    await step();
    const wire = decode(transaction);
    const { pool, landed, height } = this.#chain;
    const alive = [...pool.values()].some((one) => one.key === wire.key && one.lastValid >= height);
    const done = [...landed.values()].some((one) => one.wire.key === wire.key && !one.failed);
    if (alive || done)
      this.#wrong(
        `the wallet was asked while ${done ? 'it was minted' : 'an earlier transaction could land'}`,
      );
    const answer = await this.#ask();
    await step();
    if (answer === 'reject') throw new LikenessError('wallet-rejected');
    this.agreed.add(wire.key);
    return encode({
      ...wire,
      byOwner: true,
      ...(answer === 'tamper' ? { tampered: true } : {}),
      ...(answer === 'new-blockhash'
        ? { lastValid: this.#chain.height + BLOCKHASH_LIFE, n: this.#count() }
        : {}),
    });
  }

  /** The wallet sends it: the page that asked may be gone by then. */
  async signAndSend(step: Step, transaction: Uint8Array): Promise<string> {
    await step();
    const wire = decode(transaction);
    const answer = await this.#ask();
    if (answer === 'on-another-chain') throw new LikenessError('polygon-chain-wrong');
    if (answer !== 'reject') this.#chain.send({ ...wire, byOwner: true, byKey: true });
    await step();
    if (answer === 'reject') throw new LikenessError('wallet-rejected');
    if (answer === 'tamper') throw new LikenessError('transaction-failed'); // It was sent, but the wallet reports a failure.
    return signatureOf(wire.n);
  }

  #ask(): Promise<Answer> {
    return new Promise((resolve) => this.#asked.push(resolve));
  }
}
