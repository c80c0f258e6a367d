/** Hair: strands on the scalp, brows, lashes and beards. */
import { bend, onSkull, SKULL, type Face, type Head } from './head.ts';
import {
  add,
  clamp,
  cross,
  fbm,
  gauss,
  given,
  lerp,
  mix3,
  mul,
  noise,
  norm,
  seeded,
  smooth,
  type V3,
} from './math.ts';
import type { Strand } from './render.ts';

export type Tone = (random: () => number) => V3;
/** Tones of hair vary from strand to strand. */
export const tone =
  (base: V3, light: V3, share = 0.25, other?: V3, otherShare = 0): Tone =>
  (random) => {
    if (other && random() < otherShare) return mul(other, 0.8 + 0.4 * random());
    const t = random() < share ? 0.4 + 0.6 * random() : 0.25 * random();
    return mul(mix3(base, light, t), 0.8 + 0.4 * random());
  };

/** The front of the hair by height: the depth at which it begins. */
const FRONT: readonly (readonly [number, number])[] = [
  [-4, -6.5],
  [-1, -4.5],
  [0.2, -1.7],
  [3, -1.3],
  [4.6, -0.2],
  [6, 1.1],
  [7.2, 2.5],
  [8.3, 3.6],
  [8.9, 4.6],
  [9.4, 9],
];
/** Above 0 where hair grows; `back` moves the hairline back in cm. */
export function scalp(p: V3, back = 0, seed = 0): number {
  let k = 0;
  while (k < FRONT.length - 2 && p[1] > given(FRONT[k + 1])[0]) k++;
  const a = given(FRONT[k]);
  const b = given(FRONT[k + 1]);
  const front = lerp(a[1], b[1], clamp((p[1] - a[0]) / (b[0] - a[0]))) - back;
  const nape = p[1] + 5.5;
  // Free round the ears.
  const ear = Math.hypot((p[2] + 3.6) / 1.7, (p[1] - 0.4) / 2.6) - 1;
  const uneven = 0.45 * noise(p[0] * 0.9 + seed, p[1] * 0.9, p[2] * 0.5);
  return Math.min(front - p[2] + uneven, nape, p[1] < 3.4 ? ear * 2 : 9);
}
const direction = (random: () => number): V3 => norm([gauss(random), gauss(random), gauss(random)]);
const outward = (p: V3): V3 =>
  norm([
    (p[0] - SKULL.c[0]) / SKULL.r[0] ** 2,
    (p[1] - SKULL.c[1]) / SKULL.r[1] ** 2,
    (p[2] - SKULL.c[2]) / SKULL.r[2] ** 2,
  ]);
/** Keeps a point outside the skull. */
export function outside(p: V3, off: number): V3 {
  const e: V3 = [
    (p[0] - SKULL.c[0]) / (SKULL.r[0] + off),
    (p[1] - SKULL.c[1]) / (SKULL.r[1] + off),
    (p[2] - SKULL.c[2]) / (SKULL.r[2] + off),
  ];
  const l = Math.hypot(...e);
  if (l >= 1 || l < 0.3) return p;
  return [
    SKULL.c[0] + (p[0] - SKULL.c[0]) / l,
    SKULL.c[1] + (p[1] - SKULL.c[1]) / l,
    SKULL.c[2] + (p[2] - SKULL.c[2]) / l,
  ];
}

export interface Style {
  face: Face;
  count: number;
  tone: Tone;
  width: number;
  shine: number;
  back: number;
  length: (root: V3, random: () => number) => number;
  /** Where the hair is combed at a root. */
  comb: (root: V3, random: () => number) => V3;
  lift: number;
  fall: number;
  /** Strength of locks, and how many there are a centimetre. */
  lock: number;
  lockSize: number;
  frizz: number;
  seed: number;
  steps?: number;
  curl?: number;
  curlSize?: number;
  push?: (p: V3, root: V3) => V3;
  keep?: (root: V3) => boolean;
}
export function combed(s: Style): Strand[] {
  const random = seeded(s.seed);
  const strands: Strand[] = [];
  const n = s.steps ?? 12;
  let tries = 0;
  while (strands.length < s.count && tries++ < s.count * 12) {
    const root = onSkull(direction(random));
    if (root[1] < -4) continue;
    const inside = scalp(root, s.back, s.seed);
    if (inside < 0 || random() > smooth(0, 0.7, inside) + 0.12) continue;
    if (s.keep && !s.keep(root)) continue;
    const length = s.length(root, random);
    const step = length / n;
    const comb = s.comb(root, random);
    const q = s.lockSize;
    // Neighbours lean the same way.
    const lock: V3 = [
      s.lock * fbm(root[0] * q, root[1] * q + s.seed, root[2] * q, 2),
      s.lock * fbm(root[0] * q + 31, root[1] * q, root[2] * q + s.seed, 2),
      s.lock * fbm(root[0] * q, root[1] * q + 57, root[2] * q, 2),
    ];
    const stray = random() < 0.03 ? 3 : 1;
    const own: V3 = [
      gauss(random) * s.frizz * stray,
      gauss(random) * s.frizz * stray,
      gauss(random) * s.frizz * stray,
    ];
    const phase =
      6.28 * noise(root[0] * q * 0.7, root[1] * q * 0.7, root[2] * q * 0.7 + s.seed) +
      gauss(random) * 0.5;
    const points = new Float32Array((n + 1) * 3);
    let p = root;
    for (let k = 0; k <= n; k++) {
      const t = k / n;
      let shown = bend(s.face, p);
      if (s.curl) {
        const a = phase + (k * step * 6.28) / (s.curlSize ?? 2);
        const r = s.curl * smooth(0, 0.3, t);
        shown = add(shown, [r * Math.cos(a), 0.6 * r * Math.sin(a), r * Math.sin(a)]);
      }
      points.set(shown, k * 3);
      const out = outward(p);
      const tangent = add(
        comb,
        mul(out, -(comb[0] * out[0] + comb[1] * out[1] + comb[2] * out[2]) * (1 - t * 0.7)),
      );
      let d = add(norm(tangent), mul(out, s.lift * (1 - t) ** 1.5));
      d = add(d, [0, -s.fall * t, 0]);
      d = norm(add(d, mul(add(lock, own), smooth(0, 0.6, t) + 0.15)));
      p = outside(add(p, mul(d, step)), 0.12 + 0.25 * t);
      if (s.push) p = s.push(p, root);
    }
    const centre: V3 = [0, 4, -4];
    strands.push({ points, colour: s.tone(random), width: s.width, shine: s.shine, centre });
  }
  return strands;
}

/** Tight coils that fill a ball. */
export function afro(face: Face, count: number, t: Tone, reach: number, seed: number): Strand[] {
  const random = seeded(seed);
  const strands: Strand[] = [];
  const centre: V3 = [0, 5.6, -4.5];
  while (strands.length < count) {
    const root = onSkull(direction(random));
    if (scalp(root, -0.1, seed) < 0 || root[1] < -2) continue;
    const out = outward(root);
    const aim = norm(add(out, [0, 0.12, 0]));
    const ball =
      (1 + 0.11 * fbm(root[0] * 0.4 + seed, root[1] * 0.4, root[2] * 0.4, 3)) *
      reach *
      (0.86 + 0.3 * smooth(-2, 8, root[1]));
    const inner = Math.sqrt(random()) * 0.85;
    const n = 18;
    const points = new Float32Array((n + 1) * 3);
    const x = norm(cross(aim, [0.3, 0.9, 0.1]));
    const y = cross(aim, x);
    const radius = 0.16 + 0.16 * random();
    let phase = random() * 6.28;
    const lean: V3 = mul(direction(random), 0.8);
    const span = 1.3 + random();
    const stray = random() < 0.05 ? 1.12 : 1;
    for (let k = 0; k <= n; k++) {
      const f = k / n;
      const h = ball * Math.min(stray, inner * stray + (f * span) / ball);
      phase += 0.95 + 0.3 * gauss(random);
      const base = add(bend(face, root), add(mul(aim, h), mul(lean, f * 1.1)));
      points.set(
        add(base, add(mul(x, radius * Math.cos(phase)), mul(y, radius * Math.sin(phase)))),
        k * 3,
      );
    }
    strands.push({ points, colour: t(random), width: 1.6, shine: 0.8, centre });
  }
  return strands;
}

/** Springy locks, each of many strands. */
export function curls(face: Face, locks: number, perLock: number, t: Tone, seed: number): Strand[] {
  const random = seeded(seed);
  const strands: Strand[] = [];
  const centre: V3 = [0, 5, -4];
  let made = 0;
  while (made < locks) {
    const root = onSkull(direction(random));
    if (scalp(root, 0.3, seed) < 0 || root[1] < -1) continue;
    made++;
    const out = outward(root);
    const top = smooth(3, 10, root[1]);
    const length = 4.2 + 3 * random() + 1.5 * top;
    const forward = smooth(-4, 3, root[2]);
    const wander = mul(direction(random), 0.55);
    const turn = random() < 0.5 ? 1 : -1;
    const size = 0.42 + 0.3 * random();
    const pitch = 1.9 + 0.9 * random();
    const phase0 = random() * 6.28;
    const shade = t(random);
    const n = 30;
    // The middle line rises, then falls.
    const line: V3[] = [];
    let p = root;
    for (let k = 0; k <= n; k++) {
      line.push(p);
      const f = k / n;
      let d = mul(out, 1.15 * (1 - f) ** 2 + 0.1);
      d = add(d, [Math.sign(root[0]) * 0.25, -0.35 - 0.75 * f, 0.55 * forward * top]);
      d = norm(add(d, wander));
      p = outside(add(p, mul(d, length / n)), 0.6);
    }
    for (let j = 0; j < perLock; j++) {
      const points = new Float32Array((n + 1) * 3);
      const a0 = gauss(random) * 0.35;
      const r0 = size * (1 + 0.28 * gauss(random));
      const off = mul(direction(random), 0.13 * random());
      const end = random() < 0.1 ? 1.25 : 1;
      for (let k = 0; k <= n; k++) {
        const f = k / n;
        const q = given(line[k]);
        const ahead = norm(
          add(given(line[Math.min(n, k + 1)]), mul(given(line[Math.max(0, k - 1)]), -1)),
        );
        const x = norm(cross(ahead, [0.2, 0.3, 0.93]));
        const y = cross(ahead, x);
        const a = phase0 + a0 * (1 + f) + (turn * f * length * 6.28) / pitch;
        const r = r0 * smooth(0, 0.25, f) * (1 - 0.35 * f) * end;
        points.set(
          bend(face, add(add(q, off), add(mul(x, r * Math.cos(a)), mul(y, r * Math.sin(a))))),
          k * 3,
        );
      }
      const c = mul(shade, 0.8 + 0.4 * random());
      strands.push({ points, colour: c, width: 1.7, shine: 1, centre });
    }
  }
  return strands;
}

/** The point of the skin above a point of the generic face. */
export function skinAt(head: Head): (x: number, y: number) => V3 {
  const { rest: R, position: P } = head.skin;
  const grid = new Map<number, number[]>();
  for (let v = 0; v < R.length / 3; v++) {
    if ((R[v * 3 + 2] ?? 0) < -4 || (head.skin.mask[v] ?? 0) >= 1.5) continue;
    const key = Math.round((R[v * 3] ?? 0) * 4) * 1000 + Math.round((R[v * 3 + 1] ?? 0) * 4);
    const cell = grid.get(key);
    if (cell) cell.push(v);
    else grid.set(key, [v]);
  }
  return (x, y) => {
    let best = 1e9;
    let at = 0;
    for (let i = -2; i <= 2; i++)
      for (let j = -2; j <= 2; j++)
        for (const v of grid.get((Math.round(x * 4) + i) * 1000 + Math.round(y * 4) + j) ?? []) {
          const d = ((R[v * 3] ?? 0) - x) ** 2 + ((R[v * 3 + 1] ?? 0) - y) ** 2;
          if (d < best) {
            best = d;
            at = v;
          }
        }
    return [P[at * 3] ?? 0, P[at * 3 + 1] ?? 0, P[at * 3 + 2] ?? 0];
  };
}

export interface Brow {
  thick: number;
  arch: number;
  long: number;
  dense: number;
  tone: Tone;
  lash: number;
  lashTone: V3;
  width?: number;
}
export function browsAndLashes(head: Head, b: Brow, seed: number): Strand[] {
  const random = seeded(seed + 77);
  const at = skinAt(head);
  const strands: Strand[] = [];
  for (const s of [-1, 1])
    for (let k = 0; k < 620 * b.dense; k++) {
      const t = random();
      if (t < 0.12 && random() > 0.25 + t * 6) continue;
      const across =
        0.62 * (random() + random() - 1) * (1 - 0.55 * smooth(0.45, 1, t)) * smooth(-0.1, 0.1, t);
      const x = lerp(1.25, 1.25 + 4.1 * b.long, t);
      const curve = (t: number): number =>
        4.55 + 0.62 * b.arch * Math.sin(Math.pow(t, 0.75) * 2.35) - 0.35 * t * t;
      const y = curve(t) + across * 0.75 * b.thick;
      const length = (0.45 + 0.35 * random()) * (1 - 0.3 * t);
      const slope = 1.15 - 1.3 * t - across * 0.9 + 0.2 * gauss(random);
      const dx = Math.cos(slope);
      const dy = Math.sin(slope) * 0.85;
      const points = new Float32Array(12);
      for (let i = 0; i < 4; i++) {
        const f = (i / 3) * length;
        const p = at(s * (x + dx * f), y + dy * f - 0.12 * f * f);
        points.set([p[0], p[1], p[2] + 0.03 + 0.07 * Math.sin((i / 3) * 2.4)], i * 3);
      }
      strands.push({ points, colour: b.tone(random), width: b.width ?? 1.5, shine: 0.3, casts: 0 });
    }
  head.lids.forEach(({ upper, lower }, eye) => {
    const c = given(head.eyeballs[eye]).centre;
    for (const [line, up] of [
      [upper, true],
      [lower, false],
    ] as const) {
      const count = up ? 130 : 55;
      for (let k = 0; k < count; k++) {
        // From the outer to the inner corner.
        const t = Math.pow(random(), up ? 1.15 : 1) * 0.93 + 0.02;
        const q = given(line[Math.floor(t * (line.length - 1))]);
        const length =
          b.lash * (up ? 0.62 : 0.3) * (0.65 + 0.35 * random()) * (0.6 + 0.4 * smooth(1, 0.5, t));
        const fan = ((q[0] - c[0]) / 1.5) * 0.75 + 0.12 * gauss(random);
        const points = new Float32Array(15);
        for (let i = 0; i < 5; i++) {
          const f = i / 4;
          const l = length * f;
          points.set(
            up
              ? [
                  q[0] + fan * l,
                  q[1] - 0.02 + l * (-0.1 + 0.85 * f),
                  q[2] + 0.03 + l * (0.9 - 0.45 * f),
                ]
              : [q[0] + fan * l, q[1] - l * (0.75 - 0.1 * f), q[2] + 0.02 + l * 0.6],
            i * 3,
          );
        }
        strands.push({ points, colour: b.lashTone, width: up ? 1.25 : 0.8, shine: 0, casts: 0 });
      }
    }
  });
  return strands;
}

/** A beard and a moustache. */
export function beard(head: Head, t: Tone, long: number, count: number, seed: number): Strand[] {
  const random = seeded(seed + 5);
  const { rest: R, position: P, mask, normal } = head.skin;
  const strands: Strand[] = [];
  const roots: number[] = [];
  for (let v = 0; v < R.length / 3; v++) {
    const [x, y, z] = [Math.abs(R[v * 3] ?? 0), R[v * 3 + 1] ?? 0, R[v * 3 + 2] ?? 0];
    if (z < -2.2 || (mask[v] ?? 0) > 0.25 || y > 1.5 || y < -11) continue;
    const cheekLine = -4.3 + 0.55 * Math.max(0, x - 2.6) + (x > 6 ? (x - 6) * 2.6 : 0);
    const chin = y < cheekLine && !(x < 0.9 && y > -6.3 && y < -5.3 && x > 0.5);
    const moustache = y < -2.35 && y > -3.9 && x < 3.3;
    if (chin || moustache) roots.push(v);
  }
  const tries = count;
  for (let k = 0; k < tries && roots.length > 0; k++) {
    const v = roots[Math.floor(random() * roots.length)] ?? 0;
    const [x, y] = [R[v * 3] ?? 0, R[v * 3 + 1] ?? 0];
    const lip = y > -4 && Math.abs(x) < 3.3;
    const s = Math.sign(x) || 1;
    const length = (lip ? 1.5 : long * (0.55 + 0.5 * smooth(-3, -9, y))) * (0.6 + 0.5 * random());
    const lock: V3 = [
      0.5 * noise(x * 0.9 + seed, y * 0.5, 2),
      0,
      0.4 * noise(x * 0.9, y * 0.5 + seed, 7),
    ];
    const n = 9;
    const points = new Float32Array((n + 1) * 3);
    let p: V3 = [P[v * 3] ?? 0, P[v * 3 + 1] ?? 0, P[v * 3 + 2] ?? 0];
    const out: V3 = [normal[v * 3] ?? 0, normal[v * 3 + 1] ?? 0, normal[v * 3 + 2] ?? 0];
    for (let i = 0; i <= n; i++) {
      points.set(p, i * 3);
      const f = i / n;
      let d: V3 = lip
        ? [s * (0.35 + 0.35 * Math.min(1, Math.abs(x) / 2)), -0.75, 0.15]
        : [s * 0.08 * Math.abs(x) * 0.15, -1, 0.12];
      d = add(d, mul(out, 0.75 * (1 - f) + 0.08));
      d = add(d, add(mul(lock, 0.5 + f), mul([gauss(random), gauss(random), gauss(random)], 0.16)));
      p = add(p, mul(norm(d), length / n));
    }
    strands.push({ points, colour: t(random), width: 1.5, shine: 0.8, centre: [0, -4.5, -0.5] });
  }
  return strands;
}
