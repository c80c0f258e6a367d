import type { Area, Gpu } from '../gl/gpu.ts';
import type { Uniforms } from '../gl/program.ts';
import type { Target } from '../gl/target.ts';
import { clamp, smoothstep } from '../raster/numbers.ts';
import { STYLES } from '../styles/index.ts';
import type { MotionKind } from '../styles/shared/style.ts';
import { eyesOf, LID_SAMPLES, widened, type Eye } from './eyes.ts';
import { bodyOf, GRID, seenUnder, type Body, type Field } from './field.ts';
import type { Cells } from './lids.ts';
import {
  asSprite,
  levelsOf,
  lidLines,
  looseOf,
  matteOf,
  orderOf,
  rimOf,
  swingOf,
  waveOf,
  type Lights,
} from './maps.ts';
import { CAST, FRAMES, LAYER, PLATE, SHEETS, SURROUNDINGS } from './shader.ts';
import { closedStill, otherHand, paintEmpty, phaseOf, type StyleStage } from './stills.ts';
import type { Moment, View } from './time.ts';

/** Stills per loop for styles that are redrawn; frames between them are cross-faded. */
const PHASES = 6;
/** How far the nearest sheet of paper slides, as a fraction of the picture. */
const SLIDES = 0.01;

/** A portrait in one style, ready to move: stills are painted, and each frame is cheap to draw. */
export type StyleLayers = Awaited<ReturnType<typeof prepareStyle>>;

/** Uploads numbers as half floats, four per texel. */
const floats = (
  gpu: Gpu,
  data: Float32Array,
  width: number,
  height: number,
  into?: Target,
): Target => {
  const { gl } = gpu;
  const target = into ?? gpu.target(width, height, 'rgba16f');
  gl.bindTexture(gl.TEXTURE_2D, target.texture);
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, gl.RGBA, gl.FLOAT, data);
  return target;
};

/** How much the camera's zoom affects the background, which is farther away. */
const BEHIND = 0.45;

/** The mapping from a place in the frame to the picture, as a scale and an offset. */
const viewUniform = ({ zoom, x, y }: View): readonly [number, number, number] => [
  1 / zoom,
  x * (1 - 1 / zoom),
  y * (1 - 1 / zoom),
];

type Stills = Awaited<ReturnType<typeof paintStills>>;

/**
 * Paints the pictures that a style's frames are made of.
 * @param held the scope that the stills stay in; the stage's is for what they are made of
 */
async function paintStills(
  stage: StyleStage,
  kind: MotionKind,
  held: Gpu,
  cells: Cells | undefined,
  lead?: Body,
) {
  const { gpu, scene, recipe, paint, checkpoint } = stage;
  const { size, landmarks } = scene;
  const solid = recipe.background !== 'none';
  const whole = await paint(gpu, scene, recipe);
  const alone = solid ? await paint(gpu, scene, { ...recipe, background: 'none' }) : whole;
  const bare = solid ? await paintEmpty(stage) : whole;
  const matte = matteOf(await gpu.read(alone, checkpoint), size);
  const { eyes } = STYLES[recipe.style].motion;
  const sights = eyes ? widened(landmarks, ...eyes) : landmarks;
  const { shut, skin } = await closedStill(stage, whole, sights, cells);

  const ground = held.target(size, size, 'rgba8');
  const cast = gpu.target(size, size, 'rgba8', true);
  gpu.pass(CAST, cast, { whole, alone, ground: bare });
  gpu.mipmap(cast);
  gpu.pass(PLATE, ground, { whole, alone, ground: bare, shade: cast });
  gpu.wrap(ground, gpu.gl.MIRRORED_REPEAT);
  const layer = (picture: Target, mips = false): Target => {
    const made = held.target(size, size, 'rgba8', mips);
    // As the ground: repeating the outermost row would show as dashes below a moving body.
    gpu.wrap(made, gpu.gl.MIRRORED_REPEAT);
    gpu.pass(LAYER, made, { whole: picture, alone, ground, solid: solid ? 1 : 0 });
    if (mips) gpu.mipmap(made);
    return made;
  };
  const brushed = kind === 'strokes' || kind === 'wet';
  const first = layer(whole);
  const closed = layer(shut, brushed);
  await gpu.settle(checkpoint);

  // The person, premultiplied: a single picture, or one for each phase of the loop.
  const open = [first];
  if (kind === 'phases')
    for (let k = 1; k < PHASES; k += 1) {
      await gpu.scope(async (passing) => {
        open.push(layer(await phaseOf({ ...stage, gpu: passing }, k / PHASES)));
      });
      checkpoint();
    }
  // A second picture of the person, as the style's kind of animation needs it.
  let next = first;
  let soft: Target | undefined;
  if (brushed) {
    next = layer(kind === 'strokes' ? await otherHand(stage) : whole, true);
    soft = held.drawn(SURROUNDINGS, GRID, { closed, next });
  }
  if (kind === 'paper') {
    next = held.drawn(SHEETS, size, { source: first });
    gpu.wrap(next, gpu.gl.MIRRORED_REPEAT);
  }
  const body = lead ?? bodyOf(landmarks, matte, size);
  return { body, matte, eyes: eyesOf(sights), skin, open, closed, next, ground, soft };
}

/** Up to two numbers per cell of the field that a kind of animation needs at a phase. */
const lightsOf = (
  kind: MotionKind,
  { body, matte }: Stills,
  landmarks: Float32Array,
  inked: boolean,
): Lights => {
  switch (kind) {
    case 'light':
      return swingOf(body, matte);
    case 'rim':
      return rimOf(matte);
    case 'cells':
      return waveOf;
    case 'paper': {
      // An inked figure has a border like a sticker's, and its contour is inside that.
      const loose = [looseOf(landmarks, body, matte, inked ? 9 : 5)];
      return () => loose;
    }
    case 'strokes':
    case 'wet':
    case 'phases':
      return () => [];
  }
};

/** How far, in eye widths across and down, an eye's motion reaches from its middle. */
const ROUND_EYE = [1.1, 0.95] as const;

/** The same while the lids are open and only the iris moves. */
const roundIris = ({ upper, lower }: Eye): readonly [across: number, down: number] => [
  0.6,
  0.08 + Math.max(...upper.map(Math.abs), ...lower.map(Math.abs)),
];

/**
 * The area of a frame, in pixels, that an eye's motion can change.
 * @param more margin, as a fraction of the picture
 */
const areaOf = (
  eye: Eye,
  { blink, camera: { zoom, x, y } }: Moment,
  { body, field, more }: { readonly body: Body; readonly field: Field; readonly more: number },
): Area => {
  const { size } = body;
  const [atX = 0, atY = 0] = body.under(Float32Array.of(...eye.centre, 0), field);
  const [across, down] = blink > 0 ? ROUND_EYE : roundIris(eye);
  const { u, v } = eye;
  /** The area's start and end along one axis, as the camera sees it. */
  const along = (at: number, fixed: number, part: number): readonly [number, number] => {
    const far = part * eye.width + more * size;
    const seen = (place: number): number => (place - fixed * size) * zoom + fixed * size;
    const [start, end] = [Math.floor(seen(at - far)), Math.ceil(seen(at + far))];
    return [clamp(start, 0, size), clamp(end, 0, size)];
  };
  const [left, right] = along(atX, x, Math.abs(u[0]) * across + Math.abs(v[0]) * down);
  const [top, bottom] = along(atY, y, Math.abs(u[1]) * across + Math.abs(v[1]) * down);
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/**
 * Paints the stills that the frames of one style are made of.
 * @param lead the body that leads the motion, if it isn't this style's own
 * @throws LikenessError as `gpu.read` does; and what the checkpoint throws
 */
export async function prepareStyle(stage: StyleStage, lead?: Body) {
  const { scene, recipe, checkpoint } = stage;
  const { size, landmarks } = scene;
  const gpu = stage.gpu.fork();
  try {
    const solid = recipe.background !== 'none';
    const { kind, inked = false, grid: gridOf } = STYLES[recipe.style].motion;
    const grid = gridOf?.(recipe.seed);
    const cell = grid ? grid.cell / 1024 : 0;
    const cells = grid && { edge: cell * size, offset: (grid.offset / 1024) * size };
    const stills = await stage.gpu.scope((passing) =>
      paintStills({ ...stage, gpu: passing }, kind, gpu, cells, lead),
    );
    const { body, eyes, open, next, closed, ground, soft } = stills;
    const lights = lightsOf(kind, stills, landmarks, inked);
    const order = gpu.upload(orderOf(landmarks, stills.matte, size, recipe.seed), GRID, GRID);
    const lids = floats(gpu, lidLines(eyes), LID_SAMPLES, 2);
    const texels = gpu.target(GRID, GRID, 'rgba16f');
    const levels = kind === 'paper' ? levelsOf(await gpu.read(open[0], checkpoint)) : [0];
    const fixed: Uniforms = {
      field: texels,
      lids,
      closed,
      ground,
      order,
      soft: soft ?? next,
      levels,
      cells: grid ? [cell, grid.offset / 1024] : [0, 0],
      solid: solid ? 1 : 0,
      inked: inked ? 1 : 0,
    };
    const data = new Float32Array(GRID * GRID * 4);
    const upload = (field: Field, phase: number): void => {
      const lives = lights(phase).map((plane) => seenUnder(plane, field, size));
      for (let i = 0; i < GRID * GRID; i += 1) {
        data[4 * i] = field.x[i] / size;
        data[4 * i + 1] = field.y[i] / size;
      }
      for (const [n, plane] of lives.entries())
        for (let i = 0; i < GRID * GRID; i += 1) data[4 * i + 2 + n] = plane[i];
      floats(gpu, data, GRID, GRID, texels);
    };
    const openings = [eyes[0].opening, eyes[1].opening] as const;
    return {
      /**
       * What the motion depends on. For each eye: its widest opening, in eye widths, and how much of
       * its ring is skin, 0..1.
       */
      measures: { body, openings, skin: stills.skin },
      /**
       * Draws the portrait at a moment, as straight RGBA.
       * @param person the moment's field, of the leading body
       * @param phase position in the paint's loop, 0..1
       */
      draw(out: Target, now: Moment, person: Field, phase: number): void {
        const field = grid ? asSprite(person, landmarks, size) : person;
        upload(field, phase);
        const at = phase * open.length;
        const from = Math.floor(at) % open.length;
        const blend = at - Math.floor(at);
        const { blink, gaze, camera } = now;
        const uniforms: Uniforms = {
          ...fixed,
          open: open[from],
          next: kind === 'phases' ? open[(from + 1) % open.length] : next,
          blend: kind === 'phases' ? smoothstep(0, 1, blend) : 0,
          phase,
          slide: [
            SLIDES * (Math.cos(2 * Math.PI * phase) - 1),
            0.45 * SLIDES * Math.sin(2 * Math.PI * phase),
          ],
          shift: [now.groundX, now.groundY].map((by) => (grid ? Math.round(by / cell) * cell : by)),
          camera: viewUniform(camera),
          // In pixel art all pixels keep one size, so the background zooms along.
          behind: viewUniform(grid ? camera : { ...camera, zoom: 1 + (camera.zoom - 1) * BEHIND }),
        };
        gpu.pass(FRAMES[kind].whole, out, uniforms);
        if (blink <= 0 && gaze === 0) return;
        for (const [e, eye] of eyes.entries())
          gpu.pass(
            FRAMES[kind].eye,
            out,
            {
              ...uniforms,
              blink,
              gaze,
              eye: [eye.centre[0] / size, eye.centre[1] / size, eye.u[0], eye.u[1]],
              about: [(e + 0.5) / 2, eye.width / size, e === 0 ? 1 : -1, size],
            },
            areaOf(eye, now, { body, field, more: cell }),
          );
      },
      release: (): void => gpu.free(),
    };
  } catch (failure) {
    gpu.free();
    throw failure;
  }
}
