import { apply, invert, type Frame } from '../../photo/frame.ts';
import type { FaceLabels, Label } from '../../photo/labels.ts';
import { guidedBy } from '../../raster/guided-filter.ts';
import { areasOf, greatest, withoutSpecks, type Areas } from '../../raster/label.ts';
import { sampled, type Square } from '../../raster/planes.ts';
import { filled, pointOf, pointsOf, type PortraitCanvas } from './canvas.ts';
import { CROWN, OVAL } from './mesh.ts';

/**
 * What each texel of a portrait's canvas shows, as masks of 0 or 1, from the parser's labels and the
 * matte. Every texel of the person is in one of skin, hair, beard and clothes.
 */
export interface PersonMasks {
  /** The face's oval, whatever covers it. */
  readonly face: Square;
  /** Bare skin. What jewellery and spectacles lie on counts as if they weren't there. */
  readonly skin: Square;
  /** Hair of the scalp. */
  readonly hair: Square;
  /** Facial hair. */
  readonly beard: Square;
  /** Clothes, and what is worn on the head. */
  readonly clothes: Square;
  /** Hardly any hair and no hat is on the crown. */
  readonly bald: boolean;
}

const MASKS = ['skin', 'hair', 'beard', 'clothes'] as const;

/** The masks that each label belongs to. */
const LABELS_OF: Readonly<Record<(typeof MASKS)[number], readonly Label[]>> = {
  skin: ['face skin', 'other skin'],
  hair: ['scalp hair'],
  beard: ['facial hair'],
  clothes: ['clothes', 'headwear'],
};

/** Below this alpha a texel isn't the person's. */
const FAINT = 0.3;

/** Radius in face widths and strength of the filter that moves the labels' borders onto edges. */
const RADIUS = 0.025;
const EPSILON = 4e-4;

/** Smallest part of a mask, in squares of the face's width, before it goes to what is around it. */
const SMALLEST = 0.012;

/**
 * The least mean probability of a patch of hair, and of one on a bald head, which may be shaved. On
 * 1,112 labelled portraits it leaves out 62 of 83 patches that aren't hair and 25 of 1,009 that are;
 * on the bald heads among them, all of 24 and 24 of 46.
 */
const HAIR = { any: 0.73, bald: 0.83 } as const;

/**
 * The least probability of a texel of facial hair, and the least mean of a patch of them: shadows and
 * stains are less sure than beards. Of 874 portraits without a beard 7 have such a patch, of 55 with
 * one, mostly small moustaches, 37.
 */
const BEARD = { texel: 0.3, patch: 0.545 } as const;

/** The share of the crown that is covered at most on a bald head. */
const BARE = 0.3;

/** Where the mirrored picture goes on beyond its border, as `thumbOf` continues the body. */
const mirrored = (v: number, length: number): number =>
  v < 0 ? -v : v > length ? 2 * length - v : v;

/**
 * How likely each texel of a square of `n` texels shows skin, hair, beard and clothes.
 * @param own maps the working picture to the labels' square
 * @param frame maps it to the square
 * @param picture size of the working picture
 */
export const planesOn = (
  { n: from, planes }: FaceLabels,
  own: Frame,
  n: number,
  frame: Frame,
  picture: { readonly width: number; readonly height: number },
): readonly Square[] => {
  const back = invert(frame);
  const made = MASKS.map((): Square => new Float32Array(n * n));
  for (let y = 0; y < n; y += 1)
    for (let x = 0; x < n; x += 1) {
      const [px, py] = apply(back, x + 0.5, y + 0.5);
      const [lx, ly] = apply(
        own,
        mirrored(px, picture.width),
        Math.min(mirrored(py, picture.height), picture.height),
      );
      const at = (label: Label): number => sampled(planes[label], from, lx - 0.5, ly - 0.5);
      MASKS.forEach((mask, k) => {
        made[k][y * n + x] = LABELS_OF[mask].reduce((sum, label) => sum + at(label), 0);
      });
    }
  return made;
};

/** What each texel of the canvas shows; see `planesOn` for the parameters. */
export const personOn = (
  canvas: PortraitCanvas,
  labels: FaceLabels,
  own: Frame,
  frame: Frame,
  picture: { readonly width: number; readonly height: number },
): PersonMasks => {
  const { n, alpha, width, L } = canvas;
  const filter = guidedBy(L, n, Math.max(1, Math.round(RADIUS * width)), EPSILON);
  const planes = planesOn(labels, own, n, frame, picture).map(filter);
  const bare = planes.map((plane, k) => (MASKS[k] === 'beard' ? new Float32Array(n * n) : plane));
  const best = greatest(bare, (i) => alpha[i] > FAINT);
  dropHair(best, planes, canvas);
  addBeard(best, planes, n);
  withoutSpecks(best, n, SMALLEST * width * width);
  const [skin, hair, beard, clothes] = MASKS.map((_, k) =>
    alpha.map((_, i) => (best[i] === k ? 1 : 0)),
  );
  const face = filled(n, pointsOf(canvas, OVAL));
  return { face, skin, hair, beard, clothes, bald: isBald(canvas, best) };
};

/** The sum of a plane over each area. */
const sumsIn = ({ at, sizes }: Areas, plane: Square): Float64Array => {
  const sums = new Float64Array(sizes.length);
  for (let i = 0; i < plane.length; i += 1) sums[at[i]] += plane[i];
  return sums;
};

/** Gives patches of hair that aren't sure enough to skin or clothes, whichever is likelier there. */
const dropHair = (best: Int8Array, planes: readonly Square[], canvas: PortraitCanvas): void => {
  const areas = areasOf(best, canvas.n);
  const least = isBald(canvas, best) ? HAIR.bald : HAIR.any;
  const [skin, hair, , clothes] = planes.map((plane) => sumsIn(areas, plane));
  areas.at.forEach((area, i) => {
    if (MASKS[best[i]] === 'hair' && hair[area] < least * areas.sizes[area])
      best[i] = MASKS.indexOf(skin[area] > clothes[area] ? 'skin' : 'clothes');
  });
};

/** Puts the patches of facial hair that are sure enough in `best`, which has been made without. */
const addBeard = (best: Int8Array, planes: readonly Square[], n: number): void => {
  const k = MASKS.indexOf('beard');
  const near = best.map((one, i) => {
    const least = one > 0 ? planes[one][i] : BEARD.texel;
    return one >= 0 && planes[k][i] > least ? 1 : 0;
  });
  const areas = areasOf(near, n);
  const sums = sumsIn(areas, planes[k]);
  areas.at.forEach((area, i) => {
    if (near[i] === 1 && sums[area] >= BEARD.patch * areas.sizes[area]) best[i] = k;
  });
};

/** Whether hardly anything but skin is above the forehead. */
const isBald = (canvas: PortraitCanvas, best: Int8Array): boolean => {
  const { n, alpha, width } = canvas;
  const [x, top] = pointOf(canvas, CROWN);
  let [bare, all] = [0, 0];
  for (let i = 0; i < n * Math.max(0, Math.floor(top)); i += 1) {
    if (alpha[i] < 0.5 || Math.abs((i % n) - x) > width / 2) continue;
    all += 1;
    if (MASKS[best[i]] === 'skin') bare += 1;
  }
  return all > 0 && bare > (1 - BARE) * all;
};
