import { describe, expect, it } from 'vitest';

import { framesOf } from '../../core/motion.ts';
import { LOWER, OVAL, UPPER } from '../styles/shared/mesh.ts';
import { eyesOf, monotone, shutLandmarks } from './eyes.ts';
import { bodyOf, GRID, leastDeterminant, type Body, type Field } from './field.ts';
import { closeEyes } from './lids.ts';
import { LEAST_DETERMINANT, limitsOf } from './limits.ts';
import { orderOf } from './maps.ts';
import { blinkAt, blinksOf, momentAt, styleAt, type MotionAsked } from './time.ts';

const SIZE = 512;

/**
 * A ball as a head: 468 points on it, with eyes, mouth and outline in place. `turn` moves the nose.
 */
function face(turn = 0): Float32Array {
  const points = new Float32Array(468 * 3);
  const [cx, cy, r] = [256, 230, 110];
  const put = (i: number, x: number, y: number): void => {
    const d = Math.min(1, Math.hypot(x - cx, (y - cy) / 1.25) / r);
    points.set([x, y, -90 * Math.sqrt(1 - d * d)], 3 * i);
  };
  for (let i = 0; i < 468; i += 1) {
    const [a, d] = [i * 2.399963, 0.9 * Math.sqrt(i / 468) * r];
    put(i, cx + d * Math.cos(a), cy + 1.25 * d * Math.sin(a));
  }
  OVAL.forEach((i, k) => {
    const a = -Math.PI / 2 + (2 * Math.PI * k) / OVAL.length;
    put(i, cx + r * Math.cos(a), cy + 1.25 * r * Math.sin(a));
  });
  for (const e of [0, 1] as const)
    for (const [lid, sign] of [
      [UPPER[e], -1],
      [LOWER[e], 1],
    ] as const)
      lid.forEach((i, k) => {
        const x = (k / 8 - 0.5) * 44;
        put(
          i,
          (e === 0 ? 212 : 300) + (e === 0 ? x : -x),
          215 + sign * 8 * Math.sin((Math.PI * k) / 8),
        );
      });
  put(1, cx + turn * 60, 245);
  put(61, 222, 290);
  put(291, 290, 290);
  put(13, 256, 288);
  put(14, 256, 289);
  put(0, 256, 282);
  put(17, 256, 298);
  return points;
}

const matte = Float32Array.from({ length: GRID * GRID }, (_, i) => {
  const [x, y] = [((i % GRID) / GRID) * SIZE, (Math.floor(i / GRID) / GRID) * SIZE];
  return Math.hypot(x - 256, (y - 220) / 1.3) < 135 || (y > 400 && Math.abs(x - 256) < 210) ? 1 : 0;
});
const measured = (body: Body) => ({ body, openings: [0.3, 0.3], skin: [0.6, 0.6] }) as const;

describe('the motion', () => {
  const body = bodyOf(face(), matte, SIZE);

  it.each([
    { motion: 'calm', strength: 1 },
    { motion: 'lively', strength: 1 },
    {
      motion: 'lively',
      strength: 1,
      premium: {
        seconds: 8,
        moves: ['look', 'nod', 'tilt', 'smile'],
        camera: 'orbit',
        styles: ['ink', 'comic'],
      },
    },
    {
      motion: 'calm',
      strength: 1,
      premium: { seconds: 5, moves: ['nod', 'smile'], camera: 'push', styles: [] },
    },
  ] satisfies MotionAsked[])(
    'of $motion, with $premium, never folds, begins with the still, and has no seam',
    (asked) => {
      const { limits, notes } = limitsOf(measured(body), asked);
      expect(notes).toEqual([]);
      const count = framesOf(asked);
      const fieldAt = (k: number): Field => body.at(momentAt((k % count) / count, asked, limits));
      const stepFrom = (k: number): number => {
        const [one, other] = [fieldAt(k), fieldAt(k + 1)];
        expect(leastDeterminant(one, SIZE)).toBeGreaterThan(LEAST_DETERMINANT);
        return one.x.reduce(
          (most, x, i) =>
            Math.max(
              most,
              Math.hypot(x - (other.x[i] as number), (one.y[i] as number) - (other.y[i] as number)),
            ),
          0,
        );
      };
      const first = fieldAt(0);
      expect([...first.x, ...first.y].every((value) => Math.abs(value) === 0)).toBe(true);
      const steps = Array.from({ length: 12 }, (_, k) => stepFrom(Math.floor((k * count) / 12)));
      expect(Math.min(...steps.slice(1))).toBeGreaterThan(0);
      expect(stepFrom(count - 1)).toBeLessThanOrEqual(Math.max(...steps));
      // It moves, most of all in front: the nose farther than the silhouette.
      const turned = body.under(
        face(),
        body.at({ yaw: 4, pitch: 0, roll: 0, sway: 0, smile: 0, breath: 0 }),
      );
      const by = (i: number): number =>
        Math.abs((turned[3 * i] as number) - (face()[3 * i] as number));
      expect(by(1)).toBeGreaterThan(3);
      expect(by(234)).toBeLessThan(by(1) / 2);
    },
  );

  it('is told off, with the reason, where a face is turned, shut, covered, smiling or close', () => {
    const asked = { motion: 'lively', strength: 1 } as const;
    const turned = limitsOf(measured(bodyOf(face(0.9), matte, SIZE)), asked);
    expect(turned.notes).toContain('turned');
    expect(turned.limits.turn).toBeLessThanOrEqual(0.5);
    expect(limitsOf({ ...measured(body), openings: [0.05, 0.3] }, asked)).toMatchObject({
      notes: ['eyes-shut'],
      limits: { blink: 0 },
    });
    expect(limitsOf({ ...measured(body), skin: [0.6, 0.02] }, asked)).toMatchObject({
      notes: ['eyes-covered'],
      limits: { blink: 0 },
    });
    expect(limitsOf(measured({ ...body, lipsApart: 0.3 }), asked).limits.smile).toBe(0.4);
    expect(limitsOf(measured({ ...body, faceWidth: 0.7 * SIZE }), asked)).toMatchObject({
      notes: ['close'],
      limits: { breath: 0 },
    });
    expect(
      limitsOf(measured({ ...body, lipsApart: 0.3 }), { ...asked, motion: 'paint' }).notes,
    ).toEqual([]);
  });

  it('of a premium animation does each move once and in turn, and the camera comes back', () => {
    const premium = {
      seconds: 6,
      moves: ['look', 'nod', 'tilt', 'smile'],
      camera: 'drift',
      styles: [],
    } as const;
    const asked = { motion: 'paint', strength: 1, premium } as const;
    const { limits } = limitsOf(measured(body), asked);
    const moments = Array.from({ length: 144 }, (_, k) => momentAt(k / 144, asked, limits));
    const peak = (of: (moment: (typeof moments)[number]) => number): number => {
      const values = moments.map((moment) => Math.abs(of(moment)));
      const most = Math.max(...values);
      expect(most).toBeGreaterThan(0.5);
      return values.indexOf(most) / 144;
    };
    const peaks = [
      peak((m) => m.yaw),
      peak((m) => m.pitch),
      peak((m) => m.roll),
      peak((m) => m.smile),
    ];
    for (const [k, at] of peaks.entries()) {
      expect(at).toBeGreaterThan(0.06 + 0.22 * k);
      expect(at).toBeLessThan(0.06 + 0.22 * (k + 1));
    }
    expect(Math.max(...moments.map(({ camera }) => camera.zoom))).toBeCloseTo(1.13, 2);
    expect(moments[0]?.camera.zoom).toBe(1);
    // The camera never looks beyond the picture.
    for (const { camera } of moments)
      for (const at of [camera.x, camera.y]) {
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(1);
      }
  });

  it.each([2, 3, 6])('through %i styles shows each of them alone, and blinks there', (count) => {
    const frames = 8 * 24;
    const shown = Array.from({ length: frames }, (_, k) => styleAt(k / frames, count));
    for (let style = 0; style < count; style += 1)
      expect(
        shown.filter(({ from, spread }) =>
          spread === 0 ? from === style : spread === 1 && (from + 1) % count === style,
        ).length,
      ).toBeGreaterThan(5);
    expect(shown[0]).toEqual({ from: 0, spread: 0 });
    expect(shown.at(-1)).toEqual({ from: count - 1, spread: 1 });
    const styles = (['ink', 'comic', 'pencil', 'pixel', 'modern'] as const).slice(0, count - 1);
    const asked = {
      motion: 'calm',
      strength: 1,
      premium: { seconds: 8, moves: [], camera: 'still', styles },
    } as const;
    const { limits } = limitsOf(measured(body), asked);
    const blinks = shown.flatMap(({ spread }, k) =>
      momentAt(k / frames, asked, limits).blink > 0 ? [spread] : [],
    );
    expect(blinks.length).toBeGreaterThan(5);
    expect(blinks.every((spread) => spread === 0 || spread === 1)).toBe(true);
  });

  it('slows a turn down until nothing folds', () => {
    const deep = {
      ...body,
      at: (pose: Parameters<Body['at']>[0]) => body.at({ ...pose, yaw: pose.yaw * 6 }),
    };
    const asked = { motion: 'lively', strength: 1 } as const;
    const { limits } = limitsOf(measured(deep), asked);
    expect(limits.turn).toBeLessThan(1);
    expect(leastDeterminant(deep.at(momentAt(0.25, asked, limits)), SIZE)).toBeGreaterThan(
      LEAST_DETERMINANT,
    );
  });
});

describe('a blink', () => {
  it.each([
    [3, 24, 1],
    [4, 24, 1],
    [6, 24, 2],
    [8, 30, 2],
  ])('in %i s at %i frames a second is whole in a frame, %i times', (seconds, rate, times) => {
    const frames = Array.from({ length: seconds * rate }, (_, k) =>
      blinksOf(seconds, rate).reduce((most, at) => Math.max(most, blinkAt(k / rate - at)), 0),
    );
    expect(frames.filter((c) => c === 1).length).toBeGreaterThanOrEqual(times);
    expect(frames[0]).toBe(0);
    expect(frames.at(-1)).toBe(0);
  });

  it('of landmarks leaves all others where they are, and the lids on the line where they meet', () => {
    const shut = shutLandmarks(face());
    for (const [e, { opening, centre }] of eyesOf(shut).entries()) {
      expect(opening).toBeLessThan(0.02);
      expect(centre).toEqual(eyesOf(face())[e as 0 | 1].centre);
    }
    const lids = new Set<number>([...UPPER, ...LOWER].flat());
    for (const [k, value] of shut.entries())
      if (!lids.has(Math.floor(k / 3))) expect(value).toBe(face()[k]);
  });

  it('lids run through their points and never beyond them', () => {
    const line = monotone([
      [0, 0],
      [1, 2],
      [2, 2],
      [3, 0],
    ]);
    expect([0, 1, 2, 3].map(line)).toEqual([0, 2, 2, 0]);
    for (let x = 0; x <= 3; x += 0.05) expect(line(x)).toBeLessThanOrEqual(2);
  });
});

it('the order of strokes takes the whole loop to cross the person, wherever they stand', () => {
  const small = Float32Array.from({ length: GRID * GRID }, (_, i) =>
    Math.hypot((i % GRID) - 70, Math.floor(i / GRID) - 70) < 30 ? 1 : 0,
  );
  for (const where of [matte, small]) {
    const order = orderOf(face(), where, SIZE, 5);
    const own = [...where.keys()].filter((i) => where[i] === 1).map((i) => order[4 * i] ?? 0);
    const share = (from: number, to: number): number =>
      own.filter((value) => value >= from && value < to).length / own.length;
    for (const [from, to] of [
      [0, 64],
      [64, 128],
      [128, 192],
      [192, 256],
    ] as const)
      expect(share(from, to)).toBeGreaterThan(0.04);
    // Hardly any are cut off at either end.
    expect(share(0, 1) + share(255, 256)).toBeLessThan(0.05);
  }
});

it('shut lids are skin where the eye was, with a lash line, and nothing else is touched', () => {
  const n = 512;
  const picture = new Uint8ClampedArray(n * n * 4);
  const eyes = eyesOf(face());
  for (let y = 0; y < n; y += 1)
    for (let x = 0; x < n; x += 1) {
      const white = eyes.some(
        ({ centre }) => Math.hypot(x - centre[0], (y - centre[1]) * 2.6) < 20,
      );
      const lash = eyes.some(
        ({ centre }) => Math.abs(x - centre[0]) < 22 && y > centre[1] - 10 && y < centre[1] - 7,
      );
      picture.set(
        lash ? [40, 25, 20, 255] : white ? [240, 240, 245, 255] : [200, 150, 120, 255],
        4 * (y * n + x),
      );
    }
  const { pixels, skin } = closeEyes(picture, n, n, face());
  expect(Math.min(...skin)).toBeGreaterThan(0.5);
  for (const { centre } of eyes) {
    const at = (dx: number, dy: number): number[] => {
      const i = 4 * (Math.round(centre[1] + dy) * n + Math.round(centre[0] + dx));
      return [...pixels.subarray(i, i + 4)];
    };
    // Instead of the eye's white there is skin, a little lighter on the ball.
    const [r, g, b] = at(0, -2);
    expect(Math.abs((r ?? 0) - 205)).toBeLessThan(25);
    expect(Math.abs((g ?? 0) - 152)).toBeLessThan(25);
    expect(Math.abs((b ?? 0) - 121)).toBeLessThan(25);
    const column = Array.from({ length: 24 }, (_, k) => at(0, k - 8)[0] ?? 255);
    expect(Math.min(...column)).toBeLessThan(120);
  }
  const far = 4 * (400 * n + 256);
  expect([...pixels.subarray(far, far + 4)]).toEqual([200, 150, 120, 255]);
  const changed = pixels.reduce((count, value, i) => count + (value === picture[i] ? 0 : 1), 0);
  expect(changed).toBeLessThan(n * n * 4 * 0.03);
});
