import { z } from 'zod';
import type { RecipeOptions } from '../../core/avatars.ts';
import {
  BACKGROUND_IDS,
  type BackgroundId,
  DEFAULT_BACKGROUND,
  DEFAULT_STYLE,
  isBackgroundId,
  isStyleId,
  STYLE_IDS,
  type StyleId,
} from '../../core/looks.ts';
import { findTemplate } from '../../core/templates.ts';

/** What the person chose for the photo; all of a recipe but the engine's version. */
export interface Choices {
  readonly style: StyleId;
  readonly background: BackgroundId;
  readonly seed: number;
  readonly options: RecipeOptions;
}

export const DEFAULT_CHOICES: Choices = { style: DEFAULT_STYLE, background: DEFAULT_BACKGROUND, seed: 1, options: {} };

const HEX_COLOR = /^#[0-9a-f]{6}$/;
const stored = z.object({
  style: z.enum(STYLE_IDS),
  background: z.enum(BACKGROUND_IDS),
  seed: z.int().min(0).max(0xffff_ffff),
  options: z.object({ solidColor: z.string().regex(HEX_COLOR).optional() }),
});

/** The last choices, as remembered; the defaults for anything that isn't. A face is the photo's own. */
export function parseChoices(remembered: unknown): Choices {
  const parsed = stored.safeParse(remembered);
  if (!parsed.success) return DEFAULT_CHOICES;
  const { style, background, seed, options } = parsed.data;
  return { style, background, seed, options: options.solidColor ? { solidColor: options.solidColor } : {} };
}

/**
 * `/customize?style=artistic&background=gradient` or `?template=modern-look`: what a link presets,
 * if anything. A style or background that is named beside a template comes before the template's.
 */
export function choicesFromQuery(query: URLSearchParams): Partial<Pick<Choices, 'style' | 'background'>> {
  const style = query.get('style')?.toLowerCase();
  const background = query.get('background')?.toLowerCase();
  const template = findTemplate(query.get('template'));
  return {
    ...(template && { style: template.style, background: template.background }),
    ...(isStyleId(style) ? { style } : {}),
    ...(isBackgroundId(background) ? { background } : {}),
  };
}
