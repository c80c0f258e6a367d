import { beard, browsAndLashes, scalp, tone } from '../hair.ts';
import { CLOTH } from '../head.ts';
import { fbm, smooth } from '../math.ts';
import { garment } from '../parts.ts';
import type { Person } from '../person.ts';
import { outOfFocus, street } from '../scenery.ts';
import { BLACK, crew, LOOK, man, PLAIN, studio } from './shared.ts';

const TEE = (a: number): number => -12.9 - 1.5 * Math.max(0, Math.sin(a)) ** 2;

export const arjun: Person = {
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
};
