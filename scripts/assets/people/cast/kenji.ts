import { browsAndLashes, combed, scalp, tone } from '../hair.ts';
import { CLOTH, CLOTH2 } from '../head.ts';
import { lerp, norm, smooth } from '../math.ts';
import { garment } from '../parts.ts';
import type { Person } from '../person.ts';
import { outOfFocus, plaster } from '../scenery.ts';
import { BLACK, LOOK, man, PLAIN, shirtCollar, studio } from './shared.ts';

export const kenji: Person = {
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
};
