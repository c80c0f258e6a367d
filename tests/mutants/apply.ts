import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

import { MUTANTS } from './mutants.ts';

/** Inserts the mutant whose number is in the environment when its file is loaded. */
export function applyMutant(): Plugin {
  const mutant = MUTANTS[Number(process.env['LIKENESS_MUTANT'])];
  if (!mutant) throw new Error('LIKENESS_MUTANT must be the number of a mutant.');
  const { file, from, to } = mutant;
  return {
    name: 'apply-mutant',
    enforce: 'pre',
    load: (id) =>
      id === resolve(file) ? readFileSync(id, 'utf8').replace(from, () => to) : undefined,
  };
}
