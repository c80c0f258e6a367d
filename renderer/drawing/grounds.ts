import { cssOf, luminance, ofOklch, oklchOf, rgbOf, type Rgb255 } from '../core/banners/colour.ts';
import type { BannerDesign } from '../core/banners/design.ts';
import type { BannerPlan } from '../core/banners/plan.ts';
import type { Rect } from '../core/banners/sizes.ts';
import { flatGround, GRID, inksOf, tonedGround, type Palette } from '../core/banners/subject.ts';
import { numbers, sheetOf, squareOf, type Context } from './canvas.ts';
import type { Material } from './material.ts';

/** What a banner is painted on and from. */
export interface Scene {
  readonly context: Context;
  readonly plan: BannerPlan;
  readonly material: Material;
  readonly palette: Palette;
  readonly ground: Uint8ClampedArray<ArrayBuffer>;
  readonly tone: BannerDesign['tone'];
}

/** Where a ground is painted. */
interface Surface extends Pick<Scene, 'context' | 'ground'> {
  readonly plan: Pick<BannerPlan, 'width' | 'height'>;
}

/** The ground's own colours, or those that the tone makes of them. */
export function toned(
  { tone, ground: own }: Pick<BannerDesign, 'tone' | 'ground'>,
  { ground, palette }: Material,
) {
  if (tone === 'light') return { ground: tonedGround(ground, palette.paper, 0.78), palette };
  if (tone === 'dark') return { ground: tonedGround(ground, palette.dark, 0.84), palette };
  if (tone === 'own') {
    const colour = rgbOf(own);
    return {
      ground: flatGround(colour),
      palette: { ...palette, ground: colour, ...inksOf(colour) },
    };
  }
  return { ground, palette };
}

/** The mean colour of RGBA cells. */
export const meanOf = (ground: Uint8ClampedArray): Rgb255 => {
  const sum = [0, 0, 0];
  for (let at = 0; at < ground.length; at += 4)
    for (let part = 0; part < 3; part++) sum[part] = (sum[part] ?? 0) + (ground[at + part] ?? 0);
  const cells = ground.length / 4;
  return [(sum[0] ?? 0) / cells, (sum[1] ?? 0) / cells, (sum[2] ?? 0) / cells];
};

/** Fills the whole banner with the ground. Enlarges in steps: in one step, cells would show. */
export function fillGround({ context, plan: { width, height }, ground }: Surface): void {
  const cells = sheetOf(GRID, GRID);
  cells.context.putImageData(new ImageData(ground, GRID, GRID), 0, 0);
  let { canvas } = cells;
  for (let edge = GRID * 4; edge <= 1024; edge *= 4) ({ canvas } = squareOf(canvas, edge));
  const side = Math.max(width, height);
  context.imageSmoothingQuality = 'medium';
  context.drawImage(canvas, 0, (height - side) * 0.4, side, side);
}

/** Adds fine grain, which also hides the banding of a long gradient. */
export function grain(
  { context, plan: { width, height } }: Omit<Surface, 'ground'>,
  strength: number,
): void {
  const tile = sheetOf(160, 160);
  const data = tile.context.createImageData(160, 160);
  const next = numbers(11);
  for (let at = 0; at < data.data.length; at += 4) {
    data.data.fill(next() < 0.5 ? 0 : 255, at, at + 3);
    data.data[at + 3] = next() * 255 * strength;
  }
  tile.context.putImageData(data, 0, 0);
  const pattern = context.createPattern(tile.canvas, 'repeat');
  if (!pattern) return;
  context.fillStyle = pattern;
  context.fillRect(0, 0, width, height);
}

/** Maps 0..1 to x, from the side where lines begin to the opposite side. */
export const along = ({ mirrored, width }: BannerPlan, share: number): number =>
  mirrored ? width * (1 - share) : width * share;

/** Veils the side with the words, in the ground's own light or dark tone. */
export function veil(scene: Scene, strength: number, until: number): void {
  const { context, plan, palette, ground } = scene;
  const colour = luminance(meanOf(ground)) > 0.3 ? palette.paper : palette.dark;
  const gradient = context.createLinearGradient(along(plan, 0), 0, along(plan, until), 0);
  gradient.addColorStop(0, cssOf(colour, strength));
  gradient.addColorStop(0.55, cssOf(colour, strength * 0.62));
  gradient.addColorStop(1, cssOf(colour, 0));
  context.fillStyle = gradient;
  context.fillRect(0, 0, plan.width, plan.height);
}

/** Draws dots on a tilted grid, smaller away from the upper corner opposite the words. */
export function dots(scene: Scene): void {
  const { context, plan, palette, ground } = scene;
  const { width, height } = plan;
  const bright = luminance(meanOf(ground)) > 0.62;
  context.fillStyle = bright ? cssOf(palette.accent, 0.34) : cssOf(palette.paper, 0.46);
  const step = Math.max(8, height / 24);
  const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];
  const most = Math.ceil(Math.hypot(width, height) / step);
  const far = { x: along(plan, 1.04), y: height * 0.12 };
  context.beginPath();
  for (let i = -most; i <= most; i++)
    for (let j = -most; j <= most; j++) {
      const x = (i * cos - j * sin) * step;
      const y = (i * sin + j * cos) * step;
      if (x < -step || y < -step || x > width + step || y > height + step) continue;
      const near = 1 - Math.hypot((x - far.x) / (width * 0.77), (y - far.y) / (height * 1.52));
      const radius = near * step * 0.49;
      if (radius < step * 0.035) continue;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  context.fill();
}

/** Draws triangles over the ground, each a little lighter or darker than the ground below it. */
export function facets(scene: Scene): void {
  const { context, plan, ground } = scene;
  const { width, height } = plan;
  const cell = height / 2.6;
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const next = numbers(23);
  const points = Array.from({ length: columns * rows }, (_, at) => ({
    x: ((at % columns) - 0.5 + (next() - 0.5) * 0.8) * cell,
    y: (Math.floor(at / columns) - 0.5 + (next() - 0.5) * 0.8) * cell,
  }));
  const side = Math.max(width, height);
  const colourAt = (x: number, y: number): Rgb255 => {
    const column = Math.min(GRID - 1, Math.max(0, Math.floor((x / side) * GRID)));
    const row = Math.min(
      GRID - 1,
      Math.max(0, Math.floor(((y - (height - side) * 0.4) / side) * GRID)),
    );
    const at = (row * GRID + column) * 4;
    return [ground[at] ?? 0, ground[at + 1] ?? 0, ground[at + 2] ?? 0];
  };
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column;
      const corners = [points[at], points[at + 1], points[at + columns], points[at + columns + 1]];
      const [a, b, c, d] = corners;
      if (!a || !b || !c || !d) continue;
      for (const triangle of (row + column) % 2 === 0
        ? [
            [a, b, c],
            [b, d, c],
          ]
        : [
            [a, b, d],
            [a, d, c],
          ]) {
        const x = triangle.reduce((sum, point) => sum + point.x, 0) / 3;
        const y = triangle.reduce((sum, point) => sum + point.y, 0) / 3;
        const own = oklchOf(colourAt(x, y));
        const colour = ofOklch({
          ...own,
          lightness: Math.min(1, Math.max(0, own.lightness + (next() - 0.5) * 0.13)),
        });
        context.fillStyle = context.strokeStyle = cssOf(colour);
        context.lineWidth = 1;
        context.beginPath();
        for (const [corner, point] of triangle.entries())
          if (corner === 0) context.moveTo(point.x, point.y);
          else context.lineTo(point.x, point.y);
        context.closePath();
        context.fill();
        context.stroke();
      }
    }
}

export function fill({ context }: Scene, colour: Rgb255, { x, y, width, height }: Rect): void {
  context.fillStyle = cssOf(colour);
  context.fillRect(x, y, width, height);
}
export const whole = ({ plan: { width, height } }: Scene): Rect => ({ x: 0, y: 0, width, height });
