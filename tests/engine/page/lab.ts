import type { Recipe } from '../../../renderer/core/avatars.ts';
import { labDistance } from '../../../renderer/core/colour.ts';
import type { CutOutFault } from '../../../renderer/core/cut-out-faults.ts';
import { errorCode, LikenessError } from '../../../renderer/core/errors.ts';
import { framesOf, type MotionNote } from '../../../renderer/core/motion.ts';
import type { Checkpoint } from '../../../renderer/engine/checkpoint.ts';
import { fileAddresses } from '../../../renderer/engine/client.ts';
import { detectFaces } from '../../../renderer/engine/faces/detect.ts';
import {
  fitMesh,
  meshOfDetection,
  regionOfLandmarks,
} from '../../../renderer/engine/faces/landmarks.ts';
import { SRGB } from '../../../renderer/engine/gl/glsl.ts';
import { Gpu } from '../../../renderer/engine/gl/gpu.ts';
import { segmentFinely } from '../../../renderer/engine/matte/cut-out.ts';
import {
  loadModel,
  loadModels,
  type Model,
  type Models,
} from '../../../renderer/engine/models/runtime.ts';
import { eyesOf, lidAt } from '../../../renderer/engine/motion/eyes.ts';
import {
  bodyOf,
  GRID,
  leastDeterminant,
  type Body,
  type Field,
} from '../../../renderer/engine/motion/field.ts';
import { closeEyes } from '../../../renderer/engine/motion/lids.ts';
import { limitsOf } from '../../../renderer/engine/motion/limits.ts';
import { asSprite } from '../../../renderer/engine/motion/maps.ts';
import { momentAt, type MotionAsked } from '../../../renderer/engine/motion/time.ts';
import type { AnalysedFace, Analysis } from '../../../renderer/engine/photo/analysis.ts';
import { apply, faceOf, frameOf, invert } from '../../../renderer/engine/photo/frame.ts';
import { canvasOf, openPicture } from '../../../renderer/engine/photo/picture.ts';
import { partsOf } from '../../../renderer/engine/raster/label.ts';
import type { Point, Square } from '../../../renderer/engine/raster/planes.ts';
import { STYLES } from '../../../renderer/engine/styles/index.ts';
import { measuredFace } from '../../../renderer/engine/styles/shared/face-profile.ts';
import { framedLandmarks } from '../../../renderer/engine/styles/shared/facemap.ts';
import { shapesOf } from '../../../renderer/engine/styles/shared/illustration/shapes.ts';
import { labsWhere, litLab } from '../../../renderer/engine/styles/shared/labs.ts';
import {
  fromClose,
  portraitOf,
  type Portrait,
} from '../../../renderer/engine/styles/shared/portrait.ts';
import { rngOf } from '../../../renderer/engine/styles/shared/random.ts';
import { analyse, analysisOf, createCutOuts } from '../../../renderer/engine/worker/analyse.ts';
import { createGpuSessions } from '../../../renderer/engine/worker/gpu-session.ts';
import { measureLikeness } from '../../../renderer/engine/worker/likeness.ts';
import { createRenderer } from '../../../renderer/engine/worker/render.ts';

const IDENTITY = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
const RECIPE = { style: 'realistic', background: 'none', seed: 1, options: {}, engine: 1 } as const;

let models: Promise<Models> | undefined;
let salience: Promise<Model> | undefined;

const modelsOf = (): ReturnType<typeof loadModels> =>
  (models ??= loadModels(fileAddresses(), () => undefined));
const ignore = (): void => undefined;

/** A photo as the worker has analysed it. */
const analysedOf = async (photo: Blob) => analyse(await modelsOf(), 'lab', photo, ignore, ignore);

/** A photo cut out finely, as to be kept. */
async function finelyCut(photo: Blob, options: Recipe['options']): Promise<Analysis> {
  const analysed = await analysedOf(photo);
  return createCutOuts(analysed, modelsOf, salienceModel, ignore).fine(options, ignore, ignore);
}

async function salienceModel(): Promise<Model> {
  await modelsOf();
  salience ??= loadModel('salience', fileAddresses(), () => undefined);
  return salience;
}

/** Runs the salience network on a 320 x 320 RGB input; returns its raw 320 x 320 output. */
export async function runSalience(input: Float32Array): Promise<Float32Array> {
  const [output] = await (await salienceModel()).run(input);
  if (!output) throw new Error('no output');
  return output;
}

/**
 * Makes a cut-out without any style: straight RGBA at the photo's size, with the faults if it is a
 * fine one.
 */
export async function cutOutOf(
  photo: Blob,
  fine: boolean,
): Promise<{
  width: number;
  height: number;
  person: Uint8ClampedArray<ArrayBuffer>;
  face: AnalysedFace;
  faults: readonly CutOutFault[] | undefined;
}> {
  const analysed = await analysedOf(photo);
  const { picture, faces } = analysed.photo;
  const [face] = faces;
  if (!face) throw new Error('no face');
  const segmentation = fine
    ? await segmentFinely(await salienceModel(), picture, face, analysed.first)
    : analysed.first;
  const analysis = await analysisOf(analysed.photo, 0, segmentation, () => undefined);
  const { width, height, person, faults } = analysis;
  return { width, height, person, face, faults };
}

/**
 * Runs the likeness check on a copy of the photo in which everything below the eyes is pushed down
 * by `shift`, a fraction of the picture's height.
 */
export async function likenessOfWarped(
  photo: Blob,
  shift: number,
): Promise<{ value: number; presence: number; accepted: boolean }> {
  const { photo: analysed, first } = await analysedOf(photo);
  const analysis = await analysisOf(analysed, 0, first, () => undefined);
  const { canvas, width, height } = await openPicture(photo);
  const [face] = analysis.faces;
  if (!face) throw new Error('no face');
  const warped = canvasOf(width, height);
  const from = face.eyes[0][1];
  // Take rows below the eyes from higher up, so that nose and mouth slide towards the chin.
  for (let y = 0; y < height; y += 1) {
    const below = Math.max(0, Math.min(1, (y - from) / (height * 0.12)));
    warped.context.drawImage(
      canvas,
      0,
      Math.max(0, y - below * shift * height),
      width,
      1,
      0,
      y,
      width,
      1,
    );
  }
  return measureLikeness(await modelsOf(), analysis, RECIPE, 1, IDENTITY, warped.canvas);
}

/** A photo cut out finely, and what its person looks like. */
export async function portraitIn(
  photo: Blob,
): Promise<{ readonly analysis: Analysis; readonly portrait: Portrait }> {
  const analysis = await finelyCut(photo, {});
  const face = faceOf(analysis, RECIPE);
  const { subject } = measuredFace(analysis, face);
  return { analysis, portrait: portraitOf(analysis, face, subject) };
}

/** How the skin of a face is drawn in flat shapes. */
export interface SkinDrawn {
  /** Areas of the shapes of shadow and light, as fractions of the face's bare skin. */
  readonly areas: readonly number[];
  /** How far most of the face as drawn is from its lit skin in the photo: OKLab distance. */
  readonly far: number;
}

export async function skinShapes(photo: Blob): Promise<SkinDrawn> {
  const { portrait } = await portraitIn(photo);
  const { canvas, person } = portrait;
  const { n, skin, hair, clothes, matte, ...shapes } = shapesOf(portrait);
  const skinTone = shapes.skinTone();
  const bare = matte.map((v, i) =>
    v > 0.5 && (hair[i] ?? 0) < 0.5 && (clothes[i] ?? 0) < 0.5 ? 1 : 0,
  );
  const isShade = (i: number): boolean => (skinTone[i] ?? 0.5) < 0.25;
  const isLight = (i: number): boolean => (skinTone[i] ?? 0.5) > 0.75;
  const face = bare.filter((v, i) => v > 0.5 && (person.face[i] ?? 0) > 0.5).length;
  const lit = litLab(labsWhere(canvas, (i) => (person.face[i] ?? 0) * (person.skin[i] ?? 0) > 0.5));
  return {
    areas: [isShade, isLight].flatMap((is) =>
      partsOf(
        bare.map((v, i) => (v > 0.5 && is(i) ? 1 : 0)),
        n,
      )
        .sizes.slice(1)
        // One or two texels at a lock's outline are less than that outline's blur.
        .filter((area) => area > 2)
        .map((area) => area / face),
    ),
    far: labDistance(lit, skin.base),
  };
}

/** The outlines of the lenses that somebody wears, as fractions of the photo's width and height. */
export async function lensesIn(photo: Blob): Promise<readonly (readonly Point[])[] | undefined> {
  const { analysis, portrait } = await portraitIn(photo);
  const back = invert(portrait.frame);
  return portrait.spectacles?.rims.map((rim) =>
    rim.map((p): Point => {
      const [x, y] = apply(back, ...fromClose(portrait, p));
      return [x / analysis.width, y / analysis.height];
    }),
  );
}

/** Measurements of a frame of a living avatar. */
export interface SeenMoving {
  readonly frame: number;
  readonly presence: number;
  /** Drift of the mesh from the still's mesh moved by the field, without lids; in eye distances. */
  readonly drift: number;
  /** Mean opening of the eyes as the mesh sees it, in eye widths. */
  readonly opening: number;
  /** The field's least determinant. */
  readonly determinant: number;
  /** How far the lids are driven down, 0..1. */
  readonly blink: number;
}

const LIDS = new Set([
  246, 161, 160, 159, 158, 157, 173, 7, 163, 144, 145, 153, 154, 155, 466, 388, 387, 386, 385, 384,
  398, 249, 390, 373, 374, 380, 381, 382,
]);

const drawn = (size: number, pixels: Uint8ClampedArray<ArrayBuffer>): OffscreenCanvas => {
  const { canvas, context } = canvasOf(size, size);
  context.putImageData(new ImageData(pixels, size, size), 0, 0);
  return canvas;
};

/** The 468 landmarks of the face in a picture, in its pixels. */
async function meshOf(picture: OffscreenCanvas): Promise<Float32Array> {
  const { faceLandmarks, faceDetector } = await modelsOf();
  const [detected] = await detectFaces(faceDetector, picture, () => undefined);
  if (!detected) throw new Error('no face in the picture');
  return (await meshOfDetection(faceLandmarks, picture, detected)).landmarks;
}

/**
 * How far frames are from the picture with closed eyes, between the lids of the open eyes: for each
 * frame the share of pixels, 0..1, that differ by more than 12 of 255 from the closed picture.
 * @param recipe of a style whose eyes are closed in the finished picture
 * @param still RGBA bytes of frame 0
 */
export async function farFromShut(
  photo: Blob,
  recipe: Recipe,
  size: number,
  still: Uint8ClampedArray<ArrayBuffer>,
  frames: readonly Uint8ClampedArray<ArrayBuffer>[],
): Promise<readonly number[]> {
  const analysis = await finelyCut(photo, recipe.options);
  // The very landmarks that the engine closes the eyes with: any others lie a pixel beside them.
  const landmarks = framedLandmarks(faceOf(analysis, recipe), frameOf(analysis, recipe, size));
  const shut = closeEyes(still, size, size, landmarks).pixels;
  const between: number[] = [];
  for (const { centre, u, v, width, upper, lower } of eyesOf(landmarks))
    for (let y = Math.floor(centre[1] - width / 2); y < centre[1] + width / 2; y += 1)
      for (let x = Math.floor(centre[0] - width / 2); x < centre[0] + width / 2; x += 1) {
        const [dx, dy] = [(x + 0.5 - centre[0]) / width, (y + 0.5 - centre[1]) / width];
        const [along, down] = [dx * u[0] + dy * u[1], dx * v[0] + dy * v[1]];
        if (Math.abs(along) < 0.4 && down > lidAt(upper, along) && down < lidAt(lower, along))
          between.push(4 * (y * size + x));
      }
  return frames.map((pixels) => {
    const far = between.filter((at) =>
      [0, 1, 2].some((c) => Math.abs((pixels[at + c] ?? 0) - (shut[at + c] ?? 0)) > 12),
    );
    return far.length / between.length;
  });
}

/**
 * How far pixel art moves a face: by whole cells.
 * @param cell edge of a cell, in pixels of the picture
 */
const byCells = (field: Field, rest: Float32Array, size: number, cell: number): Field => {
  const whole = (plane: Square): Square => plane.map((by) => Math.floor(by / cell + 0.5) * cell);
  const { x, y } = asSprite(field, rest, size);
  return { x: whole(x), y: whole(y) };
};

/**
 * Fits the face mesh to frames of a living avatar and compares it with the still's, moved by the
 * same field.
 * @param still RGBA bytes of frame 0
 * @param frames number and RGBA bytes of each; if it shows another style, also that style's still
 * @param made what the engine made them by: the recipe, and its notes on what suits the face. Just
 * at a limit, a mesh fitted to the still may be on its other side.
 */
export async function seenMoving(
  size: number,
  asked: MotionAsked,
  still: Uint8ClampedArray<ArrayBuffer>,
  frames: readonly (readonly [
    frame: number,
    pixels: Uint8ClampedArray<ArrayBuffer>,
    still?: Uint8ClampedArray<ArrayBuffer>,
  ])[],
  made?: { readonly recipe: Recipe; readonly notes: readonly MotionNote[] },
): Promise<readonly SeenMoving[]> {
  const { faceLandmarks } = await modelsOf();
  const rest = await meshOf(drawn(size, still));
  const matte = new Float32Array(GRID * GRID).fill(1);
  const body = bodyOf(rest, matte, size);
  const eyes = eyesOf(rest);
  const openings = [eyes[0].opening, eyes[1].opening] as const;
  const known = (note: MotionNote, value: number, limit: number): number =>
    made?.notes.includes(note) ? Math.max(value, limit + 1e-6) : Math.min(value, limit);
  const noted: Body = made
    ? {
        ...body,
        turned: known('turned', Math.abs(body.turned), 0.3),
        lipsApart: known('smiling', body.lipsApart, 0.15),
        faceWidth: known('close', body.faceWidth, 0.6 * size),
      }
    : body;
  const { limits } = limitsOf({ body: noted, openings, skin: [1, 1] }, asked);
  const grid = made && STYLES[made.recipe.style].motion.grid?.(made.recipe.seed);
  const seen: SeenMoving[] = [];
  for (const [frame, pixels, own] of frames) {
    const now = momentAt(frame / framesOf(asked), asked, limits);
    const { zoom, x, y } = now.camera;
    const field = body.at(now);
    const shown = grid ? byCells(field, rest, size, (grid.cell / 1024) * size) : field;
    // As the camera sees them.
    const moved = body
      .under(own ? await meshOf(drawn(size, own)) : rest, shown)
      .map((value, i) =>
        i % 3 === 2
          ? value
          : (value - (i % 3 === 0 ? x : y) * size) * zoom + (i % 3 === 0 ? x : y) * size,
      );
    const found = await fitMesh(faceLandmarks, drawn(size, pixels), regionOfLandmarks(moved));
    let [sum, count] = [0, 0];
    for (let i = 0; i < 468; i += 1) {
      if (LIDS.has(i)) continue;
      sum += Math.hypot(
        (moved[3 * i] ?? 0) - (found.landmarks[3 * i] ?? 0),
        (moved[3 * i + 1] ?? 0) - (found.landmarks[3 * i + 1] ?? 0),
      );
      count += 1;
    }
    const [right, left] = eyesOf(found.landmarks);
    seen.push({
      frame,
      presence: found.presence,
      drift: sum / count / body.eyeDistance,
      opening: (right.opening + left.opening) / 2,
      determinant: leastDeterminant(field, size),
      blink: now.blink,
    });
  }
  return seen;
}

/** GPU targets in use. */
/** The levels 0 to 255 of a grey, each after a shader's way to linear light and back. */
export async function greysThroughLight(): Promise<number[]> {
  const gpu = new Gpu();
  try {
    const greys = Uint8ClampedArray.from({ length: 1024 }, (_, i) => (i % 4 < 3 ? i >> 2 : 255));
    const out = gpu.target(256, 1, 'rgba8');
    const fragment = `${SRGB}
uniform sampler2D source;
void main() { color = vec4(toGamma(toLinear(texture(source, uv).rgb)), 1.0); }`;
    gpu.pass({ name: 'through light', fragment }, out, { source: gpu.upload(greys, 256, 1) });
    const read = await gpu.read(out, ignore);
    return Array.from({ length: 256 }, (_, k) => read[4 * k] ?? Number.NaN);
  } finally {
    gpu.destroy();
  }
}

type Live = Gpu['live'];

/**
 * Draws pictures, or frames of moving ones, and gives each up at `times` random steps.
 * @returns for each the targets in use before and after; it is drawn to its end before either
 */
export async function liveAfterAborts(
  photo: Blob,
  pictures: readonly { readonly recipe: Recipe; readonly asked?: MotionAsked }[],
  times: number,
): Promise<readonly { readonly before: Live; readonly after: Live }[]> {
  const { photo: analysed, first } = await analysedOf(photo);
  const analysis = await analysisOf(analysed, 0, first, ignore);
  const sessions = createGpuSessions();
  const renderer = createRenderer(sessions);
  const live = (): Promise<Live> => sessions.work(({ gpu }) => Promise.resolve(gpu.live));
  const rng = rngOf(1, 'aborts');
  const found: { before: Live; after: Live }[] = [];
  for (const { recipe, asked } of pictures) {
    const draw = (checkpoint: Checkpoint): Promise<unknown> => {
      if (!asked) return renderer.render(analysis, recipe, { size: 256, check: true, checkpoint });
      // After the last frame, nothing of a moving picture is kept.
      const living = { ...asked, size: 256 };
      const from = framesOf(asked) - 1;
      return renderer.animate(analysis, recipe, { living, from, count: 1, checkpoint });
    };
    /** Draws until the checkpoint has been called `most` times; tells how many times it was. */
    const drawUntil = async (most: number): Promise<number> => {
      let calls = 0;
      const failure = await draw(() => {
        calls += 1;
        if (calls > most) throw new LikenessError('engine-aborted');
      }).then(() => undefined, errorCode);
      if (failure !== (calls > most ? 'engine-aborted' : undefined)) throw new Error(failure);
      return calls;
    };
    await drawUntil(Infinity);
    const before = await live();
    // Once its programs are compiled, a picture waits less often.
    let all = await drawUntil(Infinity);
    for (let aborted = 0; aborted < times;) {
      const most = Math.floor(((aborted + rng()) / times) * all);
      const calls = await drawUntil(most);
      if (calls > most) aborted += 1;
      else all = calls;
    }
    await drawUntil(Infinity);
    found.push({ before, after: await live() });
  }
  renderer.destroy();
  return found;
}
