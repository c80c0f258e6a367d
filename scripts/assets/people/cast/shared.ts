/** What several of the people have: a plain face, a studio’s light, clothes. */
import type { Face } from '../head.ts';
import { bell, lerp, norm, type V3 } from '../math.ts';
import type { Look } from '../paint.ts';
import { strip } from '../parts.ts';
import type { Person } from '../person.ts';
import { room, softbox, type Light } from '../render.ts';

export const PLAIN: Face = {
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

export const LOOK: Look = {
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

export const studio = (
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

export const man = { neck: 1, broad: 0.6, high: 0, turn: 0 };

export const woman = { neck: -0.6, broad: -0.9, high: 0, turn: 0 };

/** A shirt's collar: it stands round the neck, then folds outward to two points. */
export const shirtCollar = (p: Person, material: number, base = -12.6) =>
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
export const crew = (p: Person, material: number, edge: (angle: number) => number) =>
  strip(p.body, p.face, material, (angle, v) => ({
    y: edge(angle) + 0.75 - 1.7 * v,
    out: 0.25 + 0.85 * Math.sin(Math.min(1, v * 1.15) * Math.PI * 0.75),
  }));

export const BLACK: V3 = [0.012, 0.01, 0.009];
