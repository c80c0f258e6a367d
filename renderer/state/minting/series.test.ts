import { expect, it } from 'vitest';

import { exampleMint } from '../../../tests/support/example-mint.ts';
import { emptyStorage, memoryStore } from '../../../tests/support/memory-store.ts';
import { settle } from '../../../tests/support/virtual-clock.ts';
import { GUEST_PROFILE, type Scope } from '../../core/scope.ts';
import { createState } from '../../core/subscribable.ts';
import { createSeriesRunner } from './index.ts';

it('leaves a mint whose account is signed out of, and waits while it is only locked', async () => {
  const mint = exampleMint({ profileId: 'email:mine' });
  const scope = createState<Scope | undefined>(mint);
  const store = memoryStore(emptyStorage(), {
    isOpen: (profileId) => scope.snapshot()?.profileId === profileId,
  });
  await store.write([{ table: 'mints', put: mint }]);
  const minter = {
    mint: () => new Promise<never>(() => undefined), // The wallet never answers.
    stop: () => Promise.resolve(mint),
    watch: () => () => undefined,
  };
  const series = createSeriesRunner({ minter, scope, store });
  void series.run([mint]);
  for (const [now, line] of [
    [undefined, [mint]],
    [mint, [mint]],
    [{ ...mint, profileId: GUEST_PROFILE }, []],
  ] as const) {
    scope.set(now);
    await settle();
    expect(series.snapshot().line).toEqual(line);
  }
});
