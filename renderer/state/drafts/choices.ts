import { z } from 'zod';

import { boundCrop } from '../../core/crop.ts';
import type { Choices } from '../../core/drafts.ts';
import { isGradientName } from '../../core/gradients.ts';
import {
  BACKGROUND_IDS,
  DEFAULT_BACKGROUND,
  DEFAULT_STYLE,
  isBackgroundId,
  isStyleId,
  STYLE_IDS,
} from '../../core/styles.ts';
import { findTemplate } from '../../core/templates.ts';

export const DEFAULT_CHOICES: Choices = {
  style: DEFAULT_STYLE,
  background: DEFAULT_BACKGROUND,
  seed: 1,
  options: {},
};

const HEX_COLOR = /^#[0-9a-f]{6}$/;
const finite = z.number();
const stored = z.object({
  style: z.enum(STYLE_IDS),
  background: z.enum(BACKGROUND_IDS),
  seed: z.int().min(0).max(0xffff_ffff),
  options: z.object({
    solidColor: z.string().regex(HEX_COLOR).exactOptional(),
    backdropColor: z.string().regex(HEX_COLOR).exactOptional(),
    gradient: z.string().refine(isGradientName).exactOptional(),
    strength: z.number().min(0).max(1).exactOptional(),
    lightAngle: z.number().min(0).lt(360).exactOptional(),
    crop: z.object({ zoom: finite, x: finite, y: finite, roll: finite }).exactOptional(),
  }),
});

/**
 * Reads the remembered choices, with defaults for what is missing. A chosen face isn't remembered:
 * it belongs to its photo.
 */
export function parseChoices(remembered: unknown): Choices {
  const parsed = stored.safeParse(remembered);
  if (!parsed.success) return DEFAULT_CHOICES;
  const { options, ...rest } = parsed.data;
  const { crop } = options;
  return { ...rest, options: { ...options, ...(crop && { crop: boundCrop(crop) }) } };
}

/**
 * What a link chooses, if anything: `/customize?style=artistic&background=gradient` or
 * `?template=modern-look`. A style or background in the link takes precedence over the template's.
 */
export function choicesFromQuery(
  query: URLSearchParams,
): Partial<Pick<Choices, 'style' | 'background'>> {
  const style = query.get('style')?.toLowerCase();
  const background = query.get('background')?.toLowerCase();
  const template = findTemplate(query.get('template'));
  return {
    ...(template && { style: template.style, background: template.background }),
    ...(isStyleId(style) ? { style } : {}),
    ...(isBackgroundId(background) ? { background } : {}),
  };
}
