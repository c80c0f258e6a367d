import { mergeConfig } from 'vitest/config';

import base from '../screens.vitest.config.ts';
import { plantMutant } from './plant.ts';

/** The screens' tests with one fault in the source, stopped at the first that sees it. */
export default mergeConfig(base, { plugins: [plantMutant()], test: { bail: 1 } });
