import type { Analysis } from '../../../renderer/engine/photo/analysis.ts';
import type { Frame } from '../../../renderer/engine/photo/frame.ts';
import { canvasOf } from '../../../renderer/engine/photo/picture.ts';
import { sampled, type Square } from '../../../renderer/engine/raster/planes.ts';
import { beardOf } from '../../../renderer/engine/styles/shared/illustration/beard.ts';
import { bodyOf } from '../../../renderer/engine/styles/shared/illustration/body.ts';
import { drawGlasses } from '../../../renderer/engine/styles/shared/illustration/glasses.ts';
import { hairShapesOf } from '../../../renderer/engine/styles/shared/illustration/hair.ts';
import type { Portrait } from '../../../renderer/engine/styles/shared/portrait.ts';
import { thumbOf } from '../../../renderer/engine/styles/shared/thumb.ts';
import { LABELS, UNDECIDED, type Label } from '../labels/labels.ts';
import { portraitIn } from './lab.ts';

/** How likely each label is at each texel of a square; a label that nothing looks for has no plane. */
interface LabelMap {
  readonly n: number;
  /** Maps the working picture to the square. */
  readonly frame: Frame;
  readonly planes: Readonly<Partial<Record<Label, Square>>>;
}

/** Texels of such a map to one of the portrait's canvas, so that the matte keeps its outline. */
const FINER = 4;

/** What the portrait's regions and shapes say, within the matte; beards lie on skin, frames on all. */
function labelMapOf(analysis: Analysis, portrait: Portrait): LabelMap {
  const { canvas, regions, spectacles } = portrait;
  const n = FINER * canvas.n;
  const frame = Object.fromEntries(
    Object.entries(portrait.frame).map(([key, value]) => [key, FINER * value]),
  ) as unknown as Frame;
  const { rgba } = thumbOf(analysis, frame, n, n);
  const alpha = Float32Array.from({ length: n * n }, (_, i) => rgba[4 * i + 3] ?? 0);
  /** A plane of the canvas, enlarged, where the person is. */
  const fine = (plane: Square): Square =>
    alpha.map((v, i) => {
      const x = ((i % n) + 0.5) / FINER - 0.5;
      const y = (Math.floor(i / n) + 0.5) / FINER - 0.5;
      return v < 0.5 ? 0 : sampled(plane, canvas.n, x, y);
    });
  const body = bodyOf(portrait);
  const [face, beard] = [regions.face, beardOf(canvas).plane];
  const worn = hairShapesOf(body).hat.length > 0;
  const hair = fine(body.hair);
  const none = (): Square => new Float32Array(n * n);
  const { context: pen } = canvasOf(n, n);
  pen.scale(FINER, FINER);
  if (spectacles) drawGlasses(pen, portrait, spectacles);
  const frames = pen.getImageData(0, 0, n, n).data;
  return {
    n,
    frame,
    planes: {
      background: alpha.map((v) => (v < 0.5 ? 1 : 0)),
      'face skin': fine(body.bare.map((v, i) => v * (face[i] ?? 0))),
      'other skin': fine(body.bare.map((v, i) => v * (1 - (face[i] ?? 0)))),
      'scalp hair': worn ? none() : hair,
      headwear: worn ? hair : none(),
      'facial hair': fine(beard).map((v) => (v > 0.5 ? 2 : 0)),
      spectacles: alpha.map((_, i) => ((frames[4 * i + 3] ?? 0) > 127 ? 3 : 0)),
      clothes: fine(body.clothes),
    },
  };
}

/** The likeliest label at each pixel of the whole picture, scaled to a size, row by row. */
function labelsOn(
  { width, height }: { readonly width: number; readonly height: number },
  { n, frame, planes }: LabelMap,
  picture: { readonly width: number; readonly height: number },
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const px = (((i % width) + 0.5) * picture.width) / width;
    const py = ((Math.floor(i / width) + 0.5) * picture.height) / height;
    const x = Math.floor(frame.a * px + frame.c * py + frame.e);
    const y = Math.floor(frame.b * px + frame.d * py + frame.f);
    if (x < 0 || y < 0 || x >= n || y >= n) return UNDECIDED;
    let [best, most] = [UNDECIDED, 0];
    LABELS.forEach((label, k) => {
      const likely = planes[label]?.[y * n + x] ?? 0;
      if (likely > most) [best, most] = [k, likely];
    });
    return best;
  });
}

/** The engine's labels of a photo on a grid of this size, and which labels it looks for. */
export async function labelsOf(
  photo: Blob,
  size: { readonly width: number; readonly height: number },
): Promise<{ labels: Uint8Array<ArrayBuffer>; known: Label[] }> {
  const { analysis, portrait } = await portraitIn(photo);
  const map = labelMapOf(analysis, portrait);
  return {
    labels: labelsOn(size, map, analysis),
    known: LABELS.filter((label) => map.planes[label] !== undefined),
  };
}
