import { chromaOf, hueOf, lch } from '../../../core/colour.ts';
import { clamp } from '../../raster/numbers.ts';
import { quantile } from '../../raster/numbers.ts';
import type { Point } from '../../raster/planes.ts';
import { pointsOf } from '../shared/canvas.ts';
import type { Geometry } from '../shared/illustration/features.ts';
import { curve, LIP_FOOT, LIP_TOP, MOUTH_FOOT, MOUTH_TOP } from '../shared/illustration/pen.ts';
import type { SkinTones } from '../shared/illustration/tones.ts';
import { evened, heightAt, rightwards, type Drawing } from './cells.ts';

/** Landmarks at the mouth's corners. */
const CORNERS = [61, 291] as const;

/** Draws the mouth column by column, between the lines of the lips. */
export const drawMouth = (
  { cells, portrait, at, paint }: Drawing,
  skin: SkinTones,
  { lips: own, open, teeth, gap }: Geometry,
): void => {
  const all = (ids: readonly number[]): Point[] => pointsOf(portrait.canvas, ids).map(at);
  const lip = paint(
    lch(
      clamp(own[0] - 0.03, skin.base[0] - 0.24, skin.base[0] - 0.09),
      clamp(chromaOf(own) * 1.15, chromaOf(skin.base) * 1.05, 0.16),
      hueOf(own),
    ),
  );
  const shut = lch(Math.max(0.2, lip[0] - 0.2), chromaOf(lip), hueOf(lip));
  const [lipTop, lipFoot, mouthTop, mouthFoot] = [LIP_TOP, LIP_FOOT, MOUTH_TOP, MOUTH_FOOT].map(
    (ids) => rightwards(curve(all(ids))),
  ) as [Point[], Point[], Point[], Point[]];
  const [start, end] = all(CORNERS).map(([x]) => Math.round(x)) as [number, number];
  const white = lch(clamp(0.84 + 0.16 * (skin.base[0] - 0.4), 0.84, 0.95), 0.012, 85);
  const within = (x: number): boolean => {
    const part = (x - start) / Math.max(1, end - start - 1);
    return 0.16 < part && part < 0.84;
  };
  const columns = Array.from({ length: Math.max(0, end - start) }, (_, k) => start + k);
  // The upper lip is level in so few cells.
  const tops = columns.filter(within).map((x) => Math.round(heightAt(mouthTop, x + 0.5)));
  const first = quantile(tops, 0.5);
  // No single tooth stands out.
  const heights = evened(
    columns.map((x) => (within(x) ? Math.round(heightAt(mouthFoot, x + 0.5)) - first : 0)),
    4,
  ).map((height) => Math.max(1, height));
  const tallest = Math.max(...heights);
  const teethRows = teeth ? (gap && tallest > 1 ? tallest - 1 : tallest) : 0;
  columns.forEach((x, k) => {
    const mid = x + 0.5;
    const line = Math.floor((heightAt(mouthTop, mid) + heightAt(mouthFoot, mid)) / 2);
    const inner = within(x);
    if (open && inner) {
      const bottom = first + heights[k];
      for (let y = first; y < bottom; y += 1)
        cells.put(x, y, y - first < teethRows ? white : gap ? shut : lip);
      if (heightAt(mouthTop, mid) - heightAt(lipTop, mid) > 0.5) cells.put(x, first - 1, lip);
      if (heightAt(lipFoot, mid) - heightAt(mouthFoot, mid) > 0.45) cells.put(x, bottom, lip);
    } else {
      cells.put(x, line, shut);
      if (inner && heightAt(lipFoot, mid) - line > 1.2) cells.put(x, line + 1, lip);
      if (inner && line - heightAt(lipTop, mid) > 0.8) cells.put(x, line - 1, lip);
    }
  });
};
