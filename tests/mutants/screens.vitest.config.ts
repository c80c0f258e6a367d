import { mergeConfig } from 'vitest/config';

import base from '../screens.vitest.config.ts';
import { applyMutant } from './apply.ts';

/** The screen tests with one fault in the source, stopped at the first failure. */
export default mergeConfig(base, { plugins: [applyMutant()], test: { bail: 1 } });
