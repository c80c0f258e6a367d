import type { StyleId } from '../../core/looks.ts';
import { artistic } from './artistic/index.ts';
import { professional } from './professional/index.ts';
import { realistic } from './realistic/index.ts';
import type { Style } from './shared/style.ts';

export const STYLES: Readonly<Record<StyleId, Style>> = {
  realistic, professional, artistic, minimalist: realistic, creative: realistic, modern: realistic,
};
