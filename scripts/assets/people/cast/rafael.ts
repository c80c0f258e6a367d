import { beard, browsAndLashes, combed, tone } from '../hair.ts';
import { CLOTH, CLOTH2 } from '../head.ts';
import { clamp, lerp, mul, norm, smooth, type V3 } from '../math.ts';
import { garment, glasses } from '../parts.ts';
import type { Person } from '../person.ts';
import { garden, outOfFocus } from '../scenery.ts';
import { LOOK, man, PLAIN, shirtCollar, studio } from './shared.ts';

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

export const rafael: Person = {
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
};
