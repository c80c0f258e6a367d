import type { Lab } from '../../../core/colour.ts';
import { apply, invert, type Frame } from '../../photo/frame.ts';
import type { FaceLabels, Label } from '../../photo/labels.ts';
import { blurredWithin } from '../../raster/blur.ts';
import { guidedBy } from '../../raster/guided-filter.ts';
import { partsOf, withoutSpecks } from '../../raster/label.ts';
import { sampled, type Square } from '../../raster/planes.ts';
import { filled, pointOf, pointsOf, type Canvas } from './canvas.ts';
import { labsWhere, medianLab } from './labs.ts';
import { CHIN, CROWN, LIPS, OVAL } from './mesh.ts';

/**
 * What each texel of a portrait's canvas shows, as masks of 0 or 1, from the parser's labels and the
 * matte. Every texel of the person is in one of skin, hair, beard and clothes.
 */
export interface Person {
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
const [SKIN, BEARD] = [MASKS.indexOf('skin'), MASKS.indexOf('beard')];

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

/** How likely facial hair is in some of a beard's texels at least (two thresholds: J. Canny 1986). */
const SURE = 0.95;

/**
 * Where facial hair is sure in a larger area than this, in squares of the face's width, it is a beard.
 * Of 29 portraits with a beard 23 are drawn with it, 16 of which colour alone would tell; of 369
 * without one, one is.
 */
const PLENTY = 0.18;

/**
 * A smaller one is a beard if its lightness is at most this share of the skin's, or its chroma, both
 * divided by lightness. Shade leaves skin its hue, so what is neither much darker nor greyer is skin.
 */
const DARKER = 0.72;
const GREYER = 0.8;

/** In face widths: hairs of a beard and the skin between them are seen as one within this radius. */
const STUBBLE = 0.03;
/** A beard of which more than this share looks like skin is a fair one. */
const FAIR = 0.65;

/** The share of the crown that is covered at most on a bald head. */
const BARE = 0.3;

/** Where the mirrored picture goes on beyond its border, as `thumbOf` continues the body. */
const mirrored = (v: number, length: number): number =>
  v < 0 ? -v : v > length ? 2 * length - v : v;

/**
 * How likely each texel of a square of `n` texels shows each mask.
 * @param own maps the working picture to the labels' square
 * @param frame maps it to the square
 * @param picture size of the working picture
 */
const planesOn = (
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
      MASKS.forEach((mask, k) => {
        let sum = 0;
        for (const label of LABELS_OF[mask])
          sum += sampled(planes[label], from, lx - 0.5, ly - 0.5);
        made[k][y * n + x] = sum;
      });
    }
  return made;
};

/** How likely skin, hair and clothes are; see `planesOn` for the parameters. */
export const likelyOn = (
  ...of: Parameters<typeof planesOn>
): Pick<Person, 'skin' | 'hair' | 'clothes'> => {
  const [skin, hair, , clothes] = planesOn(...of);
  return { skin, hair, clothes };
};

/** What each texel of the canvas shows; see `planesOn` for the parameters. */
export const personOn = (
  canvas: Canvas,
  labels: FaceLabels,
  own: Frame,
  frame: Frame,
  picture: { readonly width: number; readonly height: number },
): Person => {
  const { n, alpha, width, L } = canvas;
  const filter = guidedBy(L, n, Math.max(1, Math.round(RADIUS * width)), EPSILON);
  const planes = planesOn(labels, own, n, frame, picture).map(filter);
  // The likeliest mask of each of the person's texels; -1 for others.
  const best = new Int8Array(n * n).fill(-1);
  for (let i = 0; i < n * n; i += 1)
    if (alpha[i] > FAINT)
      for (let k = 0; k < MASKS.length; k += 1)
        if (best[i] < 0 || planes[k][i] > planes[best[i]][i]) best[i] = k;
  withoutSpecks(best, n, SMALLEST * width * width);
  shaveDoubtful(best, planes[BEARD], n, SMALLEST * width * width);
  shaveShade(best, planes[BEARD], canvas);
  const [skin, hair, beard, clothes] = MASKS.map((_, k) =>
    alpha.map((_, i) => (best[i] === k ? 1 : 0)),
  );
  const face = filled(n, pointsOf(canvas, OVAL));
  return { face, skin, hair, beard, clothes, bald: isBald(canvas, skin) };
};

/** Gives beards to the skin below them that have fewer than `least` texels in which facial hair is sure. */
const shaveDoubtful = (best: Int8Array, likely: Square, n: number, least: number): void => {
  const { labels, sizes } = partsOf(
    likely.map((_, i) => (best[i] === BEARD ? 1 : 0)),
    n,
  );
  const sure = sizes.map(() => 0);
  labels.forEach((part, i) => {
    if (likely[i] > SURE) sure[part] += 1;
  });
  labels.forEach((part, i) => {
    if (part > 0 && sure[part] < least) best[i] = SKIN;
  });
};

/**
 * Gives what looks like skin in shade to the skin: a whole beard if little of it is sure, or else
 * what isn't around the mouth, where beards are thinnest and the parser errs least; but not if hardly
 * any of it differs from skin, as in a fair one.
 */
const shaveShade = (best: Int8Array, likely: Square, canvas: Canvas): void => {
  const { n, alpha, width } = canvas;
  const colourOf = (mask: number): Lab =>
    medianLab(labsWhere(canvas, (i) => best[i] === mask && alpha[i] > 0.9));
  const skin = colourOf(SKIN);
  const vivid = ([L, a, b]: Lab): number => Math.hypot(a, b) / L;
  const isSkin = (lab: Lab): boolean =>
    lab[0] > DARKER * skin[0] && vivid(lab) > GREYER * vivid(skin);
  const beard = best.map((own) => Number(own === BEARD));
  const count = (marks: Int8Array): number => marks.reduce((sum, own) => sum + own, 0);
  if (count(beard) === 0) return;
  const shave = (hairs: Int8Array): void => {
    hairs.forEach((own, i) => {
      if (own === 1) best[i] = SKIN;
    });
  };
  const sure = beard.reduce((sum, own, i) => sum + Number(own === 1 && likely[i] > SURE), 0);
  if (sure <= PLENTY * width ** 2 && isSkin(colourOf(BEARD))) {
    shave(beard);
    return;
  }
  const weight = Float32Array.from(beard, (own) => own + 1e-4);
  const [L, a, b] = [canvas.L, canvas.a, canvas.b].map((channel) =>
    blurredWithin(channel, weight, n, STUBBLE * width),
  );
  const lips = pointsOf(canvas, LIPS).map(([x]) => x);
  const [left, right, chin] = [Math.min(...lips), Math.max(...lips), pointOf(canvas, CHIN)[1]];
  const aroundMouth = (i: number): boolean =>
    i % n > left && i % n < right && Math.floor(i / n) < chin;
  const bare = beard.map((own, i) =>
    Number(own === 1 && isSkin([L[i], a[i], b[i]]) && !aroundMouth(i)),
  );
  if (count(bare) > FAIR * count(beard)) return;
  shave(bare);
  withoutSpecks(best, n, SMALLEST * width * width);
};

/** Whether hardly anything but skin is above the forehead. */
const isBald = (canvas: Canvas, skin: Square): boolean => {
  const { n, alpha, width } = canvas;
  const [x, top] = pointOf(canvas, CROWN);
  let [bare, all] = [0, 0];
  for (let i = 0; i < n * Math.max(0, Math.floor(top)); i += 1) {
    if (alpha[i] < 0.5 || Math.abs((i % n) - x) > width / 2) continue;
    all += 1;
    bare += skin[i];
  }
  return all > 0 && bare > (1 - BARE) * all;
};

/** Masks on which nobody is seen. */
export const nobodyOn = (none: Square): Person => ({
  face: none,
  skin: none,
  hair: none,
  beard: none,
  clothes: none,
  bald: true,
});
