import { isRightToLeft } from '../core/banners/design.ts';
import type { FaceId, Measure } from '../core/banners/fit-text.ts';

/**
 * All text is set at 60 px and scaled: the display face's optical size follows the font size in
 * pixels, and its finer cuts break at large sizes.
 */
const SET_AT = 60;
const FACES: Readonly<Record<FaceId, string>> = {
  display: `400 ${String(SET_AT)}px "Fraunces Variable", "Noto Naskh Arabic", Amiri, "Geeza Pro", "Frank Ruhl Libre", "Times New Roman", serif`,
  text: `450 ${String(SET_AT)}px "Geist Variable", system-ui, sans-serif`,
  mono: `400 ${String(SET_AT)}px "Geist Mono Variable", ui-monospace, monospace`,
};
const SPACING: Readonly<Record<FaceId, number>> = { display: -0.022, text: 0, mono: 0 };

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function setFace(context: Context, text: string, face: FaceId): void {
  context.font = FACES[face];
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
  // Joined scripts get no letter spacing. Not every browser supports it on a canvas.
  const spacing = isRightToLeft(text) ? 0 : SPACING[face] * SET_AT;
  if ('letterSpacing' in context) context.letterSpacing = `${String(spacing)}px`;
}

/** Waits for the typefaces that a canvas needs to draw these texts. Instead of one that can't be loaded it uses the next. */
export async function loadFaces(texts: readonly string[]): Promise<void> {
  const letters = texts.join(' ') || 'a';
  await Promise.allSettled(Object.values(FACES).map((font) => document.fonts.load(font, letters)));
}

/** Measures a text's width in a typeface, as a multiple of the type size. */
export function measureOn(context: Context): Measure {
  return (text, face) => {
    setFace(context, text, face);
    return context.measureText(text).width / SET_AT;
  };
}

/** Draws a line of text in the context's fill, from its left or right edge. */
export function writeLine(
  context: Context,
  text: string,
  face: FaceId,
  at: { readonly x: number; readonly baseline: number; readonly size: number },
  align: 'left' | 'right',
): void {
  context.save();
  setFace(context, text, face);
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.translate(at.x, at.baseline);
  context.scale(at.size / SET_AT, at.size / SET_AT);
  context.fillText(text, 0, 0);
  context.restore();
}
