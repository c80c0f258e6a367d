/** Eyeballs, teeth, neck, shoulders, cloth and what people wear. */
import { bend, EYE, flip, METAL, MOUTH, SKIN, TEETH, type Eyeball, type Face } from './head.ts';
import { bell, clamp, cross, fbm, given, lerp, norm, smooth, type V3 } from './math.ts';
import { computeNormals, surface, type Mesh } from './mesh.ts';

const facing = (mesh: Mesh, from: V3): Mesh => {
  // Most triangles should look away from `from`.
  computeNormals(mesh);
  let sum = 0;
  for (let v = 0; v < mesh.position.length; v += 3)
    for (let c = 0; c < 3; c++)
      sum += (mesh.normal[v + c] ?? 0) * ((mesh.position[v + c] ?? 0) - given(from[c]));
  if (sum < 0) {
    flip(mesh);
    computeNormals(mesh);
  }
  return mesh;
};

/** An eyeball that looks along `gaze`; its rest points are in its own frame, with the pupil at z. */
export function eyeball(
  { centre, radius }: Eyeball,
  gaze: V3,
  lids: { upper: V3[]; lower: V3[] },
): Mesh {
  const z = norm(gaze);
  const x = norm(cross([0, 1, 0], z));
  const y = cross(z, x);
  const local = (u: number, v: number): V3 => {
    const a = u * Math.PI * 2;
    const t = v * v * 1.5;
    return [Math.sin(t) * Math.cos(a), Math.sin(t) * Math.sin(a), Math.cos(t)];
  };
  const mesh = surface(
    120,
    80,
    (u, v) => {
      const [a, b, c] = local(u, v);
      // The cornea stands out a little.
      const r = Math.hypot(a, b) * radius;
      const R = radius + 0.09 * smooth(0.68, 0.2, r);
      return [
        centre[0] + R * (a * x[0] + b * y[0] + c * z[0]),
        centre[1] + R * (a * x[1] + b * y[1] + c * z[1]),
        centre[2] + R * (a * x[2] + b * y[2] + c * z[2]),
      ];
    },
    EYE,
    (_u, _v, p) => {
      let up = 1e9;
      let down = 1e9;
      for (const q of lids.upper) up = Math.min(up, Math.hypot(q[0] - p[0], q[1] - p[1]));
      for (const q of lids.lower) down = Math.min(down, Math.hypot(q[0] - p[0], q[1] - p[1]));
      return (0.22 + 0.78 * smooth(0.02, 0.42, up)) * (0.6 + 0.4 * smooth(0, 0.12, down));
    },
    (u, v) => local(u, v),
  );
  return facing(mesh, centre);
}

/** The pink corner of the eye. */
export function caruncle(inner: V3, towards: number): Mesh {
  return facing(
    surface(
      24,
      16,
      (u, v) => {
        const a = u * Math.PI * 2;
        const t = v * Math.PI;
        return [
          inner[0] + towards * 0.1 + 0.19 * Math.sin(t) * Math.cos(a),
          inner[1] + 0.0 + 0.15 * Math.cos(t),
          inner[2] - 0.28 + 0.2 * Math.sin(t) * Math.sin(a),
        ];
      },
      SKIN,
      () => 2,
    ),
    [inner[0] + towards * 0.1, inner[1], inner[2] - 0.28],
  );
}

export function teeth(mouth: V3, drop: number, f: Face): Mesh[] {
  const edges = [0];
  for (const w of [0.86, 0.68, 0.76, 0.7, 0.68, 0.8]) edges.push((edges.at(-1) ?? 0) + w * 0.92);
  const row = (upper: boolean, y0: number, back: number): Mesh =>
    facing(
      surface(
        260,
        40,
        (u, v) => {
          const x = lerp(-4, 4, u);
          const ax = Math.abs(x);
          let k = 0;
          while (k < edges.length - 2 && ax > (edges[k + 1] ?? 0)) k++;
          const w = (edges[k + 1] ?? 0) - (edges[k] ?? 0);
          const t = ((ax - (edges[k] ?? 0)) / w) * 2 - 1;
          const round = Math.sqrt(Math.max(0, 1 - Math.pow(Math.abs(t), 5)));
          const tall = given([1.02, 0.9, 1.0, 0.86, 0.8, 0.75][k]);
          const uneven = 0.025 * Math.sin(k * 37 + f.seed * 13 + (x > 0 ? 5 : 0));
          const edge = (tall + uneven) * (0.93 + 0.07 * round);
          const y = upper ? y0 + 0.9 - edge * v * 1.85 + 0.0 : y0 + edge * v * 0.9 - 0.7;
          const lip = v > 0.92 ? (v - 0.92) * 5 : 0;
          return [
            mouth[0] + x,
            upper ? y : y,
            mouth[2] - back - 0.13 * x * x + 0.06 * round - 0.25 * lip + 0.06 * Math.sin(v * 2.2),
          ];
        },
        TEETH,
        (u) => {
          const ax = Math.abs(lerp(-4, 4, u));
          let k = 0;
          while (k < edges.length - 2 && ax > (edges[k + 1] ?? 0)) k++;
          const t = ((ax - (edges[k] ?? 0)) / ((edges[k + 1] ?? 0) - (edges[k] ?? 0))) * 2 - 1;
          // 1 on the tooth, 0 in the gap; the gum begins above.
          return smooth(1.02, 0.92, Math.abs(t));
        },
        (u, v) => [lerp(-4, 4, u), v, 0],
      ),
      [mouth[0], y0, mouth[2] - 9],
    );
  const dark = facing(
    surface(
      20,
      12,
      (u, v) => [
        mouth[0] + lerp(-4, 4, u),
        mouth[1] + lerp(-2.4, 2, v),
        mouth[2] - 2.3 - 0.3 * lerp(-2, 2, u) ** 2,
      ],
      MOUTH,
    ),
    [mouth[0], mouth[1], mouth[2] - 9],
  );
  return [row(true, mouth[1] + drop, 0.75), row(false, mouth[1] - 0.75, 1.05), dark];
}

export interface Body {
  neck: number;
  broad: number;
  /** Lifts the shoulders. */
  high: number;
  turn: number;
}
const PROFILE: readonly (readonly [number, number, number, number])[] = [
  // y, half width, half depth, middle in depth
  [-3, 5.3, 5.2, -4.6],
  [-8, 5.3, 5.3, -4.2],
  [-11.5, 5.7, 5.6, -4],
  [-13.2, 6.9, 6.1, -4],
  [-14.4, 9.3, 6.6, -4],
  [-15.4, 12.6, 7.1, -4],
  [-16.5, 15.8, 7.6, -3.9],
  [-18, 18.6, 8.2, -3.7],
  [-20, 20.3, 9, -3.4],
  [-24, 21.3, 10.2, -3],
  [-32, 21.8, 11.4, -2.6],
];
export function torso(body: Body, f: Face, angle: number, y: number, out: number): V3 {
  let k = 0;
  while (k < PROFILE.length - 2 && y < given(PROFILE[k + 1])[0]) k++;
  const a = given(PROFILE[k]);
  const b = given(PROFILE[k + 1]);
  const before = given(PROFILE[Math.max(0, k - 1)]);
  const after = given(PROFILE[Math.min(PROFILE.length - 1, k + 2)]);
  const t = clamp((y - a[0]) / (b[0] - a[0]));
  const spline = (c: 1 | 2 | 3): number => {
    const m0 = ((b[c] - before[c]) / (b[0] - before[0] || 1)) * (b[0] - a[0]);
    const m1 = ((after[c] - a[c]) / (after[0] - a[0] || 1)) * (b[0] - a[0]);
    const t2 = t * t;
    const t3 = t2 * t;
    return (
      (2 * t3 - 3 * t2 + 1) * a[c] +
      (t3 - 2 * t2 + t) * m0 +
      (-2 * t3 + 3 * t2) * b[c] +
      (t3 - t2) * m1
    );
  };
  const low = smooth(-12, -16, y);
  const wide = spline(1) * (1 + lerp(0.1 * body.neck, 0.08 * body.broad, low)) + out;
  const deep = spline(2) * (1 + 0.08 * lerp(body.neck, body.broad, low)) + out;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const e = lerp(1, 0.8, low);
  const px = Math.sign(c) * Math.pow(Math.abs(c), e) * wide;
  let pz = Math.sign(s) * Math.pow(Math.abs(s), e) * deep + spline(3);
  if (out < 0.3) {
    // The tendons of the neck, the windpipe, and the collar bones.
    const front = Math.max(0, s);
    const tendon = lerp(4.3, 1.3, clamp((-6 - y) / 8.5));
    pz +=
      front *
      (0.35 * bell(Math.abs(px) - tendon, 0.6) - 0.35 * bell(px, 1.1) * smooth(-10, -14.5, y)) *
      smooth(-6, -9, y) *
      smooth(-16, -14, y);
    pz +=
      front *
      0.5 *
      bell(y + 15.6 - Math.abs(px) * 0.11, 0.5) *
      smooth(1, 2.5, Math.abs(px)) *
      smooth(14, 9, Math.abs(px));
    pz -=
      front *
      0.5 *
      bell(y + 14.4 - Math.abs(px) * 0.11, 0.6) *
      smooth(2, 4, Math.abs(px)) *
      smooth(12, 7, Math.abs(px));
  }
  const turn = body.turn * low;
  const high = body.high * low;
  return [
    px * Math.cos(turn) + pz * Math.sin(turn),
    y + high,
    pz * Math.cos(turn) - px * Math.sin(turn),
  ];
}
export const bust = (body: Body, f: Face): Mesh =>
  facing(
    surface(
      220,
      170,
      (u, v) => torso(body, f, u * Math.PI * 2, lerp(-3, -30, v), 0),
      SKIN,
      () => 0,
      (_u, _v, p) => [p[0], p[1] - 40, p[2]],
    ),
    [0, -20, -4],
  );

export interface Garment {
  material: number;
  /** Height of the edge at an angle; the front is at a quarter turn. */
  edge: (angle: number) => number;
  out: number;
  folds: number;
  seed: number;
  /** How heavy the cloth is; 1 hangs in broad folds. */
  broad?: number;
}
/** Cloth over the shoulders, from its edge down. */
export function garment(body: Body, f: Face, g: Garment): Mesh {
  const fold = (p: V3): number => {
    const q = g.broad ?? 1;
    const a = fbm(p[0] * 0.16 * q + g.seed, p[1] * 0.1 * q + p[0] * 0.06, p[2] * 0.12 + g.seed, 3);
    const ridge =
      1 -
      Math.abs(
        fbm(p[0] * 0.11 * q + p[1] * 0.1, p[1] * 0.14 * q - Math.abs(p[0]) * 0.12 + g.seed, 4.4, 2),
      ) *
        2.6;
    return g.folds * (0.5 * a + 0.35 * Math.max(0, ridge) ** 3);
  };
  return facing(
    surface(
      420,
      230,
      (u, v) => {
        const angle = u * Math.PI * 2;
        const top = g.edge(angle);
        const w = clamp((v - 0.03) / 0.97);
        const y = lerp(top, -30, Math.pow(w, 1.15));
        const p = torso(body, f, angle, y, g.out);
        const hem = v < 0.03 ? (0.03 - v) / 0.03 : 0;
        const h = fold(p) * smooth(0, 0.1, w) - 0.55 * hem + 0.12 * bell(w - 0.015, 0.02);
        const away = norm([p[0] * 0.6, 2, p[2] + 4]);
        return [p[0] + away[0] * h, p[1] + away[1] * h, p[2] + away[2] * h];
      },
      g.material,
      (_u, v) => v,
    ),
    [0, -22, -4],
  );
}

/** A strip that follows the body: where it lies by angle and by v, as height and distance from the skin. */
export function strip(
  body: Body,
  f: Face,
  material: number,
  at: (angle: number, v: number) => { y: number; out: number },
  from = 0,
  to = 2 * Math.PI,
): Mesh {
  return facing(
    surface(
      300,
      48,
      (u, v) => {
        const angle = lerp(from, to, u);
        const { y, out } = at(angle, v);
        return torso(body, f, angle, y, out);
      },
      material,
      (_u, v) => v,
    ),
    [0, -13, -4],
  );
}

/** A band of cloth round the neck by its profile: v from inside below, over the top, to outside below. */
export function band(
  material: number,
  at: (angle: number, v: number) => { y: number; radius: number; forward: number },
  from: number,
  to: number,
): Mesh {
  return facing(
    surface(
      300,
      60,
      (u, v) => {
        const angle = lerp(from, to, u);
        const { y, radius, forward } = at(angle, v);
        return [Math.cos(angle) * radius, y, Math.sin(angle) * radius * 1.02 - 4 + forward];
      },
      material,
      (_u, v) => v,
    ),
    [0, -12, -4],
  );
}

export function tube(path: V3[], radius: number, material: number, closed = true, mask = 0): Mesh {
  const n = path.length;
  return facing2(
    surface(
      n - (closed ? 0 : 1),
      14,
      (u, v) => {
        const k = Math.round(u * (n - (closed ? 0 : 1)));
        const p = given(path[k % n]);
        const q = given(path[(k + 1) % n]);
        const o = given(path[(k - 1 + n) % n]);
        const t = norm([q[0] - o[0], q[1] - o[1], q[2] - o[2]]);
        const x = norm(cross(Math.abs(t[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1], t));
        const y = cross(t, x);
        const a = v * Math.PI * 2;
        return [
          p[0] + radius * (Math.cos(a) * x[0] + Math.sin(a) * y[0]),
          p[1] + radius * (Math.cos(a) * x[1] + Math.sin(a) * y[1]),
          p[2] + radius * (Math.cos(a) * x[2] + Math.sin(a) * y[2]),
        ];
      },
      material,
      () => mask,
    ),
    path,
  );
}
const facing2 = (mesh: Mesh, path: V3[]): Mesh => {
  computeNormals(mesh);
  const p = mesh.position;
  const d =
    ((p[0] ?? 0) - given(path[0])[0]) * (mesh.normal[0] ?? 0) +
    ((p[1] ?? 0) - given(path[0])[1]) * (mesh.normal[1] ?? 0) +
    ((p[2] ?? 0) - given(path[0])[2]) * (mesh.normal[2] ?? 0);
  if (d < 0) {
    flip(mesh);
    computeNormals(mesh);
  }
  return mesh;
};

/** Round glasses before the eyes. */
export function glasses(f: Face, eyes: readonly [Eyeball, Eyeball]): Mesh[] {
  const rims = eyes.map(({ centre }) =>
    Array.from({ length: 96 }, (_, k): V3 => {
      const a = (k / 96) * Math.PI * 2;
      const x = centre[0] * 1.04 + 2.35 * Math.cos(a);
      return [x, centre[1] - 0.25 + 2.2 * Math.sin(a), 6.15 - 0.035 * x * x];
    }),
  );
  const [r, l] = eyes;
  const bridge = Array.from({ length: 24 }, (_, k): V3 => {
    const t = k / 23;
    const x = lerp(r.centre[0] * 1.04 + 2.3, l.centre[0] * 1.04 - 2.3, t);
    return [
      x,
      r.centre[1] + 0.25 + 0.4 * Math.sin(t * Math.PI),
      6.2 + 0.25 * Math.sin(t * Math.PI),
    ];
  });
  const arms = [-1, 1].map((s) => {
    const start = (s < 0 ? r : l).centre[0] * 1.04 + s * 2.35;
    return Array.from({ length: 30 }, (_, k): V3 => {
      const t = k / 29;
      const end = bend(f, [s * 7.7, 2.2, -4]);
      return [
        lerp(start, end[0] + s * 0.3, Math.pow(t, 0.6)),
        lerp(r.centre[1] + 0.3, 2.3, t),
        lerp(6.15 - 0.035 * start * start, -4, t),
      ];
    });
  });
  return [
    ...rims.map((rim) => tube(rim, 0.13, METAL)),
    tube(bridge, 0.11, METAL, false),
    ...arms.map((arm) => tube(arm, 0.11, METAL, false)),
  ];
}

export const hoop = (at: V3, radius: number): Mesh =>
  tube(
    Array.from({ length: 80 }, (_, k): V3 => {
      const a = (k / 80) * Math.PI * 2;
      return [
        at[0] + radius * 0.75 * Math.sin(a),
        at[1] - radius + radius * Math.cos(a),
        at[2] + radius * 0.6 * Math.sin(a),
      ];
    }),
    0.14,
    METAL,
    true,
    1,
  );
