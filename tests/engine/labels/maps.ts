import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

import { LABELS } from '../../../renderer/engine/photo/labels.ts';
import { bytesOf } from '../harness.ts';
import { COLOURS, UNDECIDED } from './labels.ts';

/** The folder of the portraits' maps, corrected by hand; in `people` are the drawn people's, exact. */
export const MAPS = fileURLToPath(new URL('.', import.meta.url));

/** What each pixel of a picture shows, as indexes of `LABELS`. */
export interface LabelMap {
  readonly width: number;
  readonly height: number;
  readonly labels: Uint8Array;
}

/** The labels of a map on disk by its colours; a pixel of a colour that no label has is undecided. */
export const readMap = async (page: Page, path: string): Promise<LabelMap> => {
  const { width, height, data } = await page.evaluate(
    async (png) => {
      const { base64, file, pixels } = window.harness;
      const { width, height, data } = await pixels(await file(png));
      return { width, height, data: await base64(new Blob([data])) };
    },
    `data:image/png;base64,${readFileSync(path, 'base64')}`,
  );
  const rgba = bytesOf(data);
  const labelOf = new Map(LABELS.map((label, k) => [COLOURS[label].join(), k]));
  const labels = Uint8Array.from(
    { length: width * height },
    (_, i) => labelOf.get(rgba.subarray(4 * i, 4 * i + 3).join()) ?? UNDECIDED,
  );
  return { width, height, labels };
};

/** The labels that the engine gives a photo. */
export const engineLabels = async (
  page: Page,
  photo: string,
  { width, height }: Pick<LabelMap, 'width' | 'height'>,
): Promise<Uint8Array> => {
  const labels = await page.evaluate(
    async ({ photo, width, height }) => {
      const { base64, file, labelsOf } = window.harness;
      return base64(new Blob([await labelsOf(await file(photo), { width, height })]));
    },
    { photo, width, height },
  );
  return bytesOf(labels);
};
