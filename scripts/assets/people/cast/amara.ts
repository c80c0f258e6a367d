import { afro, browsAndLashes, combed, scalp, tone } from '../hair.ts';
import { bend, CLOTH } from '../head.ts';
import { norm, smooth, type V3 } from '../math.ts';
import { garment, hoop } from '../parts.ts';
import type { Person } from '../person.ts';
import { bricks, outOfFocus } from '../scenery.ts';
import { BLACK, LOOK, PLAIN, studio, woman } from './shared.ts';

export const amara: Person = {
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
          edge: (a) => -16.3 - 3.4 * Math.max(0, Math.sin(a)) ** 1.5 + 1.0 * Math.abs(Math.cos(a)),
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
};
