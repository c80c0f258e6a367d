import { mergeConfig } from 'vitest/config';

import base from '../screens.vitest.config.ts';
import { applyMutant } from './apply.ts';

/** The screens' tests with one fault in the source, stopped at the first that sees it. */
export default mergeConfig(base, { plugins: [applyMutant()], test: { bail: 1 } });
