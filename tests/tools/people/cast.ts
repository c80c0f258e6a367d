/** The eight people. */
import { afro, beard, browsAndLashes, combed, curls, scalp, tone } from './hair.ts';
import { bend, CLOTH, CLOTH2, flip, onSkull, SKULL, type Face } from './head.ts';
import { bell, clamp, fbm, lerp, mix3, mul, noise, norm, smooth, type V3 } from './math.ts';
import { computeNormals, surface, type Mesh } from './mesh.ts';
import type { Look } from './paint.ts';
import { band, garment, glasses, hoop, strip, torso } from './parts.ts';
import type { Person } from './person.ts';
import { room, softbox, type Light } from './render.ts';
import { bricks, garden, livingRoom, outOfFocus, plaster, street } from './scenery.ts';

/** Where Mara's hair parts. */
const PART = 1.2;

const PLAIN: Face = {
  seed: 1,
  width: 0,
  long: 0,
  jaw: 0,
  chinLong: 0,
  chinWide: 0,
  chinOut: 0,
  temple: 0,
  fat: 0,
  cheekbone: 0,
  noseLong: 0,
  noseWide: 0,
  noseUp: 0,
  noseOut: 0,
  bridge: 0,
  hump: 0,
  eyeOpen: 1.0,
  eyeWide: 0,
  eyeTilt: 0,
  eyeApart: 0,
  eyeDeep: 0,
  hood: 0,
  crease: 0,
  brow: 0,
  browRidge: 0,
  lipUp: 0,
  lipDown: 0,
  mouthWide: 0,
  mouthUp: 0,
  smile: 0,
  open: 0,
  age: 0,
  neck: 0,
  ear: 0,
};
const LOOK: Look = {
  seed: 1,
  skin: [0.58, 0.36, 0.27],
  red: 1,
  lips: [0.45, 0.17, 0.15],
  lipStrength: 0.8,
  freckles: 0,
  spots: 0,
  age: 0,
  beard: 0,
  tired: 0.6,
  liner: 0,
  oil: 1,
  iris: [0.16, 0.08, 0.035],
  irisEdge: [0.05, 0.025, 0.012],
  cloth: { colour: [0.1, 0.2, 0.4], weave: 'plain' },
  cloth2: { colour: [0.8, 0.8, 0.8], weave: 'plain' },
  metal: [0.02, 0.02, 0.02],
  shaved: 0,
};
const studio = (
  key: V3,
  warm: number,
  fill: number,
  seed: number,
): { key: V3; lights: Light[] } => {
  const k = norm(key);
  return {
    key: k,
    lights: [
      ...softbox(k, 0.22, 16, [1.12, 1.04 - 0.06 * warm, 0.93 - 0.16 * warm], 0.9, seed),
      ...room(
        34,
        ([x, y, z]) => {
          const f = 0.82 * fill * (0.55 + 0.35 * y + 0.25 * z + 0.15 * x * Math.sign(k[0]));
          const v = Math.max(0, f);
          return [v * 0.97, v * 0.98, v * 1.02];
        },
        0.25,
      ),
      ...softbox([-k[0] * 1.3, 0.5, -0.75], 0.15, 3, [0.85, 0.9, 1], 0.6, seed + 1),
    ],
  };
};

const man = { neck: 1, broad: 0.6, high: 0, turn: 0 };
const woman = { neck: -0.6, broad: -0.9, high: 0, turn: 0 };
const SHOULDER = (a: number): number => -12.9 - 0.5 * Math.max(0, Math.sin(a));
const TEE = (a: number): number => -12.9 - 1.5 * Math.max(0, Math.sin(a)) ** 2;

/** A shirt's collar: it stands round the neck, then folds outward to two points. */
const shirtCollar = (p: Person, material: number, base = -12.6) =>
  strip(
    p.body,
    p.face,
    material,
    (angle, v) => {
      const front = Math.max(0, Math.sin(angle)) ** 2;
      const gap = Math.abs(angle - Math.PI / 2);
      const point = bell(Math.min(gap, 2 * Math.PI - gap) - 0.42, 0.26) * 2.2;
      const stand = base - 1.5 * front;
      if (v < 0.35)
        return { y: lerp(stand - 1.2, stand + 1.3, v / 0.35), out: 0.35 + 0.5 * v + 0.3 * front };
      const t = (v - 0.35) / 0.65;
      return {
        y: lerp(stand + 1.3, stand - 0.55 - 0.75 * point, t) + 0.14 * Math.sin(t * 3.1),
        out: 0.53 + 0.3 * front + 0.75 * Math.sin(Math.min(1, t * 1.4) * 1.57),
      };
    },
    Math.PI / 2 + 0.13,
    Math.PI / 2 - 0.13 + 2 * Math.PI,
  );
/** A knitted rim along a garment's edge. */
const crew = (p: Person, material: number, edge: (angle: number) => number) =>
  strip(p.body, p.face, material, (angle, v) => ({
    y: edge(angle) + 0.75 - 1.7 * v,
    out: 0.25 + 0.85 * Math.sin(Math.min(1, v * 1.15) * Math.PI * 0.75),
  }));
const rollNeck = (material: number, seed: number) =>
  band(
    material,
    (angle, v) => {
      const front = Math.max(0, Math.sin(angle));
      const w = v * 1.25 - 0.25;
      const h = noise(angle * 1.7, seed, 1.5);
      const y =
        v < 0.2 ? lerp(-12.5, -9.9, v / 0.2) : lerp(-9.9, -15.2, Math.pow((v - 0.2) / 0.8, 0.9));
      const bulge =
        v < 0.2
          ? -0.35
          : 0.55 * Math.sin(clamp(w) * Math.PI * 0.95) +
            0.25 * Math.sin(w * 7.5 + h) +
            0.1 * noise(angle * 3, v * 6, seed);
      return {
        y: y - 0.9 * front + 0.25 * h,
        radius: 5.75 + bulge + 0.9 * smooth(0.6, 1, v) ** 2,
        forward: 0.35 + 0.6 * front * smooth(0.3, 1, v),
      };
    },
    0,
    2 * Math.PI,
  );
/** A lapelled opening shown by colour: cloth2 inside a V, cloth outside. */
const opening =
  (jacket: V3, shirt: V3, wide: number, bottom: number) =>
  (p: V3): V3 | undefined => {
    if (p[2] < 0) return jacket;
    const half = wide * clamp((p[1] - bottom) / (-13 - bottom), 0, 1.3);
    const d = Math.abs(p[0]) - half;
    if (d < 0) return Math.abs(p[0]) < 0.09 ? mul(shirt, 0.6) : mul(shirt, d > -0.35 ? 0.72 : 1);
    const lapel = half + 1.4 + 1.9 * smooth(bottom, -16, p[1]);
    const edge = Math.abs(Math.abs(p[0]) - lapel);
    return mul(jacket, edge < 0.1 ? 0.5 : Math.abs(p[0]) < lapel ? 1.12 : 1);
  };

/** A scarf over head, neck and shoulders. */
const hijab = (p: Person): Mesh[] => {
  const ridge = (x: number): number => (1 - Math.abs(x)) ** 2;
  const cover = surface(
    260,
    150,
    (u, v) => {
      const a = u * 2 * Math.PI;
      const c = Math.cos(a);
      const s = Math.sin(a);
      const edge: V3 = [
        c * 6.95,
        -0.55 + s * (s > 0 ? 8.0 : 9.35),
        lerp(-0.6, s > 0 ? 4.5 : 3.9, Math.abs(s) ** 1.6),
      ];
      const d: V3 = [
        (edge[0] - SKULL.c[0]) / SKULL.r[0],
        (edge[1] - SKULL.c[1]) / SKULL.r[1],
        (edge[2] - SKULL.c[2]) / SKULL.r[2],
      ];
      const t = clamp((v - 0.08) / 0.92);
      const e = norm([0, 0.35, -0.95]);
      const dn = norm(d);
      const g = 1 - t * 0.96;
      const angle = Math.acos(clamp(dn[0] * e[0] + dn[1] * e[1] + dn[2] * e[2], -1, 1));
      const w0 = Math.sin(angle * g) / Math.sin(angle);
      const w1 = Math.sin(angle * (1 - g)) / Math.sin(angle);
      const q: V3 = [dn[0] * w0 + e[0] * w1, dn[1] * w0 + e[1] * w1, dn[2] * w0 + e[2] * w1];
      const hood = onSkull(q, 0.9 + 0.5 * smooth(0, 0.5, t));
      const start = onSkull(dn, 0.9);
      const fade = 1 - smooth(0, 0.32, t);
      const upper: V3 = [
        hood[0] + (edge[0] - start[0]) * fade,
        hood[1] + (edge[1] - start[1]) * fade,
        hood[2] + (edge[2] - start[2]) * fade,
      ];
      const lower: V3 = [
        edge[0] * lerp(1, 0.95, t) + c * 2.3 * smooth(0, 0.6, t),
        edge[1] - 4.6 * t * Math.max(0, -s) - 3.5 * t,
        edge[2] - 5 * t ** 1.4,
      ];
      const w = smooth(-0.75, 0.05, s);
      const base: V3 = mix3(lower, upper, w);
      const b = bend({ ...p.face, fat: 0, seed: 99 }, base);
      const roll = v < 0.08 ? Math.sin((v / 0.08) * 1.57) : 1;
      const folds =
        0.7 *
          ridge(
            clamp(
              fbm(
                t * 6.5 + 0.6 * noise(a * 0.8, t * 2, 4),
                Math.cos(a) * 0.8 + 3,
                Math.sin(a) * 0.8,
                2,
              ) * 2.6,
              -1,
              1,
            ),
          ) *
          smooth(0, 0.12, t) +
        0.1 * noise(c * 3, s * 3, t * 9);
      const out = norm([c, s * 0.9, 0.55]);
      const h = 0.3 * roll + folds;
      return [b[0] + out[0] * h, b[1] + out[1] * h, b[2] + out[2] * h - (1 - roll) * 0.6];
    },
    CLOTH,
  );
  const drape = surface(
    360,
    190,
    (u, v) => {
      const a = u * 2 * Math.PI;
      const s = Math.sin(a);
      const y = lerp(lerp(-5.2, -9.3, smooth(0.1, 0.9, s)), -29, v);
      const swirl = y * 0.42 + 1.1 * Math.cos(a - 0.5) + 0.4 * noise(a * 1.2, y * 0.2, 6);
      const loose = bell(y + 12, 3);
      const base = torso(p.body, p.face, a, y, 1.2 + 2.3 * loose);
      const f1 = ridge(clamp(fbm(swirl * 0.85, Math.cos(a) * 0.9, s * 0.9 + 5, 2) * 2.4, -1, 1));
      const f2 = ridge(
        clamp(fbm(base[0] * 0.17 + 9, base[1] * 0.06 + base[0] * 0.1, s, 2) * 2.4, -1, 1),
      );
      const low = smooth(-14.5, -19, y);
      const h =
        lerp(0.95 * f1, 0.75 * f2, low) + 0.1 * noise(base[0] * 0.7, base[1] * 0.7, base[2] * 0.7);
      const o = norm([Math.cos(a), 0.35, s]);
      return [base[0] + o[0] * h, base[1] + o[1] * h, base[2] + o[2] * h];
    },
    CLOTH,
  );
  for (const mesh of [cover, drape]) {
    computeNormals(mesh);
    let sum = 0;
    for (let v = 0; v < mesh.position.length; v += 3)
      sum +=
        (mesh.normal[v + 2] ?? 0) * ((mesh.position[v + 2] ?? 0) + 4) +
        (mesh.normal[v] ?? 0) * (mesh.position[v] ?? 0);
    if (sum < 0) flip(mesh);
    computeNormals(mesh);
  }
  return [cover, drape];
};

const BLACK: V3 = [0.012, 0.01, 0.009];

export const PEOPLE: Person[] = [
  {
    id: 'mara',
    name: 'Mara',
    seed: 3,
    face: {
      ...PLAIN,
      seed: 3,
      width: -0.5,
      jaw: -0.5,
      chinWide: -0.3,
      fat: 0.15,
      cheekbone: 0.5,
      noseWide: -0.45,
      noseUp: 0.35,
      noseOut: -0.1,
      bridge: 0.05,
      eyeOpen: 1.26,
      eyeWide: 0.9,
      eyeTilt: 0.2,
      crease: 0.2,
      brow: 0.1,
      lipUp: 0.5,
      lipDown: 0.6,
      mouthWide: 0.05,
      smile: 0.35,
      neck: -0.5,
    },
    look: {
      ...LOOK,
      seed: 3,
      shaved: 0.85,
      hairline: (q) => smooth(0, 0.8, scalp(q, -0.1, 3)),
      skin: [0.55, 0.335, 0.245],
      red: 1.0,
      lips: [0.42, 0.13, 0.12],
      lipStrength: 0.85,
      tired: 0.55,
      liner: 0.5,
      oil: 0.9,
      iris: [0.13, 0.075, 0.03],
      irisEdge: [0.035, 0.02, 0.012],
      cloth: { colour: [0.4, 0.095, 0.035], weave: 'knit' },
      freckles: 0.12,
    },
    body: woman,
    pose: { yaw: -7, pitch: 1, roll: 4, gaze: [0, 0] },
    ears: false,
    wear: (head, p) => {
      const t = tone([0.04, 0.019, 0.009], [0.16, 0.085, 0.042], 0.45);
      const hang = (q: V3, root: V3): V3 => {
        if (q[1] > 3.5) return q;
        const s = Math.sign(root[0] - PART) || 1;
        const y = q[1];
        let [x, , z] = q;
        // Hair lies round the cheeks and the neck, then on the shoulders.
        const h = 0.5 + 0.5 * noise(root[0] * 6.1, root[1] * 6.1, root[2] * 6.1);
        const aim = lerp(5.6, 9.6, h) + 0.9 * Math.sin(y * 0.3 + root[2] * 0.8) + 0.06 * (3.5 - y);
        if (z > -4.5 || y < -6) x = s * lerp(Math.abs(x), aim, 0.16);
        if (y > -13)
          z = lerp(
            z,
            lerp(-6, 2.5, 0.5 + 0.5 * noise(root[0] * 5.3 + 9, root[1] * 5.3, root[2] * 5.3)),
            0.05,
          );
        const front = root[2] > -3.5;
        if (y < -13 && front) z = Math.max(z, 2.2 + 0.32 * (-13 - y));
        if (y < -13 && !front) z = Math.min(z, -10);
        return [x, y, z];
      };
      return {
        onHead: [],
        onBody: [
          garment(p.body, p.face, {
            material: CLOTH,
            edge: SHOULDER,
            out: 0.9,
            folds: 1.1,
            seed: 3,
          }),
          rollNeck(CLOTH, 3),
        ],
        hair: [
          ...combed({
            face: p.face,
            count: 17000,
            tone: t,
            width: 1.9,
            shine: 1.9,
            back: -0.3,
            seed: 31,
            steps: 26,
            length: (r, rnd) => (26 + 0.2 * r[1]) * (0.72 + 0.42 * rnd()),
            comb: (r) => norm([(Math.sign(r[0] - PART) || 1) * 1, -0.25, r[2] > 0 ? -0.45 : -0.25]),
            lift: 0.45,
            fall: 12,
            lock: 0.6,
            lockSize: 0.42,
            frizz: 0.05,
            curl: 0.55,
            curlSize: 11,
            push: hang,
          }),
          ...browsAndLashes(
            head,
            {
              thick: 0.6,
              arch: 0.75,
              long: 0.95,
              dense: 1,
              tone: tone([0.05, 0.025, 0.012], [0.1, 0.05, 0.025]),
              lash: 1.05,
              lashTone: BLACK,
            },
            3,
          ),
        ],
      };
    },
    ...studio([-0.65, 0.5, 0.75], 1, 0.55, 3),
    centre: 0.525,
    span: 46,
    scene: outOfFocus(
      livingRoom([0.3, 0.24, 0.19], [1.5, 1.5, 1.45], false, [0.4, 0.25, 0.15], 3),
      9,
    ),
  },
  {
    id: 'kenji',
    name: 'Kenji',
    seed: 5,
    face: {
      ...PLAIN,
      seed: 5,
      width: 0.5,
      long: 0,
      jaw: 0.25,
      chinWide: 0.2,
      cheekbone: 0.75,
      noseWide: 0.35,
      noseOut: -0.45,
      bridge: -0.6,
      eyeOpen: 0.95,
      eyeWide: 0.7,
      eyeTilt: 0.75,
      hood: 1.1,
      crease: -0.9,
      eyeApart: 0.25,
      eyeDeep: -0.5,
      brow: 0.15,
      browRidge: -0.3,
      lipUp: 0.35,
      lipDown: 0.3,
      smile: 0.15,
      neck: 0.4,
      ear: 0.3,
    },
    look: {
      ...LOOK,
      seed: 5,
      shaved: 0.9,
      hairline: (q) => smooth(0, 0.8, scalp(q, -0.1, 5)),
      skin: [0.52, 0.33, 0.215],
      red: 0.35,
      lips: [0.4, 0.17, 0.14],
      lipStrength: 0.65,
      beard: 0.25,
      tired: 0.5,
      oil: 1.0,
      iris: [0.05, 0.026, 0.013],
      irisEdge: [0.018, 0.011, 0.007],
      cloth: { colour: [0.018, 0.022, 0.035], weave: 'knit' },
      cloth2: { colour: [0.72, 0.72, 0.7], weave: 'plain' },
    },
    body: { ...man, neck: 0.6, broad: 0.2 },
    pose: { yaw: 7, pitch: 0, roll: -2.5, gaze: [0, 0] },
    ears: true,
    wear: (head, p) => ({
      onHead: [],
      onBody: [
        garment(p.body, p.face, {
          material: CLOTH,
          edge: (a) => -13.3 - 2.6 * Math.max(0, Math.sin(a)) ** 2,
          out: 1,
          folds: 0.9,
          seed: 5,
        }),
        shirtCollar(p, CLOTH2),
        garment(p.body, p.face, {
          material: CLOTH2,
          edge: () => -12.5,
          out: 0.45,
          folds: 0.2,
          seed: 6,
        }),
      ],
      hair: [
        ...combed({
          face: p.face,
          count: 19000,
          tone: tone([0.008, 0.007, 0.007], [0.03, 0.026, 0.025], 0.3),
          width: 1.9,
          shine: 0.9,
          back: -0.5,
          seed: 51,
          steps: 12,
          length: (r, rnd) =>
            (r[1] < 3.5 ? 1.6 : lerp(2, 4.6, smooth(3.5, 10, r[1]))) * (0.8 + 0.3 * rnd()),
          comb: (r) => {
            const k = smooth(5, 9.5, r[1]);
            return norm([
              lerp(Math.sign(r[0]) * 0.1, 0.7, k),
              lerp(-0.9, 0.1, k),
              lerp(r[2] > 0 ? 0.2 : -0.3, 0.45, k),
            ]);
          },
          lift: 0.6,
          fall: 1.2,
          lock: 0.7,
          lockSize: 0.55,
          frizz: 0.1,
        }),
        ...browsAndLashes(
          head,
          {
            thick: 0.85,
            arch: 0.5,
            long: 0.95,
            dense: 1.1,
            tone: tone([0.01, 0.009, 0.008], [0.03, 0.025, 0.02]),
            lash: 0.6,
            lashTone: BLACK,
          },
          5,
        ),
      ],
    }),
    ...studio([0.6, 0.55, 0.75], 0.3, 0.6, 5),
    centre: 0.475,
    span: 46,
    scene: outOfFocus(plaster([0.3, 0.31, 0.33], [0.75, 0.66, 0.52], 5), 8),
  },
  {
    id: 'amara',
    name: 'Amara',
    seed: 11,
    face: {
      ...PLAIN,
      seed: 11,
      width: -0.1,
      long: -0.1,
      jaw: -0.35,
      chinOut: 0.1,
      fat: 0.3,
      cheekbone: 0.7,
      noseWide: 0.95,
      noseOut: -0.25,
      bridge: -0.35,
      noseLong: -0.15,
      eyeOpen: 1.37,
      eyeWide: 0.9,
      eyeTilt: 0.3,
      brow: 0.25,
      lipUp: 1.15,
      lipDown: 1.1,
      mouthWide: 0.2,
      smile: 0.75,
      open: 0.95,
      neck: -0.6,
    },
    look: {
      ...LOOK,
      seed: 11,
      shaved: 0.85,
      hairline: (q) => smooth(0, 0.8, scalp(q, -0.1, 11)),
      skin: [0.33, 0.165, 0.096],
      red: 0.35,
      lips: [0.2, 0.055, 0.05],
      lipStrength: 0.75,
      tired: 0.3,
      liner: 0.4,
      oil: 1.05,
      iris: [0.04, 0.02, 0.01],
      irisEdge: [0.014, 0.008, 0.005],
      cloth: { colour: [0.012, 0.2, 0.19], weave: 'silk' },
      metal: [0.75, 0.5, 0.16],
    },
    body: { ...woman, broad: -0.8 },
    pose: { yaw: 5, pitch: -1, roll: 4, gaze: [0, 0] },
    ears: true,
    teeth: -0.05,
    wear: (head, p) => {
      const ear = (s: number): V3 => {
        const a = bend(p.face, [s * 7.6, -2.5, -2.6]);
        return [a[0] + s * 0.35, a[1], a[2] + 0.2];
      };
      return {
        onHead: [hoop(ear(1), 2), hoop(ear(-1), 2)],
        onBody: [
          garment(p.body, p.face, {
            material: CLOTH,
            edge: (a) =>
              -16.3 - 3.4 * Math.max(0, Math.sin(a)) ** 1.5 + 1.0 * Math.abs(Math.cos(a)),
            out: 0.5,
            folds: 0.9,
            seed: 11,
          }),
        ],
        hair: [
          ...afro(p.face, 24000, tone([0.011, 0.0075, 0.006], [0.05, 0.03, 0.02], 0.3), 6.6, 111),
          ...combed({
            face: p.face,
            count: 5000,
            tone: tone([0.012, 0.008, 0.006], [0.02, 0.012, 0.009]),
            width: 1.6,
            shine: 0.3,
            back: -0.1,
            seed: 112,
            steps: 10,
            length: () => 3.2,
            comb: (r) => norm([r[0], r[1], -1]),
            lift: 2,
            fall: 0,
            lock: 0.5,
            lockSize: 1,
            frizz: 0.5,
            curl: 0.22,
            curlSize: 0.8,
          }),
          ...browsAndLashes(
            head,
            {
              thick: 0.65,
              arch: 1,
              long: 1,
              dense: 1.1,
              tone: tone([0.01, 0.007, 0.006], [0.02, 0.014, 0.01]),
              lash: 1.1,
              lashTone: BLACK,
            },
            11,
          ),
        ],
      };
    },
    ...studio([-0.6, 0.5, 0.8], 1, 0.75, 11),
    centre: 0.48,
    span: 48,
    scene: outOfFocus(bricks([0.5, 0.33, 0.13], [0.6, 0.5, 0.33], 11), 8),
  },
  {
    id: 'rafael',
    name: 'Rafael',
    seed: 13,
    face: {
      ...PLAIN,
      seed: 13,
      width: 0.2,
      long: 0.5,
      jaw: 0.3,
      chinLong: 0.2,
      temple: -0.5,
      fat: -0.3,
      cheekbone: 0.45,
      noseLong: 0.6,
      noseWide: 0.4,
      noseUp: -0.4,
      noseOut: 0.35,
      bridge: 0.4,
      hump: 0.6,
      eyeOpen: 0.83,
      eyeWide: 0.4,
      eyeTilt: -0.5,
      hood: 1,
      crease: -0.2,
      eyeDeep: 0.5,
      brow: -0.15,
      browRidge: 0.8,
      lipUp: -0.3,
      lipDown: -0.1,
      smile: 0.3,
      age: 1,
      neck: 0.5,
      ear: 1.2,
    },
    look: {
      ...LOOK,
      seed: 13,
      skin: [0.4, 0.22, 0.14],
      red: 0.7,
      lips: [0.32, 0.13, 0.11],
      lipStrength: 0.6,
      spots: 0.8,
      age: 1,
      tired: 0.85,
      oil: 1.05,
      iris: [0.09, 0.05, 0.025],
      irisEdge: [0.03, 0.02, 0.012],
      cloth: {
        colour: [0.05, 0.11, 0.24],
        weave: 'twill',
        pattern: opening([0.028, 0.058, 0.12], [0.62, 0.56, 0.44], 5.2, -27),
      },
      cloth2: { colour: [0.62, 0.56, 0.44], weave: 'plain' },
      metal: [0.012, 0.011, 0.01],
    },
    body: man,
    pose: { yaw: -6, pitch: 1, roll: -2, gaze: [0, 0] },
    ears: true,
    wear: (head, p) => ({
      onHead: glasses(p.face, head.eyeballs),
      onBody: [
        garment(p.body, p.face, {
          material: CLOTH,
          edge: (a) => -12.9 - 0.8 * Math.max(0, Math.sin(a)),
          out: 0.9,
          folds: 0.8,
          seed: 13,
        }),
        shirtCollar(p, CLOTH2),
      ],
      hair: [
        ...combed({
          face: p.face,
          count: 12000,
          tone: tone([0.42, 0.41, 0.39], [0.7, 0.69, 0.67], 0.5, [0.12, 0.11, 0.1], 0.14),
          width: 1.7,
          shine: 0.5,
          back: 1.1,
          seed: 131,
          steps: 12,
          length: (r, rnd) => lerp(2.2, 5.5, smooth(4, 10, r[1])) * (0.8 + 0.3 * rnd()),
          comb: (r) =>
            r[1] > 5.5
              ? norm([0.22 + Math.sign(r[0]) * 0.12, 0.35, -0.9])
              : norm([Math.sign(r[0]) * 0.08, -0.55, -0.75]),
          lift: 0.85,
          fall: 0.3,
          lock: 0.8,
          lockSize: 0.5,
          frizz: 0.12,
        }),
        ...beard(
          head,
          tone([0.45, 0.44, 0.42], [0.72, 0.71, 0.69], 0.5, [0.14, 0.12, 0.1], 0.16),
          2.6,
          15000,
          13,
        ),
        ...browsAndLashes(
          head,
          {
            thick: 1.1,
            arch: 0.6,
            long: 1,
            dense: 0.9,
            tone: tone([0.3, 0.29, 0.27], [0.55, 0.54, 0.52], 0.4, [0.06, 0.05, 0.04], 0.25),
            lash: 0.5,
            lashTone: [0.06, 0.05, 0.04],
            width: 1.4,
          },
          13,
        ),
      ],
    }),
    ...studio([-0.6, 0.6, 0.7], 0.8, 0.6, 13),
    centre: 0.525,
    span: 46,
    scene: outOfFocus(garden([0.012, 0.035, 0.01], [0.14, 0.24, 0.05], [0.75, 0.78, 0.6], 13), 10),
  },
  {
    id: 'leila',
    name: 'Leila',
    seed: 17,
    face: {
      ...PLAIN,
      seed: 17,
      width: -0.3,
      long: 0.1,
      jaw: -0.4,
      chinWide: -0.2,
      cheekbone: 0.35,
      fat: 0.35,
      noseLong: 0.35,
      noseWide: -0.15,
      noseOut: 0.15,
      bridge: 0.35,
      hump: 0.35,
      noseUp: -0.15,
      eyeOpen: 1.44,
      eyeWide: 1.0,
      eyeTilt: 0.3,
      crease: 0.4,
      brow: 0.15,
      lipUp: 0.55,
      lipDown: 0.75,
      mouthWide: -0.1,
      smile: 0.45,
      neck: -0.6,
    },
    look: {
      ...LOOK,
      seed: 17,
      skin: [0.46, 0.27, 0.175],
      red: 0.8,
      lips: [0.36, 0.11, 0.11],
      lipStrength: 0.85,
      tired: 0.75,
      liner: 0.8,
      oil: 0.9,
      iris: [0.1, 0.055, 0.022],
      irisEdge: [0.028, 0.016, 0.009],
      cloth: { colour: [0.06, 0.16, 0.17], weave: 'plain' },
    },
    body: { ...woman, broad: -0.7 },
    pose: { yaw: 6, pitch: 1.5, roll: -4, gaze: [0, 0] },
    ears: false,
    wear: (head, p) => {
      const [cover, drape] = hijab(p) as [Mesh, Mesh];
      return {
        onHead: [cover],
        onBody: [drape],
        hair: browsAndLashes(
          head,
          {
            thick: 0.85,
            arch: 0.8,
            long: 1.05,
            dense: 1.25,
            tone: tone([0.03, 0.02, 0.014], [0.07, 0.045, 0.03]),
            lash: 1.15,
            lashTone: BLACK,
          },
          17,
        ),
      };
    },
    ...studio([0.62, 0.5, 0.75], 0.8, 0.6, 17),
    centre: 0.475,
    span: 46,
    scene: outOfFocus(
      livingRoom([0.25, 0.17, 0.2], [1.2, 1.25, 1.4], true, [0.3, 0.2, 0.35], 17),
      9,
    ),
  },
  {
    id: 'finn',
    name: 'Finn',
    seed: 19,
    face: {
      ...PLAIN,
      seed: 19,
      width: -0.15,
      long: 0.15,
      jaw: 0.1,
      chinLong: 0.1,
      chinWide: 0.15,
      fat: 0,
      noseLong: -0.1,
      noseWide: 0.05,
      noseUp: 0.6,
      noseOut: 0.1,
      bridge: -0.1,
      eyeOpen: 1.15,
      eyeWide: 0.6,
      eyeTilt: -0.15,
      brow: 0.1,
      browRidge: 0.35,
      lipUp: 0.3,
      lipDown: 0.4,
      mouthWide: 0.1,
      smile: 0.75,
      open: 0.95,
      neck: 0,
      ear: 0.8,
    },
    look: {
      ...LOOK,
      seed: 19,
      shaved: 0.6,
      hairline: (q) => smooth(0.2, 1.2, scalp(q, 0.3, 19)),
      skin: [0.57, 0.355, 0.275],
      red: 1.2,
      lips: [0.52, 0.2, 0.18],
      lipStrength: 0.7,
      freckles: 1,
      tired: 0.4,
      oil: 0.9,
      iris: [0.13, 0.2, 0.2],
      irisEdge: [0.03, 0.06, 0.075],
      cloth: { colour: [0.06, 0.115, 0.23], weave: 'twill' },
      cloth2: { colour: [0.75, 0.74, 0.7], weave: 'knit' },
    },
    body: { ...man, neck: 0.1, broad: -0.1 },
    pose: { yaw: -5, pitch: -1, roll: -5, gaze: [0, 0] },
    ears: true,
    teeth: -0.02,
    wear: (head, p) => ({
      onHead: [],
      onBody: [
        garment(p.body, p.face, {
          material: CLOTH,
          edge: (a) => -12.9 - 0.9 * Math.max(0, Math.sin(a)),
          out: 0.9,
          folds: 1.3,
          seed: 19,
        }),
        shirtCollar(p, CLOTH),
        crew(p, CLOTH2, (a) => -12.7 - 0.9 * Math.max(0, Math.sin(a))),
      ],
      hair: [
        ...curls(p.face, 330, 62, tone([0.2, 0.05, 0.012], [0.42, 0.135, 0.035], 0.4), 191),
        ...combed({
          face: p.face,
          count: 3500,
          tone: tone([0.17, 0.045, 0.012], [0.3, 0.09, 0.025]),
          width: 1.6,
          shine: 0.6,
          back: 0.1,
          seed: 192,
          steps: 10,
          length: () => 2.6,
          comb: (r) => norm([r[0] * 0.1, -0.6, -0.4]),
          lift: 0.8,
          fall: 0.6,
          lock: 1,
          lockSize: 0.8,
          frizz: 0.3,
          curl: 0.3,
          curlSize: 1.7,
        }),
        ...browsAndLashes(
          head,
          {
            thick: 0.75,
            arch: 0.6,
            long: 0.95,
            dense: 0.8,
            tone: tone([0.2, 0.075, 0.03], [0.34, 0.14, 0.06]),
            lash: 0.75,
            lashTone: [0.12, 0.05, 0.025],
          },
          19,
        ),
      ],
    }),
    ...studio([-0.55, 0.6, 0.75], 0.4, 0.75, 19),
    centre: 0.52,
    span: 47,
    scene: outOfFocus(street([0.05, 0.12, 0.13], [0.45, 0.75, 0.85], [1, 0.7, 0.4], 19), 9),
  },
  {
    id: 'ingrid',
    name: 'Ingrid',
    seed: 23,
    face: {
      ...PLAIN,
      seed: 23,
      width: 0.2,
      long: -0.2,
      jaw: -0.25,
      chinLong: -0.15,
      chinWide: -0.3,
      fat: 0.9,
      cheekbone: 0.1,
      noseLong: 0.2,
      noseWide: 0.2,
      noseUp: 0.15,
      noseOut: 0.2,
      eyeOpen: 1.7,
      eyeWide: 0.8,
      eyeTilt: -0.35,
      hood: 0.55,
      crease: 0.1,
      eyeDeep: 0.15,
      lipUp: 0.1,
      lipDown: 0.25,
      mouthWide: 0.25,
      smile: 0.8,
      open: 1.05,
      age: 0.8,
      neck: 0,
    },
    look: {
      ...LOOK,
      seed: 23,
      shaved: 0.45,
      hairline: (q) => smooth(0, 0.8, scalp(q, -0.1, 23)),
      skin: [0.53, 0.335, 0.26],
      red: 0.7,
      lips: [0.4, 0.13, 0.13],
      lipStrength: 0.85,
      spots: 0.6,
      age: 1.15,
      liner: 0.3,
      tired: 0.45,
      oil: 0.75,
      iris: [0.11, 0.15, 0.18],
      irisEdge: [0.03, 0.045, 0.06],
      cloth: { colour: [0.16, 0.035, 0.075], weave: 'knit' },
      cloth2: { colour: [0.7, 0.66, 0.6], weave: 'plain' },
      metal: [0.8, 0.78, 0.72],
    },
    body: { neck: -0.2, broad: -0.2, high: 0, turn: 0 },
    pose: { yaw: 4, pitch: 0, roll: 3, gaze: [0, 0] },
    ears: true,
    teeth: 0,
    wear: (head, p) => ({
      onHead: [],
      onBody: [
        garment(p.body, p.face, {
          material: CLOTH,
          edge: (a) => -13.3 - 3.2 * Math.max(0, Math.sin(a)) ** 3,
          out: 0.9,
          folds: 1,
          seed: 23,
        }),
        crew(p, CLOTH, (a) => -13.3 - 3.2 * Math.max(0, Math.sin(a)) ** 3),
      ],
      hair: [
        ...combed({
          face: p.face,
          count: 17000,
          tone: tone([0.3, 0.3, 0.3], [0.62, 0.62, 0.61], 0.45, [0.08, 0.075, 0.07], 0.2),
          width: 1.7,
          shine: 0.7,
          back: 0,
          seed: 231,
          steps: 16,
          length: (r, rnd) => lerp(4.6, 8, smooth(2, 10, r[1])) * (0.8 + 0.3 * rnd()),
          comb: (r) =>
            norm([
              r[0] > -3.5 ? lerp(0.9, 0.1, smooth(4, 7, Math.abs(r[0]))) : -0.25,
              lerp(-0.9, 0.1, smooth(3, 9, r[1])),
              r[2] > 1 && r[0] > -3 ? 0.35 : -0.3,
            ]),
          lift: 0.9,
          fall: 2.6,
          lock: 0.65,
          lockSize: 0.45,
          frizz: 0.09,
          curl: 0.25,
          curlSize: 7,
        }),
        ...browsAndLashes(
          head,
          {
            thick: 0.5,
            arch: 1.1,
            long: 0.95,
            dense: 0.7,
            tone: tone([0.16, 0.14, 0.12], [0.3, 0.28, 0.25]),
            lash: 0.75,
            lashTone: [0.04, 0.03, 0.025],
          },
          23,
        ),
      ],
    }),
    ...studio([0.55, 0.55, 0.8], 0.6, 0.7, 23),
    centre: 0.485,
    span: 46,
    scene: outOfFocus(garden([0.02, 0.04, 0.02], [0.2, 0.26, 0.1], [0.85, 0.78, 0.62], 29), 11),
  },
  {
    id: 'arjun',
    name: 'Arjun',
    seed: 29,
    face: {
      ...PLAIN,
      seed: 29,
      width: 0.45,
      long: 0,
      jaw: 0.75,
      chinLong: 0.1,
      chinWide: 0.4,
      chinOut: 0.2,
      fat: 0.35,
      noseLong: 0.3,
      noseWide: 0.55,
      noseOut: 0.15,
      bridge: 0.1,
      hump: 0.15,
      eyeOpen: 1.04,
      eyeWide: 0.7,
      eyeTilt: 0,
      hood: 0.4,
      crease: 0.1,
      eyeDeep: 0.3,
      brow: -0.15,
      browRidge: 0.75,
      lipUp: 0.25,
      lipDown: 0.45,
      mouthWide: 0.2,
      smile: 0.3,
      age: 0.4,
      neck: 1,
      ear: 0.6,
    },
    look: {
      ...LOOK,
      seed: 29,
      skin: [0.27, 0.145, 0.085],
      red: 0.5,
      lips: [0.24, 0.09, 0.075],
      lipStrength: 0.65,
      age: 0.4,
      beard: 1.15,
      tired: 0.85,
      oil: 1,
      iris: [0.05, 0.026, 0.013],
      irisEdge: [0.018, 0.01, 0.006],
      cloth: { colour: [0.16, 0.17, 0.16], weave: 'plain' },
      cloth2: { colour: [0.16, 0.17, 0.16], weave: 'plain' },
      shaved: 0.75,
      hairline: (p) =>
        smooth(0, 3, scalp(p, 0.5, 29) + 1.2 * fbm(p[0] * 0.8, p[1] * 0.8, p[2] * 0.8, 2)),
    },
    body: { ...man, broad: 1 },
    pose: { yaw: 6, pitch: 0.5, roll: -3, gaze: [0, 0] },
    ears: true,
    wear: (head, p) => ({
      onHead: [],
      onBody: [
        garment(p.body, p.face, { material: CLOTH, edge: TEE, out: 0.8, folds: 1.1, seed: 29 }),
        crew(p, CLOTH, TEE),
      ],
      hair: [
        ...beard(
          head,
          tone([0.012, 0.01, 0.009], [0.03, 0.025, 0.022], 0.3, [0.3, 0.29, 0.28], 0.07),
          0.35,
          6500,
          29,
        ).map((s) => ({ ...s, width: 1, casts: 0 })),
        ...browsAndLashes(
          head,
          {
            thick: 1.15,
            arch: 0.55,
            long: 1,
            dense: 1.3,
            tone: tone([0.022, 0.017, 0.013], [0.05, 0.04, 0.03]),
            lash: 0.7,
            lashTone: BLACK,
          },
          29,
        ),
      ],
    }),
    ...studio([-0.65, 0.55, 0.7], 0.6, 0.55, 29),
    centre: 0.515,
    span: 46,
    scene: outOfFocus(street([0.06, 0.07, 0.09], [0.5, 0.5, 0.55], [1, 0.75, 0.45], 31), 10),
  },
];
