import { expect, it } from 'vitest';

import type { Lab } from '../../../core/colour.ts';
import type { Canvas } from './canvas.ts';
import { BROWS, EYES, LIPS, OVAL } from './mesh.ts';
import { rngOf } from './random.ts';
import { regionsOf } from './regions.ts';

const N = 128;
/** The face's middle, and its half axes. */
const [CX, CY, RX, RY] = [64, 58, 20, 27];

const SKIN: Lab = [0.78, 0.035, 0.045];
const SHADED: Lab = [0.47, 0.035, 0.04];
const SUIT: Lab = [0.3, 0, -0.05];

/** A point of the face: to the right of its middle and below it, in half axes. */
const place = (landmarks: Float32Array, index: number, x: number, y: number): void => {
  landmarks[3 * index] = CX + x * RX;
  landmarks[3 * index + 1] = CY + y * RY;
};

const ringed = (
  landmarks: Float32Array,
  ring: readonly number[],
  [x, y, across, down]: readonly [number, number, number, number],
): void =>
  ring.forEach((index, k) => {
    const angle = (2 * Math.PI * k) / ring.length - Math.PI / 2;
    place(landmarks, index, x + across * Math.cos(angle), y + down * Math.sin(angle));
  });

/** Where the left ear is: its middle, and its half axes. */
const EAR = { x: CX - 1.1 * RX, y: CY + 0.12 * RY, across: 4, down: 8 } as const;
const inEar = (x: number, y: number, size: number): boolean =>
  Math.hypot((x - EAR.x) / EAR.across, (y - EAR.y) / EAR.down) < size;

/** A man in a suit, lit from the right, with close-cropped grey hair through which skin shows. */
const drawn = (): Canvas => {
  const landmarks = new Float32Array(3 * 468);
  ringed(landmarks, OVAL, [0, 0, 1, 1]);
  EYES.forEach((ring, k) => ringed(landmarks, ring, [k ? 0.42 : -0.42, -0.15, 0.2, 0.05]));
  BROWS.forEach((ring, k) => ringed(landmarks, ring, [k ? 0.42 : -0.42, -0.32, 0.24, 0.04]));
  ringed(landmarks, LIPS, [0, 0.55, 0.35, 0.08]);
  place(landmarks, 2, 0, 0.25);
  const rng = rngOf(1, 'crop');
  const [L, a, b, alpha] = [0, 1, 2, 3].map(() => new Float32Array(N * N)) as [
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
  ];
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    const face = Math.hypot((x - CX) / RX, (y - CY) / RY) < 1;
    const head = Math.hypot((x - CX) / (1.12 * RX), (y - CY + 6) / (1.12 * RY)) < 1 && y < CY + 4;
    const neck = Math.abs(x - CX) < 0.6 * RX && y > CY;
    const body = y > CY + 1.25 * RY && Math.abs(x - CX) < 1.2 * (y - CY);
    const noise = 0.04 * (rng() - 0.5);
    const light = 0.24 * Math.max(-1, Math.min(0.5, (x - CX) / RX));
    const crop: Lab = rng() < 0.25 ? [0.47, 0.03, 0.035] : [0.5 + light, 0.004, 0.006];
    const lab = body
      ? SUIT
      : face && y > CY - 0.72 * RY
        ? ([SKIN[0] + light, SKIN[1], SKIN[2]] as const)
        : inEar(x, y, 1)
          ? SHADED
          : head
            ? crop
            : neck
              ? SKIN
              : undefined;
    if (!lab) continue;
    [L[i], a[i], b[i], alpha[i]] = [lab[0] + noise, lab[1], lab[2], 1];
  }
  return { n: N, L, a, b, alpha, landmarks, width: 2 * RX };
};

it('gives an ear in shadow to the skin, beside grey hair of the same lightness', () => {
  const { skin, hair } = regionsOf(drawn());
  let [ear, bare, crown, haired] = [0, 0, 0, 0];
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    if (inEar(x, y, 0.8) && x < CX - 1.02 * RX) {
      ear += 1;
      bare += skin[i] ?? 0;
    }
    if (Math.abs(x - CX) < 8 && y > CY - 1.2 * RY && y < CY - RY) {
      crown += 1;
      haired += hair[i] ?? 0;
    }
  }
  expect(bare / ear).toBeGreaterThan(0.8);
  expect(haired / crown).toBeGreaterThan(0.9);
});

/** A woman with a brown bob, a strip of whose shadow lies on her neck. */
const bobbed = (): Canvas => {
  const canvas = drawn();
  const { L, a, b, alpha } = canvas;
  const rng = rngOf(2, 'bob');
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    const face = Math.hypot((x - CX) / RX, (y - CY) / RY) < 1 && y > CY - 0.72 * RY;
    const bob =
      Math.hypot((x - CX) / (1.7 * RX), Math.min(0, y - CY) / (1.3 * RY)) < 1 &&
      y < CY + 1.1 * RY &&
      (y < CY || Math.abs(x - CX) > 0.95 * RX);
    if (face || (!bob && !inShadow(x, y))) continue;
    [L[i], a[i], b[i], alpha[i]] = [0.3 + 0.06 * (rng() - 0.5), 0.03, 0.04, 1];
  }
  return canvas;
};
const inShadow = (x: number, y: number): boolean =>
  x > CX + 0.78 * RX && x < CX + 0.96 * RX && y > CY + 0.85 * RY && y < CY + 1.5 * RY;

it('takes no narrow shadow on a neck for a lock of hair', () => {
  const { hair } = regionsOf(bobbed());
  let [shadow, lock, sides, bob] = [0, 0, 0, 0];
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    if (inShadow(x, y) && y > CY + 1.25 * RY) {
      shadow += 1;
      lock += hair[i] ?? 0;
    }
    if (Math.abs(x - CX) > 1.1 * RX && Math.abs(x - CX) < 1.6 * RX && y > CY && y < CY + RY) {
      sides += 1;
      bob += hair[i] ?? 0;
    }
  }
  expect(lock / shadow).toBeLessThan(0.2);
  expect(bob / sides).toBeGreaterThan(0.9);
});

/** The part of the texels for which `where` holds that `region` has. */
const share = (region: ArrayLike<number>, where: (x: number, y: number) => boolean): number => {
  let [all, own] = [0, 0];
  for (let i = 0; i < N * N; i += 1) {
    if (!where((i % N) + 0.5, Math.floor(i / N) + 0.5)) continue;
    all += 1;
    own += region[i] ?? 0;
  }
  return own / all;
};

it('gives a cream shirt to the clothes, though light on brown skin is cream too', () => {
  const canvas = drawn();
  const { L, a, b, alpha } = canvas;
  const inShirt = (x: number, y: number): boolean =>
    y > CY + 1.15 * RY && y < CY + 2 * RY && Math.abs(x - CX) < 0.45 * RX;
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    if ((alpha[i] ?? 0) === 0) continue;
    const light = (x - CX) / RX;
    const [p, q] = [Math.sin(x / 3) * Math.cos(y / 4), Math.cos(x / 4) * Math.sin(y / 3)];
    if (inShirt(x, y)) [L[i], a[i], b[i]] = [0.84, -0.002, 0.03];
    else if (y < CY + 1.25 * RY && (a[i] ?? 0) > 0.02)
      [L[i], a[i], b[i]] = [0.6 + 0.14 * light + 0.1 * p, 0.028 - 0.02 * light + 0.02 * q, 0.05];
  }
  const { clothes, skin } = regionsOf(canvas);
  expect(
    share(clothes, (x, y) => inShirt(x, y) && y > CY + 1.45 * RY && y < CY + 1.9 * RY),
  ).toBeGreaterThan(0.9);
  expect(share(skin, (x, y) => Math.hypot((x - CX) / RX, (y - CY) / RY) < 0.6)).toBeGreaterThan(
    0.95,
  );
});

/** A low neckline with a string of beads across the throat, as dark as the suit. */
const beaded = (): Canvas => {
  const canvas = drawn();
  const { L, a, b } = canvas;
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    if (inNeck(x, y) && y > CY + 1.1 * RY) [L[i], a[i], b[i]] = SKIN;
    if (inNeck(x, y) && inBeads(x, y)) [L[i], a[i], b[i]] = SUIT;
  }
  return canvas;
};
const inNeck = (x: number, y: number): boolean =>
  y > CY + RY && y < CY + 2 * RY && Math.abs(x - CX) < 0.36 * RX;
const inBeads = (x: number, y: number): boolean =>
  Math.abs(y - CY - 1.62 * RY + ((x - CX) / RX) ** 2 * 8) < 1;

it('gives a string of beads across a throat to the skin', () => {
  const { skin, clothes } = regionsOf(beaded());
  const worn = (x: number, y: number): boolean => inNeck(x, y) && inBeads(x, y);
  expect(share(skin, worn)).toBeGreaterThan(0.8);
  expect(
    share(
      clothes,
      (x, y) => Math.abs(x - CX) > RX && y > CY + 1.6 * RY && Math.abs(x - CX) < y - CY,
    ),
  ).toBeGreaterThan(0.95);
});

it('leaves no speck of a person without a region', () => {
  const canvas = bobbed();
  const { L, a, b, alpha } = canvas;
  // A narrow lock ends on the collar.
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    const u = (x - CX) / RX;
    if (u > 0.7 && u < 0.85 && y > CY + 0.8 * RY && y < CY + 1.6 * RY)
      [L[i], a[i], b[i], alpha[i]] = [0.3, 0.035, 0.045, 1];
    else if (u > 0.45 && u <= 0.7 && y > CY + 1.12 * RY)
      [L[i], a[i], b[i], alpha[i]] = [...SUIT, 1];
  }
  const { skin, hair, clothes } = regionsOf(canvas);
  const left = skin.filter(
    (v, i) => (alpha[i] ?? 0) > 0.3 && v + (hair[i] ?? 0) + (clothes[i] ?? 0) === 0,
  );
  expect(left).toHaveLength(0);
});

it('tells a scarf over head and shoulders from hair', () => {
  const canvas = drawn();
  const { L, a, b, alpha } = canvas;
  for (let i = 0; i < N * N; i += 1) {
    const [x, y] = [(i % N) + 0.5, Math.floor(i / N) + 0.5];
    const face = Math.hypot((x - CX) / (0.9 * RX), (y - CY) / (0.9 * RY)) < 1;
    const hood = Math.hypot((x - CX) / (1.3 * RX), Math.min(0, y - CY) / (1.3 * RY)) < 1;
    if (!face && (hood || (alpha[i] ?? 0) > 0))
      [L[i], a[i], b[i], alpha[i]] = [0.48 + 0.04 * Math.sin(x / 5 + y / 9), -0.055, -0.01, 1];
  }
  expect(regionsOf(canvas).scarf).toBe(true);
  for (const other of [drawn(), bobbed()]) expect(regionsOf(other).scarf).toBe(false);
});
