import { browsAndLashes, combed, scalp, tone } from '../hair.ts';
import { CLOTH } from '../head.ts';
import { clamp, lerp, noise, norm, smooth, type V3 } from '../math.ts';
import { band, garment } from '../parts.ts';
import type { Person } from '../person.ts';
import { livingRoom, outOfFocus } from '../scenery.ts';
import { BLACK, LOOK, PLAIN, studio, woman } from './shared.ts';

/** Where Mara's hair parts. */
const PART = 1.2;

const SHOULDER = (a: number): number => -12.9 - 0.5 * Math.max(0, Math.sin(a));

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

export const mara: Person = {
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
};
