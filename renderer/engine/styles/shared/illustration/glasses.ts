import { chromaOf, hueOf, lch, type Lab } from '../../../../core/colour.ts';
import { smoothstep } from '../../../raster/numbers.ts';
import { clamp } from '../../../raster/numbers.ts';
import { sampled, type Point } from '../../../raster/planes.ts';
import { medianLab, pointOf } from '../canvas.ts';
import type { Portrait } from '../portrait.ts';
import { fromClose } from '../portrait.ts';
import { rimOf, type Spectacles } from '../spectacles.ts';
import { css, curve, distance, fill, mix, stroke, type Pen } from './pen.ts';

export const drawGlasses = (pen: Pen, portrait: Portrait, glasses: Spectacles): void => {
  const { canvas, close } = portrait;
  const w = canvas.width;
  const { n } = close;
  const rims = ([-1, 1] as const).map((s) => rimOf(glasses, s));
  const around = rims
    .flat()
    .map(([x, y]): Lab => [
      sampled(close.L, n, x, y),
      sampled(close.a, n, x, y),
      sampled(close.b, n, x, y),
    ]);
  around.sort((p, q) => p[0] - q[0]);
  const seen = medianLab(around.slice(0, around.length >> 1));
  const frame = lch(clamp(seen[0] * 0.9, 0.18, 0.55), Math.min(chromaOf(seen), 0.1), hueOf(seen));
  const upper = clamp(0.016 + 0.12 * (glasses.upper - 0.03), 0.015, 0.034) * w;
  const lower =
    glasses.lower > 0.016
      ? clamp(0.014 + 0.12 * (glasses.lower - 0.03), 0.01, 0.03) * w
      : 0.006 * w;
  const to = (x: number, y: number): Point =>
    fromClose(
      portrait,
      glasses.middle[0] + glasses.across[0] * x + glasses.down[0] * y,
      glasses.middle[1] + glasses.across[1] * x + glasses.down[1] * y,
    );
  rims.forEach((rim, k) => {
    const side = k === 0 ? -1 : 1;
    const [dx, dy, a, b] = glasses.shapes[side < 0 ? 0 : 1];
    const ring = rim.map(([x, y]) => fromClose(portrait, x, y));
    fill(pen, ring, [1, 0, 0], 0.05);
    const centre: Point = [
      ring.reduce((s, [x]) => s + x, 0) / ring.length,
      ring.reduce((s, [, y]) => s + y, 0) / ring.length,
    ];
    const wideAt = (i: number): number =>
      lower + (upper - lower) * smoothstep(-0.25, 0.25, -Math.sin((2 * Math.PI * i) / ring.length));
    const offset = (sign: number): Point[] =>
      ring.map((p, i) => {
        const d = distance(p, centre) || 1;
        return mix(centre, p, 1 + (sign * wideAt(i)) / 2 / d);
      });
    pen.beginPath();
    for (const line of [curve(offset(1), true), curve(offset(-1), true)]) {
      line.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.closePath();
    }
    pen.fillStyle = css(frame);
    pen.fill('evenodd');
    const hinge = to(side * (dx + a * 0.98), dy - b * 0.35);
    const ear = pointOf(canvas, side < 0 ? 234 : 454);
    if ((ear[0] - hinge[0]) * side > 0.02 * w)
      stroke(pen, [hinge, [ear[0], hinge[1] + 0.02 * w]], upper * 0.9, frame, () => 1);
  });
  const bow = 0.012 * close.width;
  const [left, right] = glasses.shapes.map(([dx, , a]) => dx - a * 0.97) as [number, number];
  stroke(
    pen,
    curve([
      to(-left, glasses.bridge + bow),
      to(0, glasses.bridge - bow),
      to(right, glasses.bridge + bow),
    ]),
    upper * 0.85,
    frame,
    () => 1,
  );
};
