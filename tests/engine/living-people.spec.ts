import {
  MOTION_RATE,
  MOTION_SECONDS,
  MOTIONS,
  type Motion,
  type MotionNote,
} from '../../renderer/core/motion.ts';
import { STYLE_IDS, type StyleId } from '../../renderer/core/styles.ts';
import { minutes } from '../support/timeouts.ts';
import { hasSharedPhoto, sharedPhotos } from './harness.ts';
import type { SeenMoving } from './page/lab.ts';
import { expect, sharedTest as test } from './test.ts';

const FOLDER = 'real';
const SIZE = 360;
/** Of the mesh's drift, in eye distances; the field's least determinant; the face's presence. */
const LIMITS = { drift: 0.04, determinant: 0.45, presence: 0.9 } as const;
/**
 * How the mesh sees shut eyes: narrower than the open ones, or as narrow as any shut eye, in eye
 * widths. It never sees them as shut.
 */
const SHUT = { share: 0.85, width: 0.22 } as const;
/** How far they are open again when the blink is over. */
const OPEN_AGAIN = 0.85;

interface Loop {
  readonly motion: Motion;
  readonly style: StyleId;
}

interface Measured {
  readonly seen: readonly SeenMoving[];
  readonly notes: readonly MotionNote[];
  /** Mean difference of two neighbouring frames, of 255: the largest, and that at the seam. */
  readonly step: number;
  readonly seam: number;
  /** How many of the frames are different from all others. */
  readonly distinct: number;
}

/** The frame in the middle of the blink. */
const shutAt = (seconds: number): number => Math.round((0.3 * seconds + 0.125) * MOTION_RATE);

/** First frame and number of the runs that stand for a loop: its seam, its blink, and its turns. */
const telling = (seconds: number): readonly (readonly [from: number, count: number])[] => {
  const count = seconds * MOTION_RATE;
  const shut = shutAt(seconds);
  return [
    [0, 2],
    [Math.round(0.25 * count) - 1, 2],
    [shut - 2, 4],
    [shut + 8, 2],
    [Math.round(0.62 * count), 2],
    [Math.round(0.8 * count), 2],
    [count - 1, 1],
  ];
};

const whole = (seconds: number): readonly (readonly [from: number, count: number])[] =>
  Array.from({ length: seconds }, (_, k) => [k * MOTION_RATE, MOTION_RATE] as const);

type Page = Parameters<Parameters<typeof test>[2]>[0]['enginePage'];

/** Renders loops of one person, who is analysed only once, and measures each as it is made. */
const measure = (
  page: Page,
  path: string,
  loops: readonly Loop[],
  runsOf: typeof whole,
): Promise<readonly Measured[]> =>
  page.evaluate(
    async ({ path, loops, size }) => {
      const { engine, file, seenMoving, recipeOf } = window.harness;
      const photo = await file(path);
      const analysis = await engine.analyse(
        path.startsWith('photos/') ? (await engine.importPhoto(photo)).photo : photo,
      );
      const apart = (a: Uint8ClampedArray, b: Uint8ClampedArray): number => {
        let sum = 0;
        for (let i = 0; i < a.length; i += 1) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
        return sum / (a.length * 0.75);
      };
      const nameOf = async (frame: Uint8ClampedArray<ArrayBuffer>): Promise<string> =>
        new Uint8Array(await crypto.subtle.digest('SHA-256', frame)).join(' ');
      const measured: Measured[] = [];
      for (const { motion, style, runs } of loops) {
        const recipe = recipeOf(style, 'gradient', 5);
        const living = { motion, strength: 1, size } as const;
        const frames: (readonly [number, Uint8ClampedArray<ArrayBuffer>])[] = [];
        let notes: readonly MotionNote[] = [];
        let step = 0;
        for (const [from, count] of runs) {
          const made = await engine.animate(analysis, recipe, { living, from, count });
          ({ notes } = made);
          for (const [k, frame] of made.frames.entries()) {
            const before = frames.at(-1);
            if (before?.[0] === from + k - 1) step = Math.max(step, apart(frame, before[1]));
            frames.push([from + k, frame]);
          }
        }
        const [first, last] = [frames[0]?.[1], frames.at(-1)?.[1]];
        if (!first || !last) throw new Error('no frames');
        measured.push({
          seen: await seenMoving(size, living, first, frames, { recipe, notes }),
          notes,
          step,
          seam: apart(last, first),
          distinct: new Set(await Promise.all(frames.map(([, frame]) => nameOf(frame)))).size,
        });
      }
      engine.release(analysis);
      return measured;
    },
    {
      path,
      loops: loops.map((loop) => ({ ...loop, runs: runsOf(MOTION_SECONDS[loop.motion]) })),
      size: SIZE,
    },
  );

/** What is wrong with a loop, each fault with where it is. */
function faultsOf({ motion, style }: Loop, { seen, notes, step, seam, distinct }: Measured) {
  const faults: string[] = [];
  for (const { frame, presence, drift, determinant } of seen) {
    const at = `in frame ${String(frame)}`;
    if (!(presence > LIMITS.presence)) faults.push(`the face is gone ${at}`);
    if (!(drift <= LIMITS.drift)) faults.push(`drift ${drift.toFixed(4)} ${at}`);
    if (!(determinant > LIMITS.determinant)) faults.push(`folds ${determinant.toFixed(3)} ${at}`);
  }
  if (!(seam <= step)) faults.push(`seam ${seam.toFixed(2)}, steps up to ${step.toFixed(2)}`);
  // Pixel art stands still until something has moved by a whole cell.
  if (style !== 'pixel' && distinct < seen.length)
    faults.push(`${String(seen.length - distinct)} frames are alike`);
  const shut = shutAt(MOTION_SECONDS[motion]);
  const at = (frame: number): SeenMoving | undefined => seen.find((one) => one.frame === frame);
  const blinks = seen.filter(({ blink }) => blink === 1).map(({ frame }) => frame);
  if (motion === 'paint' || notes.includes('eyes-shut') || notes.includes('eyes-covered'))
    return faults;
  if (blinks.join() !== String(shut)) faults.push(`lids meet in frames ${blinks.join(', ')}`);
  const [open, closed, again] = [at(0)?.opening, at(shut)?.opening, at(shut + 9)?.opening];
  if (open === undefined || closed === undefined || again === undefined)
    throw new Error('a frame is missing');
  if (!(closed < open && closed <= Math.max(SHUT.share * open, SHUT.width)))
    faults.push(`eyes ${closed.toFixed(3)} open in the blink, ${open.toFixed(3)} before`);
  if (!(again >= OPEN_AGAIN * open))
    faults.push(`eyes ${again.toFixed(3)} open after the blink, ${open.toFixed(3)} before`);
  return faults;
}

/** Measures loops of several people; the styles take turns. */
async function faultsAmong(
  page: Page,
  people: readonly string[],
  motionsOf: (k: number) => readonly Motion[],
  runsOf: typeof whole,
): Promise<string> {
  const faults: string[] = [];
  const worst = { drift: 0, determinant: 1, presence: 1 };
  let turn = 0;
  for (const [k, path] of people.entries()) {
    const loops = motionsOf(k).map((motion): Loop => {
      turn += 1;
      return { motion, style: STYLE_IDS[(5 * turn + k) % STYLE_IDS.length] ?? 'realistic' };
    });
    for (const [n, measured] of (await measure(page, path, loops, runsOf)).entries()) {
      const loop = loops[n];
      if (!loop) throw new Error('no loop');
      for (const { drift, determinant, presence } of measured.seen) {
        worst.drift = Math.max(worst.drift, drift);
        worst.determinant = Math.min(worst.determinant, determinant);
        worst.presence = Math.min(worst.presence, presence);
      }
      for (const fault of faultsOf(loop, measured))
        faults.push(`${path}, ${loop.style}, ${loop.motion}: ${fault}`);
    }
  }
  test.info().annotations.push({ type: 'worst', description: JSON.stringify(worst) });
  return faults.join('\n');
}

const drawn = (...names: readonly string[]): string[] => names.map((name) => `people/${name}.webp`);

test('three drawn people stay themselves in every motion, blink once, and have no seam @long', async ({
  enginePage,
}) => {
  const people = drawn('amara', 'kenji', 'rafael');
  expect(await faultsAmong(enginePage, people, (k) => [MOTIONS[k] ?? 'calm'], telling)).toBe('');
});

test('so they do in every single frame @long', async ({ enginePage }) => {
  test.setTimeout(minutes(4));
  const people = drawn('mara', 'finn', 'leila');
  expect(await faultsAmong(enginePage, people, (k) => [MOTIONS[k] ?? 'calm'], whole)).toBe('');
});

/**
 * Some portraits are tested in every long run, each in another motion; all of them, in all motions,
 * in the deep run.
 */
const RUNS = [
  {
    which: 'every third',
    every: 3,
    motionsOf: (k: number) => [MOTIONS[k % MOTIONS.length] ?? 'calm'],
    tag: '@long',
  },
  { which: 'each', every: 1, motionsOf: () => MOTIONS, tag: '@deep' },
] as const;

for (const { which, every, motionsOf, tag } of RUNS)
  test(`real people stay themselves in every motion: ${which}`, { tag }, async ({ enginePage }) => {
    test.setTimeout(minutes(10));
    test.skip(!hasSharedPhoto(FOLDER), 'no folder of real portraits on this machine');
    const people = sharedPhotos(FOLDER)
      .filter((_, i) => i % every === 1 % every)
      .map((name) => `photos/${FOLDER}/${name}`);
    expect(people.length).toBeGreaterThan(0);
    expect(await faultsAmong(enginePage, people, motionsOf, telling)).toBe('');
  });
