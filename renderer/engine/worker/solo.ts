import type { Analysis } from './analysis.ts';
import { shareOf } from './matte/owners.ts';
import { bilinear } from './matte/planes.ts';

/**
 * The analysis as if person `face` (a place in `faces`) were alone: the others are cut away. Its id
 * is its own, so that what is kept of the photo on the GPU is kept for each person apart.
 */
export function soloOf(analysis: Analysis, face: number): Analysis {
  const { owners, width, height } = analysis;
  if (!owners) return analysis;
  const share = shareOf(owners, face + 1);
  const columns = bilinear(share.width, width);
  const rows = bilinear(share.height, height);
  const person = new Uint8ClampedArray(analysis.person);
  for (let y = 0; y < height; y += 1) {
    const row = (rows.index[y] as number) * share.width;
    const fy = rows.fraction[y] as number;
    for (let x = 0, p = y * width * 4 + 3; x < width; x += 1, p += 4) {
      if (person[p] === 0) continue;
      const at = row + (columns.index[x] as number);
      const fx = columns.fraction[x] as number;
      const upper = (share.data[at] as number) * (1 - fx) + (share.data[at + 1] as number) * fx;
      const lower =
        (share.data[at + share.width] as number) * (1 - fx) +
        (share.data[at + share.width + 1] as number) * fx;
      person[p] = (person[p] as number) * (upper * (1 - fy) + lower * fy);
    }
  }
  return { ...analysis, id: soloId(analysis.id, face), person };
}

export const soloId = (id: string, face: number): string => `${id}/${String(face)}`;
