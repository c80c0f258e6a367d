import { mergeConfig } from 'vitest/config';

import base from '../vitest.config.ts';
import { plantMutant } from './plant.ts';

/** The unit tests with one fault in the source, stopped at the first that sees it. */
export default mergeConfig(base, { plugins: [plantMutant()], test: { bail: 1 } });
