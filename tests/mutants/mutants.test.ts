import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { MUTANTS } from './mutants.ts';

it('every mutant still has its place in the source, and its tests', () => {
  for (const { file, from, tests } of MUTANTS) {
    expect(readFileSync(file, 'utf8').split(from), `${file}: ${from}`).toHaveLength(2);
    for (const test of tests) expect(existsSync(test), test).toBe(true);
  }
});
