import { ofOklch, oklchOf } from '../core/banners/colour.ts';
import { clamp } from '../core/banners/places.ts';
import {
  bannerSubjectOf,
  flatGround,
  GRID,
  groundOf,
  paletteOf,
  USUAL_FACE,
  type BannerSubject,
  type Palette,
} from '../core/banners/subject.ts';
import type { FaceBox } from '../core/drafts.ts';
import { errorCode } from '../core/errors.ts';
import type { Engine } from '../ports/engine.ts';
import { squareOf } from './canvas.ts';

type Drawn = ImageBitmap | HTMLCanvasElement;

/** What a banner is drawn from; read once from an avatar's picture. */
export interface Material {
  /** The avatar first, then others for layouts that show several. */
  readonly pictures: readonly Drawn[];
  /** Their files. */
  readonly sources: readonly Blob[];
  /** The person without the ground, in the square of the picture. */
  readonly person: Drawn;
  readonly subject: BannerSubject;
  /** RGBA, GRID × GRID. */
  readonly ground: Uint8ClampedArray<ArrayBuffer>;
  readonly palette: Palette;
  /** Pictures printed in two inks, cached by name. */
  readonly prints: Map<string, Drawn>;
  /** True if the avatar has no ground of its own, so that it needs no cut-out. */
  readonly seeThrough: boolean;
}

/** Larger than a picture ever appears on a banner, yet small enough to decode quickly. */
const EDGE = 1024;

/** The picture on the grid: each cell is the mean of its area. */
function onGrid(picture: Drawn, over?: string): Uint8ClampedArray {
  const { context } = squareOf(squareOf(picture, GRID * 4, over).canvas, GRID);
  return context.getImageData(0, 0, GRID, GRID).data;
}

const alphaOf = (rgba: Uint8ClampedArray): Uint8ClampedArray =>
  rgba.filter((_, at) => at % 4 === 3);

/** How far from an edge a fade reaches, as a fraction of the picture. */
const FADE = 0.16;

/** The picture, fading towards its edges over fractions of it; 0 leaves an edge as it is. */
function softened(picture: Drawn, fades: Readonly<Record<'left' | 'right' | 'top', number>>) {
  const { canvas, context } = squareOf(picture, EDGE);
  context.globalCompositeOperation = 'destination-in';
  for (const [from, x, y, over] of [
    [0, EDGE, 0, fades.left],
    [EDGE, 0, 0, fades.right],
    [0, 0, EDGE, fades.top],
  ] as const) {
    if (over === 0) continue;
    const fade = context.createLinearGradient(from, 0, x, y);
    fade.addColorStop(0, 'transparent');
    fade.addColorStop(over, '#000');
    context.fillStyle = fade;
    context.fillRect(0, 0, EDGE, EDGE);
  }
  return canvas;
}

/**
 * The person, fading out where the avatar's frame cuts them above their shoulders: on a wide banner
 * they would end there in a straight line. The face stays whole, as far as it is in the frame.
 */
function withoutCuts(person: Drawn, { face, left, right }: BannerSubject): Drawn {
  if (left > 0 && right < 1) return person;
  const fade = (room: number): number => clamp(room, 0.04, FADE);
  return softened(person, {
    left: left > 0 ? 0 : fade(face.x),
    right: right < 1 ? 0 : fade(1 - face.x - face.width),
    top: 0,
  });
}

const SOFT_SUBJECT: BannerSubject = {
  face: USUAL_FACE,
  top: 0.06,
  end: 1,
  left: 0.08,
  right: 0.92,
};

const decode = (picture: Blob): Promise<ImageBitmap> =>
  createImageBitmap(picture, { resizeWidth: EDGE, resizeHeight: EDGE, resizeQuality: 'high' });

function withPerson(
  pictures: readonly Drawn[],
  person: Drawn,
  face: FaceBox,
  ownGround: boolean,
): Omit<Material, 'sources'> {
  const [picture = person] = pictures;
  const rgba = onGrid(picture, '#fff');
  const alpha = alphaOf(onGrid(person));
  const seen = groundOf(rgba, alpha);
  const palette = paletteOf(rgba, alpha, seen);
  const subject = bannerSubjectOf(alpha, face);
  const cut = {
    person: withoutCuts(person, subject),
    subject,
    prints: new Map(),
    seeThrough: !ownGround,
  };
  if (ownGround) return { ...cut, pictures, ground: seen, palette };
  // An avatar without a ground gets a light one that contrasts with the person's own colour.
  const { hue } = oklchOf(palette.accent);
  const ground = flatGround(ofOklch({ lightness: 0.84, chroma: 0.06, hue: hue + 0.42 }));
  const { canvas } = squareOf(picture, EDGE, `rgb(${[...ground.subarray(0, 3)].join(' ')})`);
  return {
    ...cut,
    pictures: [canvas, ...pictures.slice(1)],
    ground,
    palette: paletteOf(onGrid(canvas), alpha, ground),
  };
}

/** What can be drawn at once, before the person is cut out. */
export async function firstMaterial(picture: Blob, others: readonly Blob[]): Promise<Material> {
  const sources = [picture, ...others];
  const pictures = await Promise.all(sources.map(decode));
  const [own] = pictures;
  if (!own) throw new RangeError('no picture');
  const alpha = alphaOf(onGrid(own));
  // The upper corners are transparent in every avatar without a ground.
  if ((alpha[0] ?? 255) < 8 && (alpha[GRID - 1] ?? 255) < 8)
    return { ...withPerson(pictures, own, USUAL_FACE, false), sources };
  // Assumes the person is where the engine frames people, and reads the ground around them.
  const usual = Uint8ClampedArray.from({ length: GRID * GRID }, (_, at) => {
    const [x, y] = [(at % GRID) / GRID, Math.floor(at / GRID) / GRID];
    return Math.abs(x - 0.5) < (y < 0.7 ? 0.3 : 0.5) && y > 0.08 ? 255 : 0;
  });
  const rgba = onGrid(own);
  const ground = groundOf(rgba, usual);
  return {
    pictures,
    sources,
    // Stands in where the person can't be cut out.
    person: softened(own, { left: FADE, right: FADE, top: FADE }),
    subject: SOFT_SUBJECT,
    ground,
    palette: paletteOf(rgba, usual, ground),
    prints: new Map(),
    seeThrough: false,
  };
}

/** Paints the avatar's person without a ground. */
export type PaintPerson = (signal: AbortSignal) => Promise<Blob | undefined>;

/**
 * The same with the person without the ground: as painted anew from the photo, or cut out of the
 * avatar's picture. A cut-out may keep a piece of the ground, and needs a style that shows a face.
 * @param painted returns undefined if the photo is gone
 * @throws LikenessError photo-* if the person has to be cut out but no face is found, or engine-*
 */
export async function cutMaterial(
  engine: Engine,
  picture: Blob,
  first: Material,
  signal: AbortSignal,
  painted: PaintPerson,
): Promise<Material> {
  const alone = first.seeThrough ? picture : await painted(signal);
  const { person, face } = await personIn(engine, picture, alone, signal).catch(
    (failure: unknown) => {
      if (alone && errorCode(failure).startsWith('photo-'))
        return { person: alone, face: USUAL_FACE };
      throw failure;
    },
  );
  const own = await decode(person);
  if (!first.seeThrough) return { ...first, ...withPerson(first.pictures, own, face, true) };
  const subject = bannerSubjectOf(alphaOf(onGrid(own)), face);
  return { ...first, person: withoutCuts(own, subject), subject };
}

/** Finds the face in an avatar, and cuts out the person if they aren't there without the ground. */
async function personIn(
  engine: Engine,
  picture: Blob,
  alone: Blob | undefined,
  signal: AbortSignal,
): Promise<{ person: Blob; face: FaceBox }> {
  const analysis = await engine.analyse(picture, { signal });
  try {
    const person = alone ?? (await engine.cutOut(analysis, {}, { size: EDGE, signal })).picture;
    return { person, face: analysis.faces[0]?.box ?? USUAL_FACE };
  } finally {
    engine.release(analysis);
  }
}
