/** The head of one person: the generic face, bent into theirs, with a skull, lids, lips and ears. */
import { canonicalFace } from './canonical.ts';
import { bell, clamp, fbm, given, lerp, noise, smooth, type V3 } from './math.ts';
import { computeNormals, subdivide, surface, type Mesh } from './mesh.ts';

/** What makes a face this person's; 0 is the generic face, 1 about a centimetre or a strong trait. */
export interface Face {
  seed: number;
  width: number;
  long: number;
  jaw: number;
  chinLong: number;
  chinWide: number;
  chinOut: number;
  temple: number;
  fat: number;
  cheekbone: number;
  noseLong: number;
  noseWide: number;
  noseUp: number;
  noseOut: number;
  bridge: number;
  hump: number;
  eyeOpen: number;
  eyeWide: number;
  eyeTilt: number;
  eyeApart: number;
  eyeDeep: number;
  hood: number;
  crease: number;
  brow: number;
  browRidge: number;
  lipUp: number;
  lipDown: number;
  mouthWide: number;
  mouthUp: number;
  smile: number;
  open: number;
  age: number;
  neck: number;
  ear: number;
}

export const SKIN = 1;
export const EYE = 2;
export const TEETH = 3;
export const MOUTH = 4;
export const CLOTH = 5;
export const CLOTH2 = 6;
export const METAL = 7;
export const HAIR = 8;

const EYE_R = [33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7];
const EYE_L = [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249];
const LIPS_IN = [
  78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
];
const LIPS_OUT = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
];
/** Between the two. */
const LIPS_MID = [
  76, 184, 74, 73, 72, 11, 302, 303, 304, 408, 306, 307, 320, 404, 315, 16, 85, 180, 90, 77, 62,
  183, 42, 41, 38, 12, 268, 271, 272, 407, 292, 325, 319, 403, 316, 15, 86, 179, 89, 96,
];
const OVAL = [
  356, 389, 251, 284, 332, 297, 338, 10, 109, 67, 103, 54, 21, 162, 127, 234, 93, 132, 58, 172, 136,
  150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454,
];

export const SKULL: { c: V3; r: V3 } = { c: [0, 4.5, -4], r: [7.75, 8.7, 9.6] };
export const onSkull = (d: V3, out = 0): V3 => {
  const l = Math.hypot(d[0], d[1], d[2]) || 1;
  return [
    SKULL.c[0] + (d[0] / l) * (SKULL.r[0] + out),
    SKULL.c[1] + (d[1] / l) * (SKULL.r[1] + out),
    SKULL.c[2] + (d[2] / l) * (SKULL.r[2] + out),
  ];
};

/** Bends any point of the generic head into the person's. */
export function bend(f: Face, p: V3): V3 {
  let [x, y, z] = p;
  const [rx, ry, rz] = p;
  const s = Math.sign(rx) || 1;
  const front = smooth(-3, 3, rz);
  const ax = Math.abs(rx);
  // Proportions.
  x *= 1 + 0.06 * f.width;
  y += 0.06 * f.long * (ry - 1);
  // Jaw, chin, temples, cheeks.
  const low = smooth(-2, -6.5, ry);
  x += s * f.jaw * 0.75 * low * smooth(1.5, 5, ax) * smooth(-8, -1, rz);
  y -= f.chinLong * 0.8 * smooth(-5.5, -9, ry) * front;
  x += s * f.chinWide * 0.6 * bell(ry + 8.9, 1.5) * bell(ax - 2.6, 1.5) * front;
  z += f.chinOut * 0.7 * bell(ry + 8.4, 1.3) * bell(rx, 2.2) * front;
  x += s * f.temple * 0.5 * smooth(3, 7, ry) * smooth(3, 6, ax) * front;
  const cheek = bell(ax - 4.4, 1.7) * bell(ry + 2.8, 2.1) * front;
  x += s * f.fat * 0.45 * cheek;
  z += f.fat * 0.5 * cheek;
  const under = bell(ax - 2.5, 3.5) * bell(ry + 9, 1.4) * smooth(5, 1, rz);
  y -= Math.max(0, f.fat) * 0.5 * under;
  const bone = bell(ax - 5.3, 1.1) * bell(ry - 0.2, 1.1) * front;
  z += f.cheekbone * 0.35 * bone;
  x += s * f.cheekbone * 0.35 * bone;
  // A hollow below the cheekbone.
  z -= (f.cheekbone * 0.25 + f.age * 0.25) * bell(ax - 4.9, 0.9) * bell(ry + 2.6, 1.2) * front;
  // Nose.
  const nose = bell(rx, 1.1);
  const tip = bell(ry + 0.9, 0.9);
  y -= f.noseLong * 0.6 * bell(rx, 1.5) * smooth(2.5, -0.5, ry) * smooth(-3.2, -1.9, ry) * front;
  y += f.noseUp * 0.4 * nose * tip * smooth(5, 6.8, rz);
  z += f.noseOut * 0.6 * bell(rx, 0.9) * bell(ry + 0.8, 1.1) * smooth(4.8, 6.5, rz);
  x += s * f.noseWide * 0.5 * bell(ax - 1.3, 0.65) * bell(ry + 1.2, 0.85) * smooth(4, 5.3, rz);
  x += s * f.noseWide * 0.2 * bell(ax - 0.5, 0.4) * bell(ry - 1, 1.6) * smooth(4.5, 5.8, rz);
  z += f.bridge * 0.5 * bell(rx, 0.8) * bell(ry - 2.4, 1.6) * smooth(3, 5, rz);
  z += f.hump * 0.35 * bell(rx, 0.6) * bell(ry - 1.4, 0.7) * smooth(4, 5.5, rz);
  // Brows.
  y += f.brow * 0.45 * bell(ry - 4.9, 0.9) * front;
  z += f.browRidge * 0.4 * bell(ry - 4.5, 0.6) * bell(ax - 2.2, 1.8) * front;
  // Eyes.
  const dx = ax - 3.15;
  const dy = ry - 2.62;
  const near = bell(dx, 1.7) * bell(dy, 1.3) * front;
  x += s * (f.eyeApart * 0.35 + f.eyeWide * 0.11 * dx) * near;
  y += f.eyeTilt * 0.13 * dx * near;
  z -= f.eyeDeep * 0.35 * near;
  const up = smooth(0, 0.22, dy) * (1 - smooth(0.35, 1.7, dy));
  const down = smooth(0, -0.22, dy) * (1 - smooth(-0.35, -1.4, dy));
  const eyeX = bell(dx + 0.08, 0.72) * front;
  const open = 0.17 * f.eyeOpen - 0.07 * f.smile;
  y += open * up * eyeX - (0.1 * f.eyeOpen - 0.12 * f.smile) * down * eyeX;
  // Mouth: shut first (the generic one is open), then fuller lips, then the smile.
  const inLips = bell(rx, 1.6) * smooth(3.5, 4.6, rz);
  const dm = ry + 4.27;
  const part = 0.29 * Math.cos(clamp(rx / 2.2, -1, 1) * 1.57);
  y -= part * smooth(0, 0.16, dm) * (1 - smooth(0.25, 1.7, dm)) * smooth(3, 4.3, rz);
  y += part * smooth(0, -0.16, dm) * (1 - smooth(-0.25, -1.9, dm)) * smooth(3, 4.3, rz);
  y +=
    f.lipUp * 0.22 * inLips * bell(dm - 0.85, 0.45) -
    f.lipDown * 0.25 * inLips * bell(dm + 1.0, 0.5);
  z +=
    f.lipUp * 0.22 * inLips * bell(dm - 0.5, 0.4) +
    f.lipDown * 0.28 * inLips * bell(dm + 0.65, 0.45);
  x += s * f.mouthWide * 0.4 * bell(ax - 2.4, 0.9) * bell(dm, 1) * front;
  y += f.mouthUp * 0.3 * bell(dm, 1.4) * bell(rx, 3) * front;
  const corner = bell(ax - 2.5, 1.0) * bell(dm, 1.1) * front;
  x += s * f.smile * 0.62 * corner;
  y += f.smile * 0.55 * corner;
  z -= f.smile * 0.42 * corner;
  const mid = bell(rx, 1.7) * smooth(3, 4.5, rz);
  z -= f.smile * 0.2 * mid * bell(dm, 1.2);
  y += f.open * 0.28 * mid * smooth(-0.05, 0.2, dm) * (1 - smooth(0.5, 2.3, dm));
  y -= f.open * 0.42 * mid * smooth(0.05, -0.2, dm) * (1 - smooth(-0.8, -7, dm));
  y -= f.open * 0.25 * smooth(-5, -8, ry) * front;
  // Cheeks rise and round in a smile.
  const apple = bell(ax - 4.1, 1.1) * bell(ry + 0.6, 1.1) * front;
  y += f.smile * 0.3 * apple;
  z += f.smile * 0.42 * apple;
  x += s * f.smile * 0.15 * apple;
  // Years: jowls and slack lids.
  z += f.age * 0.2 * bell(ax - 3.4, 0.9) * bell(ry + 6.6, 1) * front;
  y -= f.age * 0.12 * near;
  // No face is even.
  const q = f.seed * 7.13;
  const uneven = 0.26 * front;
  x += uneven * noise(rx * 0.13 + q, ry * 0.16, 3.3);
  y += uneven * noise(rx * 0.15, ry * 0.16 + q, 8.1);
  z += uneven * noise(rx * 0.2, ry * 0.2, 5.5 + q);
  return [x, y, z];
}

export interface Eyeball {
  centre: V3;
  radius: number;
}
export interface Head {
  skin: Mesh;
  eyeballs: [Eyeball, Eyeball];
  /** Upper lid edge, lower lid edge, of the right and left eye, from the outer to the inner corner. */
  lids: { upper: V3[]; lower: V3[] }[];
  mouth: V3;
}

function loopsOf(triangles: Uint32Array): number[][] {
  const half = new Set<number>();
  for (let k = 0; k < triangles.length; k += 3)
    for (let c = 0; c < 3; c++)
      half.add((triangles[k + c] ?? 0) * 2097152 + (triangles[k + ((c + 1) % 3)] ?? 0));
  const next = new Map<number, number>();
  for (const key of half) {
    const a = Math.floor(key / 2097152);
    const b = key % 2097152;
    if (!half.has(b * 2097152 + a)) next.set(a, b);
  }
  const loops: number[][] = [];
  const seen = new Set<number>();
  for (const start of next.keys()) {
    if (seen.has(start)) continue;
    const loop: number[] = [];
    let v = start;
    while (!seen.has(v)) {
      seen.add(v);
      loop.push(v);
      v = next.get(v) ?? start;
    }
    loops.push(loop);
  }
  return loops;
}

export function buildHead(f: Face, levels: number): Head {
  const { points, triangles } = canonicalFace();
  const rest: V3[] = points.map(([x, y, z]) => [x, y, z]);
  const mask: number[] = points.map(() => 0);
  for (const v of LIPS_OUT) mask[v] = 0.42;
  for (const v of [...LIPS_MID, ...LIPS_IN]) mask[v] = 1;
  const within = (set: number[]) => {
    const s = new Set(set);
    return (t: readonly number[]) => t.every((v) => s.has(v));
  };
  const holes = [within(EYE_R), within(EYE_L), within(LIPS_IN)];
  const faces: [number, number, number][] = triangles
    .filter((t) => !holes.some((hole) => hole(t)))
    .map(([a, b, c]) => [a, b, c]);
  // The generic boundary must turn as its triangles do.
  const RINGS = 8;
  let previous = OVAL;
  const pole: V3 = [0, 9.5, -11.5];
  for (let k = 1; k <= RINGS; k++) {
    const t = k / RINGS;
    const ring: number[] = [];
    for (const v of OVAL) {
      const b = points[v] ?? [0, 0, 0];
      // Over the skull to the back.
      const d: V3 = [
        (b[0] - SKULL.c[0]) / SKULL.r[0],
        (b[1] - SKULL.c[1]) / SKULL.r[1],
        (b[2] - SKULL.c[2]) / SKULL.r[2],
      ];
      const e: V3 = [
        (pole[0] - SKULL.c[0]) / SKULL.r[0],
        (pole[1] - SKULL.c[1]) / SKULL.r[1],
        (pole[2] - SKULL.c[2]) / SKULL.r[2],
      ];
      const angle = Math.acos(
        clamp(
          (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]) / (Math.hypot(...d) * Math.hypot(...e)),
          -1,
          1,
        ),
      );
      const g = (1 - t) * 0.97 + 0.0;
      const w0 = Math.sin(angle * g) / Math.sin(angle);
      const w1 = Math.sin(angle * (1 - g)) / Math.sin(angle);
      const l0 = Math.hypot(...d);
      const skull = onSkull([
        (d[0] / l0) * w0 + e[0] * w1,
        (d[1] / l0) * w0 + e[1] * w1,
        (d[2] / l0) * w0 + e[2] * w1,
      ]);
      const fade = 1 - smooth(0, 0.4, t);
      const start = onSkull([d[0], d[1], d[2]]);
      const over: V3 = [
        skull[0] + (b[0] - start[0]) * fade,
        skull[1] + (b[1] - start[1]) * fade,
        skull[2] + (b[2] - start[2]) * fade,
      ];
      // Under the jaw to the neck.
      const q = Math.min(1, t * 1.6);
      const under: V3 = [
        lerp(b[0], b[0] * 0.62, Math.pow(q, 1.2)),
        b[1] - 0.35 * Math.sin(q * Math.PI * 0.6) + 1.2 * t * smooth(0.3, 1, t),
        lerp(b[2], Math.min(b[2] - 1.5, -3.2), q),
      ];
      const w = smooth(-4.6, 0.5, b[1]);
      mask.push(0);
      ring.push(
        rest.push([
          lerp(under[0], over[0], w),
          lerp(under[1], over[1], w),
          lerp(under[2], over[2], w),
        ]) - 1,
      );
    }
    for (let i = 0; i < OVAL.length; i++) {
      const j = (i + 1) % OVAL.length;
      const [a, b] = [previous[i] ?? 0, previous[j] ?? 0];
      const [c, d] = [ring[i] ?? 0, ring[j] ?? 0];
      faces.push([b, a, c], [b, c, d]);
    }
    previous = ring;
  }
  const position = rest.map((p) => bend(f, p));
  const skin = subdivide(position, rest, mask, faces, levels, SKIN);
  const P = skin.position;
  const R = skin.rest;
  const n = P.length / 3;

  // Eyeballs behind the corners of the eyes.
  const at = (v: number): V3 => [P[v * 3] ?? 0, P[v * 3 + 1] ?? 0, P[v * 3 + 2] ?? 0];
  const eyeballs = [
    [33, 133, 159, 145],
    [263, 362, 386, 374],
  ].map(([o, i, u, l]): Eyeball => {
    const [outer, inner, upper, lower] = [at(o ?? 0), at(i ?? 0), at(u ?? 0), at(l ?? 0)];
    const radius = 1.42;
    return {
      radius,
      centre: [
        (outer[0] + inner[0]) / 2 + (outer[0] < inner[0] ? -0.11 : 0.11),
        (outer[1] + inner[1]) / 2 + 0.02,
        (upper[2] + lower[2]) / 2 - radius - 0.02,
      ],
    };
  }) as [Eyeball, Eyeball];
  const loops = loopsOf(skin.triangles);
  const eyeLoops = [33, 263].map((v) => loops.find((loop) => loop.includes(v)) ?? []);
  const mouthLoop = loops.find((loop) => loop.includes(78)) ?? [];

  const lids = eyeLoops.map((loop, k) => {
    const [o, i] = k === 0 ? [33, 133] : [263, 362];
    const a = loop.indexOf(o);
    const turned = [...loop.slice(a), ...loop.slice(0, a)];
    const b = turned.indexOf(i);
    let one = turned.slice(0, b + 1).map(at);
    let two = [...turned.slice(b), given(turned[0])].map(at).reverse();
    if (given(one[one.length >> 1])[1] < given(two[two.length >> 1])[1]) [one, two] = [two, one];
    return { upper: one, lower: two };
  });
  const nearestOn = (line: V3[], x: number, y: number): { d: number; above: number; t: number } => {
    let best = 1e9;
    let above = 0;
    let t = 0;
    line.forEach((q, k) => {
      const d = (q[0] - x) ** 2 + (q[1] - y) ** 2;
      if (d < best) {
        best = d;
        above = y - q[1];
        t = k / (line.length - 1);
      }
    });
    return { d: Math.sqrt(best), above, t };
  };
  // Fine forms.
  for (let v = 0; v < n; v++) {
    const [x, y, z] = at(v);
    const [rx, ry, rz] = [R[v * 3] ?? 0, R[v * 3 + 1] ?? 0, R[v * 3 + 2] ?? 0];
    if (rz < -1) continue;
    const side = rx < 0 ? 0 : 1;
    let [dx, dy, dz] = [0, 0, 0];
    const eye = eyeballs[side];
    const ex = x - eye.centre[0];
    const ey = y - eye.centre[1];
    const d2 = ex * ex + ey * ey;
    if (d2 < 6) {
      const lid = given(lids[side]);
      const upper = nearestOn(lid.upper, x, y);
      const lower = nearestOn(lid.lower, x, y);
      const isUp = upper.d < lower.d;
      const nearRim = Math.min(upper.d, lower.d);
      // The lids lie on the eyeball.
      const R1 = eye.radius + 0.07 + 0.1 * smooth(0, 0.3, nearRim);
      if (d2 < R1 * R1 * 0.97) {
        const zs = eye.centre[2] + Math.sqrt(R1 * R1 - d2);
        const rim = smooth(0.5, 0.05, nearRim);
        const soft = 0.5 * (z + zs + Math.sqrt((z - zs) ** 2 + 0.02));
        dz += lerp(soft, zs, rim) - z;
      }
      const along = Math.sin(clamp(isUp ? upper.t : lower.t) * Math.PI);
      if (isUp && upper.above > 0) {
        const c = 0.32 + 0.16 * f.crease;
        // The crease, and the fold above it that hangs over the lid.
        dz -= 0.13 * bell(upper.d - c, 0.06) * Math.pow(along, 0.5);
        dz += (0.1 + 0.12 * f.hood) * bell(upper.d - c - 0.22, 0.17) * Math.pow(along, 0.6);
        dy -= (0.08 + 0.22 * f.hood) * bell(upper.d - c - 0.12, 0.16) * Math.pow(along, 0.6);
      } else if (lower.above < 0) {
        // Bag below the eye, and the groove that bounds it.
        dz += 0.05 * bell(lower.d - 0.22, 0.12) * along;
        dz += (0.02 + 0.14 * f.age + 0.1 * f.smile) * bell(lower.d - 0.5, 0.2) * along;
        dz -= (0.05 + 0.1 * f.age) * bell(lower.d - 0.85, 0.14) * Math.pow(along, 0.5);
      }
    }
    // Wings of the nose, their groove, and the nostrils.
    const sx = rx < 0 ? -1 : 1;
    const ax = Math.abs(rx);
    if (ax < 3 && ry > -3.2 && ry < 1 && rz > 3.5) {
      const wx = ax - 1.15;
      const wy = ry + 1.25;
      const r = Math.hypot(wx, wy * 1.05);
      const outer = smooth(-0.9, 0.5, wx * 0.9 + wy * 0.5);
      dz += 0.12 * bell(r, 0.34);
      dx += sx * 0.1 * bell(r, 0.34);
      dz -= 0.2 * bell(r - 0.7, 0.11) * outer;
      const nx = (ax - 0.72) / 0.36;
      const ny = (ry + 1.72 + 0.16 * (ax - 0.72)) / 0.17;
      const pit = Math.exp(-(nx * nx + ny * ny) * 0.9);
      dz -= 0.55 * pit;
      dy += 0.22 * pit;
      // The ball of the tip.
      dz += 0.08 * bell(Math.hypot(rx, ry + 0.55), 0.5);
    }
    // The two ridges below the nose, and the dip under the lower lip.
    if (ax < 1.4 && ry < -1.9 && ry > -3.6) {
      const along = bell(ry + 2.8, 0.45);
      dz += 0.06 * bell(ax - 0.5, 0.17) * along - 0.09 * bell(rx, 0.25) * along;
    }
    dz -= 0.12 * bell(rx, 1.2) * bell(ry + 6.3, 0.4);
    // The fold from the nose to the corner of the mouth.
    if (ry < -0.4 && ry > -6 && ax > 1 && ax < 5) {
      const t = clamp((-0.9 - ry) / 4);
      const line = 1.95 + 1.35 * Math.pow(t, 0.8) + 0.45 * f.smile * t;
      const strength =
        (0.045 + 0.11 * f.age + 0.07 * f.smile) * smooth(-0.5, -1.4, ry) * smooth(-5.4, -3.8, ry);
      dz -= strength * bell(ax - line, 0.25);
      dz += strength * 0.8 * bell(ax - line - 0.6, 0.36);
    }
    P[v * 3] = x + dx;
    P[v * 3 + 1] = y + dy;
    P[v * 3 + 2] = z + dz;
  }
  eyeLoops.forEach((loop, k) => {
    const [o, i] = k === 0 ? [33, 133] : [263, 362];
    const a = loop.indexOf(o);
    const turned = [...loop.slice(a), ...loop.slice(0, a)];
    const b = turned.indexOf(i);
    let one = turned.slice(0, b + 1).map(at);
    let two = [...turned.slice(b), given(turned[0])].map(at).reverse();
    if (given(one[one.length >> 1])[1] < given(two[two.length >> 1])[1]) [one, two] = [two, one];
    lids[k] = { upper: one, lower: two };
  });

  // Lid edges and the inside of the lips.
  const position2 = [...P];
  const rest2 = [...R];
  const mask2 = [...skin.mask];
  const extra: number[] = [];
  const extrude = (loop: number[], steps: ((v: number) => { p: V3; mask: number })[]): void => {
    let before = loop;
    for (const step of steps) {
      const ring = loop.map((v) => {
        const { p, mask } = step(v);
        position2.push(...p);
        rest2.push(R[v * 3] ?? 0, R[v * 3 + 1] ?? 0, R[v * 3 + 2] ?? 0);
        mask2.push(mask);
        return mask2.length - 1;
      });
      for (let i = 0; i < loop.length; i++) {
        const j = (i + 1) % loop.length;
        extra.push(
          before[j] ?? 0,
          before[i] ?? 0,
          ring[i] ?? 0,
          before[j] ?? 0,
          ring[i] ?? 0,
          ring[j] ?? 0,
        );
      }
      before = ring;
    }
  };
  eyeLoops.forEach((loop, k) => {
    const { centre, radius } = given(eyeballs[k]);
    const inward = (v: number, t: number): V3 => {
      const [x, y, z] = at(v);
      const d: V3 = [x - centre[0], y - centre[1], z - centre[2]];
      const l = Math.hypot(...d);
      const target = Math.min(l - 0.05, radius - 0.03);
      const r = lerp(l, target, t);
      const shrink = 1 - 0.045 * t;
      return [
        centre[0] + (d[0] / l) * r * shrink,
        centre[1] + (d[1] / l) * r * shrink,
        centre[2] + (d[2] / l) * r,
      ];
    };
    extrude(loop, [
      (v) => ({ p: inward(v, 0.3), mask: 2 }),
      (v) => ({ p: inward(v, 0.75), mask: 2 }),
      (v) => ({ p: inward(v, 1.2), mask: 2 }),
    ]);
  });
  const mouth: V3 = [0, 0, 0];
  for (const v of mouthLoop)
    for (let c = 0; c < 3; c++) mouth[c] = (mouth[c] ?? 0) + (P[v * 3 + c] ?? 0) / mouthLoop.length;
  const inwardLip = (out: number, back: number) => (v: number) => {
    const [x, y, z] = at(v);
    const s = (R[v * 3 + 1] ?? 0) > -4.27 ? 1 : -1;
    const wide = Math.cos(clamp((x - mouth[0]) / 2.6, -1, 1) * 1.5);
    return {
      p: [x - (x - mouth[0]) * 0.03 * back, y + s * out * wide, z - back] as V3,
      mask: 1,
    };
  };
  extrude(mouthLoop, [
    inwardLip(-0.03, 0.12),
    inwardLip(0.02, 0.35),
    inwardLip(0.3, 0.8),
    inwardLip(1.2, 1.2),
  ]);
  skin.position = Float32Array.from(position2);
  skin.rest = Float32Array.from(rest2);
  skin.mask = Float32Array.from(mask2);
  const join = (t: Uint32Array): Uint32Array => {
    const all = new Uint32Array(t.length + extra.length);
    all.set(t);
    all.set(extra, t.length);
    return all;
  };
  skin.triangles = join(skin.triangles);
  skin.coarse = join(skin.coarse);
  skin.normal = new Float32Array(skin.position.length);
  computeNormals(skin);
  return { skin, eyeballs, lids, mouth };
}

/** An ear as a field of heights over an egg. */
export function buildEar(f: Face, side: 1 | -1): Mesh {
  const size = 1 + 0.12 * f.ear;
  const anchor = bend(f, [side * 7.45, 0.2, -3.4]);
  const back: V3 = [side * 0.45, -0.12, -0.88];
  const up: V3 = [side * 0.14, 0.97, -0.2];
  const out: V3 = [side * 0.86, -0.05, 0.42];
  const at = (u: number, v: number): V3 => {
    const a = u * Math.PI * 2;
    const roll = smooth(0.9, 1, v);
    const r = v < 0.9 ? v / 0.9 : 1 - 0.25 * roll;
    const c = Math.cos(a);
    const s = Math.sin(a);
    // Broad above, narrow at the lobe.
    const wide = 1.75 * (1 + 0.25 * s) * (c < 0 ? 0.75 : 1);
    const tall = 3.1 * (s < 0 ? 1.02 : 1);
    const px = c * wide * r;
    const py = s * tall * r;
    const lobe = smooth(-0.4, -0.8, s) * smooth(0.4, 0.8, r);
    let h = 0.05;
    h += 0.42 * bell(r - 0.9, 0.08) * (1 - 0.75 * lobe) * smooth(-1.1, -0.6, c);
    h -= 0.12 * bell(r - 0.74, 0.07) * (1 - lobe);
    h += 0.36 * bell(r - 0.56, 0.09) * smooth(-0.35, 0.4, c) * (1 - lobe);
    h -= 0.55 * bell(r - 0.18, 0.22);
    h += 0.45 * bell(Math.hypot(px + 1.0, py + 0.35), 0.32);
    h += 0.3 * bell(Math.hypot(px - 0.1, py + 1.35), 0.3);
    h += 0.22 * lobe * bell(r - 0.7, 0.25);
    h += 0.25 * r * smooth(-0.5, 1, c);
    h -= 0.9 * roll;
    h += 0.05 * fbm(px * 0.8 + f.seed, py * 0.8, side);
    return [
      anchor[0] + size * (back[0] * px + up[0] * py + out[0] * h),
      anchor[1] + size * (back[1] * px + up[1] * py + out[1] * h),
      anchor[2] + size * (back[2] * px + up[2] * py + out[2] * h),
    ];
  };
  const ear = surface(
    96,
    60,
    at,
    SKIN,
    () => 3,
    (_u, _v, p) => [p[0], p[1], p[2]],
  );
  if (side === 1) flip(ear);
  computeNormals(ear);
  return ear;
}

export function flip(mesh: Mesh): void {
  for (let k = 0; k < mesh.triangles.length; k += 3) {
    const a = mesh.triangles[k] ?? 0;
    mesh.triangles[k] = mesh.triangles[k + 1] ?? 0;
    mesh.triangles[k + 1] = a;
  }
}
