import type { StyleId } from '../../core/looks.ts';
import { professional } from './professional/index.ts';
import { realistic } from './realistic/index.ts';
import type { Style } from './shared/style.ts';

export const STYLES: Readonly<Record<StyleId, Style>> = {
  realistic, professional, artistic: realistic, minimalist: realistic, creative: realistic, modern: realistic,
};
