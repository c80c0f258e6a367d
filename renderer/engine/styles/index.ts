import type { StyleId } from '../../core/styles.ts';
import type { Style } from './shared/style.ts';

const folders = import.meta.glob<Style>('./*/index.ts', { eager: true, import: 'style' });

/** Every style that has a folder here. `core/styles.ts` lists the same ones for the screens. */
export const STYLES = Object.fromEntries(
  Object.values(folders).map((style) => [style.id, style]),
) as Readonly<Record<StyleId, Style>>;
