import { labOfLinear, linearOf, type Rgb } from '../../../core/colour.ts';
import { LENSES } from '../../faces/lenses.ts';
import { labelsFrame } from '../../faces/parser.ts';
import type { AnalysedFace, Analysis } from '../../photo/analysis.ts';
import { apply, compose, frontalFrame, invert, type Frame } from '../../photo/frame.ts';
import { gaussian, inflated } from '../../raster/blur.ts';
import { clamp } from '../../raster/numbers.ts';
import { sampled, type Point, type Square } from '../../raster/planes.ts';
import { centreOf } from '../../raster/points.ts';
import { awayFrom, faceWidthOf, planeOf, pointsOf, type PortraitCanvas } from './canvas.ts';
import { faceNormals, framedLandmarks, MAP_SIZE } from './facemap.ts';
import { labFrom } from './labs.ts';
import { CHIN, CROWN, EARS } from './mesh.ts';
import { personOn } from './person.ts';
import { spectaclesOf } from './spectacles.ts';
import type { Subject } from './subject.ts';
import { thumbOf } from './thumb.ts';

/** Edge in texels of the planes in which shapes are found. */
const PORTRAIT_TEXELS = 256;
/** Face width as a fraction of that square, which leaves room around any avatar's frame. */
const FACE = 0.3;
/** Edge of the close-up in texels. */
const CLOSE_UP_TEXELS = 240;

const portraitCanvasOf = (
  analysis: Analysis,
  face: AnalysedFace,
  frame: Frame,
  n: number,
  balance: Rgb,
): PortraitCanvas => {
  const { rgba } = thumbOf(analysis, frame, n, n);
  const planes = [0, 1, 2, 3].map((): Square => new Float32Array(n * n));
  for (let i = 0; i < n * n; i += 1) {
    const alpha = rgba[4 * i + 3];
    if (alpha === 0) continue;
    const lab = labOfLinear(labFrom((c) => linearOf(rgba[4 * i + c]) * balance[c]));
    [...lab, alpha].forEach((v, c) => (planes[c][i] = v));
  }
  const landmarks = framedLandmarks(face, frame);
  const [L, a, b, alpha] = planes;
  return { n, L, a, b, alpha, landmarks, width: faceWidthOf({ landmarks }) };
};

export type Portrait = Readonly<ReturnType<typeof portraitOf>>;

/** What a person looks like; worked out once per photo and used by every style. */
export const portraitOf = (
  analysis: Analysis,
  face: AnalysedFace,
  { balance, coloured, light }: Pick<Subject, 'balance' | 'coloured' | 'light'>,
) => {
  const frame = frontalFrame(face, PORTRAIT_TEXELS, { faceWidth: FACE });
  const canvas = portraitCanvasOf(analysis, face, frame, PORTRAIT_TEXELS, balance);
  const near = frontalFrame(face, CLOSE_UP_TEXELS, LENSES);
  const close = portraitCanvasOf(analysis, face, near, CLOSE_UP_TEXELS, balance);
  const person = personOn(canvas, analysis.labels, labelsFrame(face), frame, analysis);
  return {
    /** Maps the photo to the canvas. */
    frame,
    /** Maps the photo to the close-up. */
    near,
    canvas,
    /** An enlarged view of the eyes and their surroundings. */
    close,
    person,
    coloured,
    /** The surface's normal at every texel: x right, y down, z towards the viewer. */
    normals: normalsOf(canvas, person.face),
    /** The side the photo is lit from: -1 left, 1 right. */
    side: light[1] > 0.12 ? (1 as const) : (-1 as const),
    spectacles: spectaclesOf(close, analysis.lenses),
  };
};

/**
 * Normals: inside the face from the landmarks, elsewhere of the matte as an inflated body (after S.
 * Johnston, "Lumo", 2002), bent towards an ellipsoid so that hair and ears turn away with the head.
 */
const normalsOf = (canvas: PortraitCanvas, face: Square): readonly [Square, Square, Square] => {
  const { n, alpha, width } = canvas;
  const map = faceNormals(canvas.landmarks, n);
  const [mx, my] = [0, 1].map((c) => planeOf(MAP_SIZE, (i) => map[4 * i + c] / 127.5 - 1));
  const within = awayFrom(n, (i) => face[i] < 0.5).map((d) => (d > 0.025 * width ? 1 : 0));
  const inner = gaussian(within, n, 0.03 * width);
  const height = inflated(alpha, n, width);
  const [cx, cy] = faceCentreOf(canvas);
  const [nx, ny, nz] = [0, 1, 2].map(() => new Float32Array(n * n));
  const at = (x: number, y: number): number => height[clamp(y, 0, n - 1) * n + clamp(x, 0, n - 1)];
  for (let y = 0; y < n; y += 1) {
    for (let x = 0; x < n; x += 1) {
      const i = y * n + x;
      if (alpha[i] === 0) {
        nz[i] = 1;
        continue;
      }
      const k = 0.75 * width;
      const [dx, dy] = [(at(x - 1, y) - at(x + 1, y)) * k, (at(x, y - 1) - at(x, y + 1)) * k];
      const length = Math.hypot(dx, dy, 1);
      let [bx, by, bz] = [dx / length, dy / length, 1 / length];
      const [hx, hy] = [(x - cx) / (0.66 * width), (y - (cy - 0.12 * width)) / (0.86 * width)];
      const r = hx * hx + hy * hy;
      const head = 0.55 * Math.min(1, 2 * Math.max(0, 1.15 - Math.sqrt(r)));
      [bx, by, bz] = [
        bx * (1 - head) + hx * head,
        by * (1 - head) + hy * 0.8 * head,
        bz * (1 - head) + Math.sqrt(1 - Math.min(0.9, r)) * head,
      ];
      const w = inner[i];
      if (w > 0.001) {
        const scale = MAP_SIZE / n;
        const fx = sampled(mx, MAP_SIZE, x * scale, y * scale);
        const fy = sampled(my, MAP_SIZE, x * scale, y * scale);
        const fz = Math.sqrt(Math.max(0.04, 1 - fx * fx - fy * fy));
        [bx, by, bz] = [bx * (1 - w) + fx * w, by * (1 - w) + fy * w, bz * (1 - w) + fz * w];
      }
      const whole = Math.hypot(bx, by, bz) || 1;
      nx[i] = bx / whole;
      ny[i] = by / whole;
      nz[i] = bz / whole;
    }
  }
  return [nx, ny, nz];
};

/** The face's centre: that of ears, crown and chin. */
export const faceCentreOf = (canvas: PortraitCanvas): Point =>
  centreOf(pointsOf(canvas, [...EARS, CROWN, CHIN]));

/** Converts a point of the close-up to the canvas. */
export const fromClose = ({ frame, near }: Portrait, [x, y]: Point): Point =>
  apply(compose(frame, invert(near)), x, y);

/** Converts a point of the canvas to the close-up; may lie outside it. */
export const toClose = ({ frame, near }: Portrait, [x, y]: Point): Point =>
  apply(compose(near, invert(frame)), x, y);
