import { browsAndLashes, tone } from '../hair.ts';
import { bend, CLOTH, flip, onSkull, SKULL } from '../head.ts';
import { bell, clamp, fbm, lerp, mix3, noise, norm, smooth, type V3 } from '../math.ts';
import { computeNormals, surface, type Mesh } from '../mesh.ts';
import { torso } from '../parts.ts';
import type { Person } from '../person.ts';
import { livingRoom, outOfFocus } from '../scenery.ts';
import { BLACK, LOOK, PLAIN, studio, woman } from './shared.ts';

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

export const leila: Person = {
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
  scene: outOfFocus(livingRoom([0.25, 0.17, 0.2], [1.2, 1.25, 1.4], true, [0.3, 0.2, 0.35], 17), 9),
};
