import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { concatBytes } from '../../core/bytes.ts';
import { LikenessError } from '../../core/errors.ts';
import { Database } from '../database.ts';
import { randomBytes } from './bytes.ts';
import type { VaultKeys } from './crypto.ts';
import type { Derive } from './derive.ts';
import { openAbout, readHeader, unwrapByCode, unwrapByPassword, type About } from './header.ts';
import { createVaults, type Vaults } from './vaults.ts';

/** Stands for the recovery code from before, which is random. */
const FIRST = 'the first code';
/** The account's own, and the new ones that each act sets. */
const PASSWORDS = ['before', 'by act 0', 'by act 1', 'by act 2', 'by act 3'];

/** The account as a single tab would see it. */
interface Account {
  readonly password: string;
  readonly code: string;
  readonly about: Pick<About, 'idleMinutes' | 'codeKept'>;
}
/** What one tab does, and what that means where nothing else happens beside it. */
interface Act {
  readonly what: string;
  /** Turns of the event loop before it starts. */
  readonly wait: number;
  /** A new recovery code, if it makes one. */
  run(tab: Tab): Promise<unknown>;
  /** The account afterwards; undefined if the secret was wrong. */
  after(
    account: Account,
    tab: { readonly next: string; readonly newCode: string },
  ): Account | undefined;
}
interface Tab {
  readonly vaults: Vaults;
  readonly email: string;
  readonly id: string;
  readonly keys: VaultKeys;
  readonly code: string;
  /** The password that it sets, if it sets one. */
  readonly next: string;
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise<void>((resolve) => void setImmediate(resolve));
};

const password = fc.constantFrom(...PASSWORDS);
const wait = fc.nat({ max: 60 });
const change = fc.oneof(
  fc.record({ idleMinutes: fc.constantFrom(0, 5, 30) }),
  fc.constant({ codeKept: true }),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ wait, by: password }).map(({ wait, by }): Act => ({
    what: `after ${String(wait)}, the password, by '${by}'`,
    wait,
    run: ({ vaults, id, next }) => vaults.changePassword(id, by, next),
    after: (account, { next }) =>
      account.password === by ? { ...account, password: next } : undefined,
  })),
  fc.record({ wait, by: password }).map(({ wait, by }): Act => ({
    what: `after ${String(wait)}, a new code, by '${by}'`,
    wait,
    run: ({ vaults, id }) => vaults.renewCode(id, by),
    after: (account, { newCode: code }) =>
      account.password === by
        ? { ...account, code, about: { ...account.about, codeKept: false } }
        : undefined,
  })),
  wait.map((wait): Act => ({
    what: `after ${String(wait)}, a recovery`,
    wait,
    run: async ({ vaults, email, code, next }) =>
      (await vaults.recover(email, code, next)).recoveryCode,
    after: ({ code, about }, { next, newCode }) =>
      code === FIRST
        ? { password: next, code: newCode, about: { ...about, codeKept: false } }
        : undefined,
  })),
  fc.record({ wait, change }).map(({ wait, change }): Act => ({
    what: `after ${String(wait)}, ${JSON.stringify(change)}`,
    wait,
    run: ({ vaults, id, keys }) => vaults.describe(id, keys, change),
    after: (account) => ({ ...account, about: { ...account.about, ...change } }),
  })),
);

const orders = (count: number): number[][] =>
  count === 0
    ? [[]]
    : orders(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
      );

const database = new Database(crypto.randomUUID());

/** Runs all acts side by side, as if each had a tab of its own. Returns what came of each, and the account. */
async function sideBySide(acts: readonly Act[]) {
  const email = `${crypto.randomUUID()}@example.com`;
  const salt = randomBytes(8);
  let time = 1_000_000;
  const derive: Derive = {
    async derive(secret) {
      await turns(secret.length % 7);
      return new Uint8Array(await crypto.subtle.digest('SHA-256', concatBytes([secret, salt])));
    },
    measure: () => Promise.resolve(400),
  };
  // By the next look at the clock, any wait is over.
  const vaults = createVaults({ database, derive, now: () => (time += 3_600_000) });
  const { id, keys, recoveryCode: first } = await vaults.create(email, 'before');
  const outcomes = await Promise.all(
    acts.map(async (one, at) => {
      await turns(one.wait);
      return one.run({ vaults, email, id, keys, code: first, next: `by act ${String(at)}` }).then(
        (newCode) => ({ done: true, newCode: typeof newCode === 'string' ? newCode : undefined }),
        (thrown: unknown) => {
          expect(thrown).toBeInstanceOf(LikenessError);
          expect((thrown as LikenessError).code).toMatch(/^(password|recovery-code)-wrong$/);
          return { done: false, newCode: undefined };
        },
      );
    }),
  );
  const stored = await database.vaults.get(id);
  if (!stored) throw new Error('the account is gone');
  const header = await readHeader(stored.header);
  const opening = async (
    secrets: readonly string[],
    unwrap: (secret: string) => Promise<unknown>,
  ) => {
    const opens = await Promise.all(
      secrets.map((secret) =>
        unwrap(secret).then(
          () => true,
          () => false,
        ),
      ),
    );
    return secrets.filter((_, at) => opens[at]);
  };
  const codes = [first, ...outcomes.flatMap(({ newCode }) => newCode ?? [])];
  const { idleMinutes, codeKept } = await openAbout(keys, id, header);
  return {
    outcomes,
    first,
    passwords: await opening(PASSWORDS, (one) => unwrapByPassword(derive, id, header, one)),
    codes: await opening(codes, (one) => unwrapByCode(id, header, one)),
    about: { idleMinutes, codeKept },
  };
}

describe('an account in several tabs', () => {
  const runs = process.env['LIKENESS_DEEP'] ? 5_000 : 50;
  it(
    'ends as if they had taken turns: nothing that was said to be done is lost',
    { timeout: 3_600_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 4 }), async (acts) => {
          const { outcomes, first, passwords, codes, about } = await sideBySide(acts);
          const explained = orders(acts.length).some((order) => {
            let account: Account | undefined = {
              password: 'before',
              code: FIRST,
              about: { idleMinutes: 15, codeKept: false },
            };
            for (const at of order) {
              const outcome = outcomes[at];
              const next: Account | undefined = acts[at]?.after(account, {
                next: `by act ${String(at)}`,
                newCode: outcome?.newCode ?? '',
              });
              if ((next !== undefined) !== outcome?.done) return false;
              account = next ?? account;
            }
            const code = account.code === FIRST ? first : account.code;
            return (
              JSON.stringify([[account.password], [code], account.about]) ===
              JSON.stringify([passwords, codes, about])
            );
          });
          expect({ explained, outcomes, passwords, codes, about }).toMatchObject({
            explained: true,
          });
        }),
        { numRuns: runs, seed: 5 },
      );
    },
  );
});
