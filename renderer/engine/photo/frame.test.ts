import { describe, expect, it } from 'vitest';

import type { Recipe } from '../../core/avatars.ts';
import type { AnalysedFace, Analysis } from './analysis.ts';
import { apply, frameOf, invert, isClose, type Frame } from './frame.ts';

/** A face `width` wide, tilted by `roll` degrees: an oval of landmarks around eyes at (cx, cy). */
const faceAt = (cx: number, cy: number, width: number, roll: number): AnalysedFace => {
  const a = (roll * Math.PI) / 180;
  const at = (x: number, y: number): [number, number] => [
    cx + x * Math.cos(a) - y * Math.sin(a),
    cy + x * Math.sin(a) + y * Math.cos(a),
  ];
  const landmarks = new Float32Array(468 * 3);
  for (let i = 0; i < 468; i += 1) {
    const t = (i / 468) * 2 * Math.PI;
    landmarks.set(
      [...at((Math.cos(t) * width) / 2, Math.sin(t) * width * 0.6 + width * 0.2), 0],
      3 * i,
    );
  }
  const eyes = [at(-width * 0.22, 0), at(width * 0.22, 0)] as const;
  return {
    box: { x: cx - width / 2, y: cy - width / 2, width, height: width },
    score: 0.9,
    presence: 1,
    landmarks,
    eyes,
    roll,
  };
};

/** An analysis of a person whose body reaches the photo's lower border. */
const analysisOf = (
  width: number,
  height: number,
  face: AnalysedFace,
  body = 1.6,
): Omit<Analysis, 'labels' | 'lenses'> => {
  const person = new Uint8ClampedArray(width * height * 4);
  const [[rx, ry], [lx, ly]] = face.eyes;
  const [cx, cy, w] = [(rx + lx) / 2, (ry + ly) / 2, Math.hypot(lx - rx, ly - ry) / 0.44];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const head = Math.hypot((x - cx) / (w * 0.6), (y - cy) / (w * 0.85)) < 1;
      const torso = y > cy + w * 0.9 && Math.abs(x - cx) < (w * body) / 2;
      if (head || torso) person[(y * width + x) * 4 + 3] = 255;
    }
  }
  return {
    id: 'test',
    width,
    height,
    photo: person,
    person,
    faces: [face],
  };
};

const recipe = (seed: number, options: Recipe['options'] = {}): Recipe => ({
  style: 'realistic',
  background: 'none',
  seed,
  options,
  engine: 1,
});
const eyesOf = (frame: Frame, face: AnalysedFace): [[number, number], [number, number]] => [
  apply(frame, ...face.eyes[0]),
  apply(frame, ...face.eyes[1]),
];

describe('frameOf', () => {
  it('puts the eyes level at a fixed height and the face at about 40 % of the width, at any tilt', () => {
    for (const roll of [-40, -12, 0, 25, 45]) {
      const face = faceAt(500, 430, 300, roll);
      const analysis = analysisOf(1000, 1000, face);
      for (const seed of [1, 2, 3, 4]) {
        const frame = frameOf(analysis, recipe(seed), 1000);
        const [[rx, ry], [lx, ly]] = eyesOf(frame, face);
        expect(Math.abs((Math.atan2(ly - ry, lx - rx) * 180) / Math.PI)).toBeLessThan(1.2);
        const tilted = Math.abs(roll) > 20;
        // A tilted photo's corners cut the body sooner, so the frame moves in or down a little.
        expect((ry + ly) / 2000).toBeGreaterThan(0.36);
        expect((ry + ly) / 2000).toBeLessThan(tilted ? 0.58 : 0.5);
        const width = Math.hypot(lx - rx, ly - ry) / 0.44 / 1000;
        expect(width).toBeGreaterThan(0.3);
        expect(width).toBeLessThan(tilted ? 0.68 : 0.48);
      }
    }
  });

  it("never shows the photo's lower border where it cuts the body", () => {
    for (const below of [1.05, 1.2, 1.5, 2.5]) {
      const face = faceAt(400, 330, 240, 0);
      const analysis = analysisOf(800, Math.round(330 + 240 * below), face);
      for (const seed of [1, 2, 3]) {
        const frame = frameOf(analysis, recipe(seed), 512);
        expect(apply(frame, 400, analysis.height)[1]).toBeGreaterThanOrEqual(511);
      }
      const chosen = frameOf(
        analysis,
        recipe(1, { crop: { zoom: 0.7, x: 0, y: -0.2, roll: 0 } }),
        512,
      );
      expect(apply(chosen, 400, analysis.height)[1]).toBeGreaterThanOrEqual(511);
    }
  });

  it('shows no cut border, and gives all faces of a photo one size and eye line, at every seed', () => {
    for (const [width, height, cx, cy, body] of [
      [700, 480, 400, 240, 2.6],
      [420, 520, 170, 260, 2.2],
      [360, 560, 180, 210, 1.9],
    ] as const) {
      const face = faceAt(cx, cy, 200, 3);
      const analysis = analysisOf(width, height, face, body);
      const frames = Array.from({ length: 40 }, (_, seed) => frameOf(analysis, recipe(seed), 1));
      /** How far inside a frame the border is that cuts the person. */
      const shown = (u: number, v: number, x: number, y: number): number[] =>
        analysis.person[(v * width + u) * 4 + 3] === 0
          ? []
          : frames.map((frame) => {
              const [left, top] = apply(frame, x, y);
              return Math.min(left, top, 1 - left, 1 - top);
            });
      const foot = Array.from({ length: width }, (_, x) => shown(x, height - 1, x, height));
      const sides = Array.from({ length: height }, (_, y) => [
        ...shown(0, y, 0, y),
        ...shown(width - 1, y, width, y),
      ]);
      expect(Math.max(...foot.flat(), ...sides.flat())).toBeLessThan(0.001);
      const sizes = frames.map((frame) => Math.hypot(frame.a, frame.b));
      const lines = frames.map((frame) =>
        eyesOf(frame, face).reduce((sum, [, y]) => sum + y / 2, 0),
      );
      for (const [values, most] of [
        [sizes.map((size) => size / (Math.max(...sizes) / 2 + Math.min(...sizes) / 2)), 0.03],
        [lines, 0.03],
      ] as const)
        expect(Math.max(...values) - Math.min(...values)).toBeLessThan(2 * most);
    }
  });

  it('is close only where the photo ends close to the face', () => {
    const close = (width: number, height: number, cx: number, cy: number): boolean => {
      const face = faceAt(cx, cy, 240, 0);
      return isClose(analysisOf(width, height, face, 2.2), face);
    };
    expect(close(800, 800, 400, 330)).toBe(false);
    // At the foot, at a side, and at the top.
    expect(close(800, 560, 400, 330)).toBe(true);
    expect(close(520, 800, 130, 330)).toBe(true);
    expect(close(800, 800, 400, 150)).toBe(true);
  });

  it('leaves room above high hair, and calls no photo close for it', () => {
    const face = faceAt(400, 530, 240, 0);
    const analysis = analysisOf(800, 1_000, face);
    // Hair reaches 1.2 face widths above the eyes.
    const top = 530 - 1.2 * 240;
    for (let y = top; y < 530; y += 1)
      for (let x = 290; x < 510; x += 1) analysis.person[(y * 800 + x) * 4 + 3] = 255;
    for (let seed = 0; seed < 20; seed += 1) {
      const [, crown] = apply(frameOf(analysis, recipe(seed), 1), 400, top);
      expect(crown).toBeGreaterThan(0.01);
    }
    expect(isClose(analysis, face)).toBe(false);
  });

  it('frames a photo that lies on its side or head as the upright one', () => {
    const [width, height] = [800, 640];
    const face = faceAt(400, 300, 240, 0);
    const upright = analysisOf(width, height, face);
    const expected = eyesOf(frameOf(upright, recipe(1), 512), face).flat();
    // Turn the picture upside down: every pixel and point goes to the opposite place.
    const person = Uint8ClampedArray.from(
      { length: upright.person.length },
      (_, i) => upright.person[upright.person.length - 4 - (i - (i % 4)) + (i % 4)] ?? 0,
    );
    const turned = { ...faceAt(400, 340, 240, 180), roll: 180 };
    const found = eyesOf(
      frameOf({ ...upright, person, faces: [turned] }, recipe(1), 512),
      turned,
    ).flat();
    found.forEach((place, i) => expect(place).toBeCloseTo(expected[i] ?? NaN, 0));
  });

  it("moves by a hair's breadth when the matte does, at every seed", () => {
    const face = faceAt(400, 330, 240, 4);
    const [width, height] = [800, 640];
    const one = analysisOf(width, height, face, 2.2);
    // The same person, cut out a pixel wider and higher, with a fainter rim.
    const wider = analysisOf(width, height, face, 2.21);
    const person = new Uint8ClampedArray(wider.person);
    for (let i = 3; i < person.length; i += 4)
      if (person[i] === 255 && (person[i - width * 4] ?? 0) === 0) person[i - width * 4] = 120;
    const other = { ...wider, person, photo: person };
    for (let seed = 1; seed <= 60; seed += 1) {
      const [a, b] = [frameOf(one, recipe(seed), 1), frameOf(other, recipe(seed), 1)];
      expect(Math.abs(Math.log(Math.hypot(b.a, b.b) / Math.hypot(a.a, a.b)))).toBeLessThan(0.008);
      const [[ax, ay], [bx, by]] = [apply(a, ...face.eyes[0]), apply(b, ...face.eyes[0])];
      expect(Math.hypot(bx - ax, by - ay)).toBeLessThan(0.008);
    }
  }, 30_000);

  it('varies slightly with the seed and follows a crop chosen by hand', () => {
    const face = faceAt(500, 430, 300, 0);
    const analysis = analysisOf(1000, 1400, face);
    expect(frameOf(analysis, recipe(1), 512)).toEqual(frameOf(analysis, recipe(1), 512));
    expect(frameOf(analysis, recipe(1), 512)).not.toEqual(frameOf(analysis, recipe(2), 512));
    const plain = frameOf(analysis, recipe(1), 512);
    const moved = frameOf(
      analysis,
      recipe(1, { crop: { zoom: 1.3, x: 0.1, y: 0.05, roll: 0 } }),
      512,
    );
    expect(Math.hypot(moved.a, moved.b) / Math.hypot(plain.a, plain.b)).toBeCloseTo(1.3, 5);
    const eyesY = (frame: Frame): number =>
      eyesOf(frame, face).reduce((sum, [, y]) => sum + y / 2, 0);
    expect(eyesY(moved) - eyesY(plain)).toBeCloseTo(0.05 * 512, 3);
  });

  it('scales with the size, and its inverse undoes it', () => {
    const analysis = analysisOf(900, 1200, faceAt(450, 400, 260, 15));
    const [small, large] = [frameOf(analysis, recipe(5), 256), frameOf(analysis, recipe(5), 1024)];
    const [x, y] = apply(small, 321, 456);
    const [u, v] = apply(large, 321, 456);
    expect([u, v]).toEqual([expect.closeTo(4 * x, 6), expect.closeTo(4 * y, 6)]);
    const [bx, by] = apply(invert(large), u, v);
    expect([bx, by]).toEqual([expect.closeTo(321, 6), expect.closeTo(456, 6)]);
  });
});
