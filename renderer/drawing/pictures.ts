import { cssOf, hexOf, mix, ofOklch, oklchOf, type Rgb255 } from '../core/banners/colour.ts';
import type { Frame } from '../core/banners/plan.ts';
import type { Rect } from '../core/banners/sizes.ts';
import { squareOf, within, type Context } from './canvas.ts';
import type { Scene } from './grounds.ts';
import type { Material } from './material.ts';
import { writeLine } from './type-faces.ts';

/** The colour of the numbers along the film's edge. */
export const EDGE_PRINT: Rgb255 = [217, 162, 74];

/** Draws the cut-out person where the plan has one. */
export function drawPerson({ context, plan, material }: Scene): void {
  const { portrait } = plan;
  if (!portrait) return;
  context.imageSmoothingQuality = 'medium';
  context.drawImage(material.person, portrait.x, portrait.y, portrait.size, portrait.size);
}

/** The two ends that a picture's luminance maps to: one ink on one paper. */
export type Duotone = readonly [dark: Rgb255, light: Rgb255];

/**
 * A picture by its index, which wraps around, printed in two inks if given. The material caches
 * the prints.
 */
export function printed({ pictures, prints }: Material, which: number, inks: Duotone | undefined) {
  const picture = pictures[which % pictures.length];
  if (!picture) throw new RangeError('no picture');
  if (!inks) return picture;
  const name = `${String(which % pictures.length)} ${inks.map(hexOf).join(' ')}`;
  const kept = prints.get(name);
  if (kept) return kept;
  const edge = Math.min(768, picture.width);
  const { canvas, context } = squareOf(picture, edge);
  const data = context.getImageData(0, 0, edge, edge);
  const table = Array.from({ length: 256 }, (_, light) => {
    const soft = light / 255;
    return mix(inks[0], inks[1], soft * soft * (3 - 2 * soft));
  });
  for (let at = 0; at < data.data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [data.data[at], data.data[at + 1], data.data[at + 2]];
    data.data.set(table[Math.round(0.3 * red + 0.59 * green + 0.11 * blue)] ?? inks[1], at);
  }
  context.putImageData(data, 0, 0);
  prints.set(name, canvas);
  return canvas;
}

/** Draws a frame's picture, clipped to the frame. */
export function drawFrame(scene: Scene, frame: Frame, inks?: Duotone): void {
  const { context, material } = scene;
  const { which } = frame;
  const { x, y, size } = frame.picture;
  within(context, frame, () => {
    context.imageSmoothingQuality = 'medium';
    context.drawImage(printed(material, which, inks), x, y, size, size);
  });
}

/** If there is only one picture, neighbouring frames are printed in different inks. */
export function inksFor(
  { material, palette }: Pick<Scene, 'material' | 'palette'>,
  which: number,
): Duotone | undefined {
  if (material.pictures.length > 1) return undefined;
  const { dark, paper, accent, ground } = palette;
  const { hue } = oklchOf(accent);
  const deep = ofOklch({ lightness: 0.24, chroma: 0.07, hue: oklchOf(ground).hue });
  return [
    undefined,
    [dark, paper] as const,
    undefined,
    [deep, ofOklch({ lightness: 0.84, chroma: 0.12, hue })] as const,
    undefined,
    [ofOklch({ lightness: 0.3, chroma: 0.1, hue: hue + 0.45 }), paper] as const,
  ][which % 6];
}

/**
 * Writes a frame's number above and below it, as on the edge of a film.
 * @param strip the film strip's height, which sets the type size
 */
export function edgePrint(scene: Scene, frame: Rect, number: number, strip: number): void {
  const { context } = scene;
  const size = strip * 0.036;
  context.fillStyle = cssOf(EDGE_PRINT);
  const x = frame.x + size * 0.2;
  const above = { x, baseline: frame.y - size * 0.85, size };
  const below = { x, baseline: frame.y + frame.height + size * 1.65, size };
  writeLine(context, `▸ ${String(number)}`, 'mono', above, 'left');
  writeLine(context, `${String(number)}A`, 'mono', below, 'left');
}

/** Sets a warm black shadow for what is drawn next. `blur` and `drop` are in pixels. */
export const shadow = (context: Context, blur: number, drop: number, alpha: number): void => {
  context.shadowColor = `rgb(26 23 20 / ${String(alpha)})`;
  context.shadowBlur = blur;
  context.shadowOffsetY = drop;
};
