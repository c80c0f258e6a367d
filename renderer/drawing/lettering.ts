import { contrastOn, cssOf, legible, mix, type Rgb255 } from '../core/banners/colour.ts';
import type { Words } from '../core/banners/plan.ts';
import { t } from '../i18n/index.ts';
import { meanOf, type Scene } from './grounds.ts';
import { FILM } from './painters.ts';
import { writeLine } from './type-faces.ts';

/** The minimum of WCAG 2 AA for small text; large text needs less but gets the same. */
export const LEAST_CONTRAST = 4.5;
const FILM_INK: Rgb255 = [244, 238, 228];

/** The inks to choose from. On the film of a sheet there is only one. */
const inksOfLayout = ({ plan: { layout }, palette, ground }: Scene) => {
  const { dark, paper } = palette;
  if (layout === 'sheet') return [{ ink: FILM_INK, shade: FILM }];
  const middle = meanOf(ground);
  return [
    { ink: dark, shade: mix(middle, paper, 0.85) },
    { ink: paper, shade: mix(middle, dark, 0.88) },
  ];
};

/** The current pixels below some words. */
function under({ context, plan }: Scene, { box }: Words): Uint8ClampedArray {
  const scale = context.getTransform().a;
  const x = Math.max(0, Math.floor(box.x * scale));
  const y = Math.max(0, Math.floor(box.y * scale));
  const width = Math.min(Math.ceil(box.width * scale), Math.floor(plan.width * scale) - x);
  const height = Math.min(Math.ceil(box.height * scale), Math.floor(plan.height * scale) - y);
  const { data } = context.getImageData(x, y, Math.max(1, width), Math.max(1, height));
  // Takes every pixel of a small box, a sample of a large one.
  const every = Math.max(1, Math.floor(data.length / 4 / 1_500));
  if (every === 1) return data;
  const some = new Uint8ClampedArray(Math.floor(data.length / 4 / every) * 4);
  for (let at = 0; at * 4 < some.length; at++)
    some.set(data.subarray(at * every * 4, at * every * 4 + 4), at * 4);
  return some;
}

/** Paints a soft patch of colour below some words, which fades out just beyond them. */
function patch(
  { context, plan }: Scene,
  { box, size }: Words,
  colour: Rgb255,
  alpha: number,
): void {
  const soft = Math.max(size * 0.5, plan.height * 0.05);
  const scale = context.getTransform().a;
  context.save();
  // Only the shadow is drawn: it is the one blur that every browser supports.
  const away = plan.width * 4;
  context.shadowColor = cssOf(colour, alpha);
  context.shadowBlur = 2 * soft * scale;
  context.shadowOffsetX = away * scale;
  context.fillStyle = '#000';
  context.fillRect(
    box.x - away - soft * 2,
    box.y - soft * 1.6,
    box.width + soft * 4,
    box.height + soft * 3.2,
  );
  context.restore();
}

/** The WCAG 2 contrast of each text with what is below it. */
export type Contrasts = Partial<Record<Words['part'], number>>;

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * Writes a banner's words in the layout's most legible ink. Where the ground would leave less than
 * LEAST_CONTRAST, it first lays soft patches below them. Stores the contrasts reached in
 * `contrasts`.
 */
export function write(scene: Scene, some: readonly Words[], contrasts: Contrasts): void {
  if (some.length === 0) return;
  const { context } = scene;
  const inks = inksOfLayout(scene);
  const samples = some.map((words) => under(scene, words));
  // All words share one ink: the one that needs the least help overall.
  const [best] = inks
    .map((ink) => ({
      ink,
      shades: samples.map((pixels) => legible(pixels, [ink], LEAST_CONTRAST).alpha),
    }))
    .sort((a, b) => total(a.shades) - total(b.shades));
  if (!best) return;
  const { ink: chosen, shades } = best;
  // All patches are painted before the words, which they would veil.
  for (const [at, words] of some.entries()) {
    let alpha = shades[at] ?? 0;
    let reads = contrastOn(samples[at] ?? [], chosen.ink);
    for (let round = 0; alpha > 0 && reads < LEAST_CONTRAST && round < 8; round++) {
      patch(scene, words, chosen.shade, alpha);
      reads = contrastOn(under(scene, words), chosen.ink);
      alpha = Math.max(0.15, alpha * 0.6);
    }
  }
  for (const words of some) contrasts[words.part] = contrastOn(under(scene, words), chosen.ink);
  context.fillStyle = cssOf(chosen.ink);
  for (const words of some)
    for (const { text, x, baseline } of words.lines)
      writeLine(context, text, words.face, { x, baseline, size: words.size }, words.align);
  for (const { x, y, width, height } of scene.plan.rules) {
    context.fillStyle = cssOf(chosen.ink, 0.5);
    context.fillRect(x, y, width, height);
  }
}

const PREVIEW = t('LIKENESS PREVIEW');

/** Marks the canvas as a preview. */
export function watermark({
  context,
  plan: { width, height },
}: Pick<Scene, 'context'> & {
  readonly plan: { readonly width: number; readonly height: number };
}): void {
  const size = Math.max(13, height / 18);
  context.save();
  context.rotate(-0.36);
  for (let row = -2; row * size * 4 < height + width; row++)
    for (let x = -height; x < width + height; x += size * 15) {
      const left = x + (row % 2) * size * 7;
      const baseline = row * size * 4;
      const shadow = { x: left + 1, baseline: baseline + 1, size };
      context.fillStyle = 'rgb(0 0 0 / 0.24)';
      writeLine(context, PREVIEW, 'mono', shadow, 'left');
      context.fillStyle = 'rgb(255 255 255 / 0.5)';
      writeLine(context, PREVIEW, 'mono', { x: left, baseline, size }, 'left');
    }
  context.restore();
}
