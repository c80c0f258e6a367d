import type { StyleId } from '../../core/styles.ts';
import { artistic } from './artistic/index.ts';
import { comic } from './comic/index.ts';
import { creative } from './creative/index.ts';
import { cutPaper } from './cut-paper/index.ts';
import { ink } from './ink/index.ts';
import { minimalist } from './minimalist/index.ts';
import { modern } from './modern/index.ts';
import { pencil } from './pencil/index.ts';
import { pixel } from './pixel/index.ts';
import { professional } from './professional/index.ts';
import { realistic } from './realistic/index.ts';
import type { Style } from './shared/style.ts';
import { watercolour } from './watercolour/index.ts';

export const STYLES: Readonly<Record<StyleId, Style>> = {
  realistic,
  professional,
  artistic,
  minimalist,
  creative,
  modern,
  ink,
  watercolour,
  comic,
  pixel,
  pencil,
  'cut-paper': cutPaper,
};
