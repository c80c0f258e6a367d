import { expect, it } from 'vitest';

import { LABELS, type FaceLabels, type Label } from '../../photo/labels.ts';
import type { Square } from '../../raster/planes.ts';
import type { PortraitCanvas } from './canvas.ts';
import { OVAL } from './mesh.ts';
import { personOn, type PersonMasks } from './person.ts';

const N = 128;
const [CX, CY, WIDTH] = [64, 60, 40];
const FRAME = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

type Test = (x: number, y: number) => boolean;

const plane = (test: Test): Square =>
  Float32Array.from({ length: N * N }, (_, i) => (test(i % N, Math.floor(i / N)) ? 1 : 0));

/**
 * A person whose texels have the label of the last test that holds, or none. The label `doubted` is as
 * likely as `sure` says, and else it is skin.
 */
const seen = (
  tests: Partial<Record<Label, Test>>,
  {
    height = N,
    doubted = 'facial hair',
    sure = () => 1,
  }: { height?: number; doubted?: Label; sure?: (x: number) => number } = {},
): PersonMasks => {
  const labelAt = (x: number, y: number): Label =>
    LABELS.findLast((label) => tests[label]?.(x, y)) ?? 'background';
  const planes = Object.fromEntries(
    LABELS.map((label) => [label, plane((x, y) => labelAt(x, y) === label)]),
  ) as unknown as FaceLabels['planes'];
  planes[doubted].forEach((v, i, plane) => {
    plane[i] = sure(i % N) * v;
    if (v > 0) planes['face skin'][i] = 1 - plane[i];
  });
  const alpha = plane((x, y) => labelAt(x, y < height ? y : 2 * height - 1 - y) !== 'background');
  const landmarks = new Float32Array(3 * 468);
  OVAL.forEach((index, k) => {
    const angle = (2 * Math.PI * k) / OVAL.length;
    landmarks.set([CX + 20 * Math.sin(angle), CY - 26 * Math.cos(angle), 0], 3 * index);
  });
  const L = plane((x, y) => labelAt(x, y) !== 'facial hair');
  const none = new Float32Array(N * N);
  const canvas: PortraitCanvas = { n: N, L, a: none, b: none, alpha, landmarks, width: WIDTH };
  return personOn(canvas, { n: N, planes }, FRAME, FRAME, { width: N, height });
};

const at = (mask: Square, x: number, y: number): number => mask[y * N + x] ?? Number.NaN;

const head: Test = (x, y) => Math.hypot((x - CX) / 24, (y - CY) / 34) < 1;
const body: Test = (x, y) => y > 90 && Math.abs(x - CX) < 45;
const hair: Test = (x, y) => head(x, y) && y < 40;

it('gives every texel of a person to one mask, and what is worn on the head to clothes', () => {
  const {
    skin,
    hair: own,
    beard,
    clothes,
  } = seen({
    'face skin': head,
    'scalp hair': hair,
    'facial hair': (x, y) => head(x, y) && y > 74,
    headwear: (x, y) => head(x, y) && y < 34,
    clothes: body,
  });
  expect([at(clothes, CX, 30), at(own, CX, 37), at(skin, CX, CY), at(beard, CX, 80)]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(at(clothes, CX, 110)).toBe(1);
  skin.forEach((v, i) => {
    const all = v + (own[i] ?? 0) + (beard[i] ?? 0) + (clothes[i] ?? 0);
    expect(all).toBeLessThanOrEqual(1);
  });
});

it('leaves jewellery, spectacles and specks to what is around them', () => {
  const {
    skin,
    clothes,
    hair: own,
  } = seen({
    'face skin': head,
    clothes: (x, y) => body(x, y) || Math.hypot(x - CX, y - CY) < 2,
    spectacles: (x, y) => head(x, y) && y > 50 && y < 54,
    jewellery: (x, y) => body(x, y) && y > 95 && y < 98,
  });
  expect(at(skin, CX, CY)).toBe(1);
  expect(at(skin, CX, 52)).toBe(1);
  expect(at(clothes, CX, 96)).toBe(1);
  expect(Math.max(...own)).toBe(0);
});

it('takes a beard that is hardly likelier than skin for skin', () => {
  const chin: Test = (x, y) => head(x, y) && y > 74;
  const bearded = (sure: (x: number) => number) =>
    seen({ 'face skin': head, 'facial hair': chin, clothes: body }, { sure });
  expect(at(bearded(() => 0.8).beard, CX, 80)).toBe(1);
  const doubtful = bearded(() => 0.53);
  expect(Math.max(...doubtful.beard)).toBe(0);
  expect(at(doubtful.skin, CX, 80)).toBe(1);
  // Its ends may be less likely than skin.
  const thin = bearded((x) => (Math.abs(x - CX) < 8 ? 0.9 : 0.4));
  expect(at(thin.beard, CX + 12, 80)).toBe(1);
});

it('takes a patch of hair that is nowhere sure for skin, the more so on a bald head', () => {
  const haired = (where: Test, sure: number) =>
    seen({ 'face skin': head, 'scalp hair': where }, { doubted: 'scalp hair', sure: () => sure });
  expect(at(haired(hair, 0.9).hair, CX, 36)).toBe(1);
  const unsure = haired(hair, 0.65);
  expect(Math.max(...unsure.hair)).toBe(0);
  expect(at(unsure.skin, CX, 36)).toBe(1);
  const fringe: Test = (x, y) => head(x, y) && x < CX - 4 && y > 40 && y < 75;
  expect(at(haired(fringe, 1).hair, CX - 14, 58)).toBe(1);
  expect(Math.max(...haired(fringe, 0.85).hair)).toBe(0);
});

it('continues labels below the photo as the body is continued, mirrored', () => {
  const { clothes } = seen({ 'face skin': head, clothes: body }, { height: 110 });
  expect(at(clothes, CX, 120)).toBe(1);
});

it('tells a bald head from one with hair or a hat', () => {
  expect(seen({ 'face skin': head, clothes: body }).bald).toBe(true);
  expect(seen({ 'face skin': head, 'scalp hair': hair, clothes: body }).bald).toBe(false);
  expect(seen({ 'face skin': head, headwear: hair, clothes: body }).bald).toBe(false);
});
