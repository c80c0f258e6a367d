import type { StyleId } from '../../core/styles.ts';
import { artistic } from './artistic/index.ts';
import { creative } from './creative/index.ts';
import { minimalist } from './minimalist/index.ts';
import { modern } from './modern/index.ts';
import { professional } from './professional/index.ts';
import { realistic } from './realistic/index.ts';
import type { Style } from './shared/style.ts';

export const STYLES: Readonly<Record<StyleId, Style>> = {
  realistic,
  professional,
  artistic,
  minimalist,
  creative,
  modern,
};
