import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { mergeConfig } from 'vitest/config';

import base from '../vitest.config.ts';
import { MUTANTS } from './mutants.ts';

const mutant = MUTANTS[Number(process.env['LIKENESS_MUTANT'])];
if (!mutant) throw new Error('LIKENESS_MUTANT must be the number of a mutant.');
const { file, from, to } = mutant;

const plant: Plugin = {
  name: 'plant-mutant',
  enforce: 'pre',
  load: (id) =>
    id === resolve(file) ? readFileSync(id, 'utf8').replace(from, () => to) : undefined,
};

/** The unit tests with one fault in the source, stopped at the first that sees it. */
export default mergeConfig(base, { plugins: [plant], test: { bail: 1 } });
