import { mergeConfig } from 'vitest/config';

import base from '../vitest.config.ts';
import { applyMutant } from './apply.ts';

/** The unit tests with one fault in the source, stopped at the first failure. */
export default mergeConfig(base, { plugins: [applyMutant()], test: { bail: 1 } });
