import { labDistance, labOf, type Lab } from '../../../renderer/core/colour.ts';
import { labelsFrame } from '../../../renderer/engine/faces/parser.ts';
import { LABELS, type Label } from '../../../renderer/engine/photo/labels.ts';
import { sampled } from '../../../renderer/engine/raster/planes.ts';
import { shapesOf } from '../../../renderer/engine/styles/shared/illustration/shapes.ts';
import { litLab } from '../../../renderer/engine/styles/shared/labs.ts';
import { UNDECIDED } from '../labels/labels.ts';
import { portraitIn } from './lab.ts';

/**
 * The likeliest label at each pixel of a photo on a grid of this size, row by row: background where
 * the matte is empty, undecided beyond the parser's square.
 */
export async function labelsOf(
  photo: Blob,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { analysis } = await portraitIn(photo);
  const { n, planes } = analysis.labels;
  const [face] = analysis.faces;
  if (!face) throw new Error('no face');
  const frame = labelsFrame(face);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const px = (((i % width) + 0.5) * analysis.width) / width;
    const py = ((Math.floor(i / width) + 0.5) * analysis.height) / height;
    const at = Math.floor(py) * analysis.width + Math.floor(px);
    if ((analysis.person[4 * at + 3] ?? 0) < 128) return LABELS.indexOf('background');
    const x = frame.a * px + frame.c * py + frame.e;
    const y = frame.b * px + frame.d * py + frame.f;
    if (x < 0 || y < 0 || x >= n || y >= n) return UNDECIDED;
    let [best, most] = [UNDECIDED, 0];
    LABELS.forEach((label, k) => {
      const likely = label === 'background' ? 0 : sampled(planes[label], n, x - 0.5, y - 0.5);
      if (likely > most) [best, most] = [k, likely];
    });
    return best;
  });
}

/**
 * How far skin and hair as drawn in flat shapes are from where light falls on them in the photo, by a
 * map of its labels: OKLab distances times 100.
 */
export async function tonesOff(
  photo: Blob,
  map: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<{ readonly skin: number; readonly hair: number }> {
  const { analysis, portrait } = await portraitIn(photo);
  const { skin, hairColours } = shapesOf(portrait);
  const off = (label: Label, drawn: Lab): number => {
    const labs: Lab[] = [];
    map.forEach((own, i) => {
      if (LABELS[own] !== label) return;
      const x = Math.floor((((i % width) + 0.5) * analysis.width) / width);
      const y = Math.floor(((Math.floor(i / width) + 0.5) * analysis.height) / height);
      const [r = 0, g = 0, b = 0] = analysis.photo.subarray(4 * (y * analysis.width + x));
      labs.push(labOf([r / 255, g / 255, b / 255]));
    });
    return labs.length > 0 ? 100 * labDistance(litLab(labs), drawn) : Number.NaN;
  };
  return { skin: off('face skin', skin.base), hair: off('scalp hair', hairColours[0]) };
}
