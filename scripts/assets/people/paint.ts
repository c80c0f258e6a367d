/** The colours and small reliefs of skin, eyes, teeth and cloth. */
import { CLOTH, CLOTH2, EYE, METAL, MOUTH, SKIN, TEETH } from './head.ts';
import { bell, cells, clamp, fbm, lerp, noise, smooth, type V3 } from './math.ts';
import type { Paint, Surfaces } from './render.ts';

export interface Cloth {
  colour: V3;
  /** Threads a centimetre, and how high they stand. */
  weave: 'knit' | 'twill' | 'plain' | 'silk';
  /** Paints stripes or checks over the colour. */
  pattern?: (p: V3) => V3 | undefined;
}
export interface Look {
  seed: number;
  skin: V3;
  /** Redness of cheeks and nose. */
  red: number;
  lips: V3;
  /** How far the lips differ from the skin. */
  lipStrength: number;
  freckles: number;
  spots: number;
  age: number;
  /** Shadow of a shaved beard. */
  beard: number;
  /** Dark round the eyes. */
  tired: number;
  liner: number;
  oil: number;
  iris: V3;
  irisEdge: V3;
  cloth: Cloth;
  cloth2: Cloth;
  metal: V3;
  shaved: number;
  hairline?: (p: V3) => number;
}

const eyeX = 3.15;
export function surfaces(look: Look): Surfaces {
  const s = look.seed;
  const moles: V3[] = Array.from({ length: 6 }, (_, k): V3 => [
    noise(k * 3.3, s, 1.5) * 6.5,
    noise(k * 5.1, s, 2.5) * 7 - 1,
    3.5,
  ]);
  const dark = 1 - smooth(0.1, 0.45, look.skin[0]);
  const skin = (p: V3, mask: number, out: Paint): void => {
    const [x, y, z] = p;
    const onBody = y < -30;
    const ax = Math.abs(x);
    const front = onBody ? 0 : smooth(-3, 2.5, z);
    let [r, g, b] = look.skin;
    // Blotches, large to small.
    const m = fbm(x * 0.35 + s, y * 0.35, z * 0.35, 3);
    const m2 = fbm(x * 1.6, y * 1.6 + s, z * 1.6, 3);
    const m3 = noise(x * 7, y * 7, z * 7 + s);
    const t = 1 + 0.13 * m + 0.12 * m2 + 0.06 * m3;
    r *= t;
    g *= t * (1 - 0.07 * m2 - 0.05 * m);
    b *= t * (1 - 0.09 * m2 - 0.05 * m);
    let height = 0;
    if (front > 0) {
      const nose = bell(ax * 0.8, 0.9) * bell(y + 0.9, 0.9) * smooth(4.8, 6, z);
      const cheeks = bell(ax - 4.3, 1.5) * bell(y + 1.2, 1.4) * (1 + 0.8 * m2);
      const chin = bell(x, 1.8) * bell(y + 7.6, 0.9);
      const lidRed = bell(ax - eyeX, 1.2) * bell(y - 2.3, 0.5);
      const red = look.red * front * (0.9 * nose + 0.75 * cheeks + 0.4 * chin + 0.25 * lidRed);
      r *= 1 + 0.04 * red;
      g *= 1 - 0.22 * red;
      b *= 1 - 0.18 * red;
      const pale = front * bell(x, 3.5) * smooth(4.5, 6.5, y);
      r *= 1 + 0.05 * pale;
      g *= 1 + 0.06 * pale;
      b *= 1 + 0.02 * pale;
      const socket =
        front *
        (bell(ax - eyeX + 0.35, 1.25) * bell(y - 1.6, 0.45) +
          0.6 * bell(ax - eyeX + 0.5, 1.3) * bell(y - 3.6, 0.55) +
          0.5 * bell(ax - 1.6, 0.5) * bell(y - 2.7, 0.8));
      const d = look.tired * clamp(socket);
      r *= 1 - 0.24 * d;
      g *= 1 - 0.29 * d;
      b *= 1 - 0.22 * d;
      // Dark skin is darkest at the brow, temples and round the mouth.
      const rim =
        dark * (0.5 * smooth(4.5, 7, ax) + 0.35 * bell(ax - 2.8, 0.8) * bell(y + 4.3, 1.3));
      r *= 1 - 0.22 * rim;
      g *= 1 - 0.26 * rim;
      b *= 1 - 0.26 * rim;
      if (look.beard > 0) {
        const jaw =
          smooth(-1.5, -3.2, y - 0.35 * (5.5 - ax)) * smooth(0.5, -1.2, y + 2.2 - 0.2 * ax);
        const moustache = bell(y + 2.75, 0.45) * smooth(2.8, 2.2, ax);
        const area = clamp(jaw * smooth(-11, -9.6, y) + moustache) * (mask < 0.4 ? 1 : 0);
        const dots = smooth(0.36, 0.18, cells(x * 5.2, y * 5.2, z * 5.2)) * (0.7 + 0.6 * m2);
        const k = look.beard * area * (0.28 + 0.5 * dots);
        r *= 1 - 0.72 * k;
        g *= 1 - 0.66 * k;
        b *= 1 - 0.58 * k;
        height += 0.004 * dots * look.beard * area;
      }
      if (look.freckles > 0) {
        const zone = bell(y - 0.6, 2.6) * bell(ax - 2.6, 3) + 0.25;
        const c1 = cells(x * 2.4 + s, y * 2.4, z * 1.6);
        const c2 = cells(x * 4.1, y * 4.1 + s, z * 3);
        const keep = smooth(-0.25, 0.35, m2 + 0.25);
        const f =
          look.freckles *
          clamp(zone) *
          keep *
          (smooth(0.3, 0.12, c1) + 0.7 * smooth(0.3, 0.14, c2));
        r *= 1 - 0.2 * f;
        g *= 1 - 0.36 * f;
        b *= 1 - 0.46 * f;
      }
      if (look.spots > 0) {
        const c = cells(x * 0.85 + s * 3, y * 0.85, z * 0.7);
        const f =
          look.spots *
          smooth(0.28, 0.16, c + 0.06 * m3) *
          smooth(3, 5.5, ax + 0.5 * Math.max(0, y - 4));
        r *= 1 - 0.2 * f;
        g *= 1 - 0.3 * f;
        b *= 1 - 0.35 * f;
      }
      for (const q of moles) {
        const f = smooth(0.11, 0.06, Math.hypot(q[0] - x, q[1] - y)) * 0.6;
        r *= 1 - 0.5 * f;
        g *= 1 - 0.6 * f;
        b *= 1 - 0.6 * f;
      }
      // Nostrils are dark, and their rims warm.
      const nx = (ax - 0.72) / 0.36;
      const ny = (y + 1.7 + 0.16 * (ax - 0.72)) / 0.17;
      const pit = Math.exp(-(nx * nx + ny * ny) * 1.0) * smooth(4, 5, z);
      r *= 1 - 0.86 * pit;
      g *= 1 - 0.93 * pit;
      b *= 1 - 0.93 * pit;
      if (look.liner > 0 && mask < 2) {
        // Painted on the lid by the lashes.
        const dx = (ax - eyeX) / 1.45;
        const lid = 2.62 + 0.38 * (1 - dx * dx);
        const f = look.liner * bell(y - lid - 0.06, 0.08) * smooth(1.15, 0.9, Math.abs(dx));
        r *= 1 - 0.75 * f;
        g *= 1 - 0.78 * f;
        b *= 1 - 0.78 * f;
      }
      // Wrinkles.
      const a = look.age;
      if (a > 0) {
        const wob = 0.35 * noise(x * 0.5, y * 0.4, s) + 0.06 * noise(x * 2.2, y, s);
        const brow = smooth(5.4, 6, y) * smooth(9.5, 8, y) * smooth(5.6, 3.5, ax);
        const q = (y + wob + 0.25 * Math.cos(x * 0.8)) / 0.95;
        const line = Math.abs(q - Math.round(q));
        height -=
          a *
          0.045 *
          brow *
          bell(line, 0.075) *
          (0.55 + 0.6 * noise(x * 0.7, Math.round(q) * 5.1, s));
        // Crow's feet and smile lines below the eyes.
        const cx = ax - 4.75;
        const cy = y - 2.45;
        if (cx > -0.4) {
          const angle = Math.atan2(cy, cx + 0.35);
          const radius = Math.hypot(cx + 0.35, cy);
          const k = (angle + 0.1 * noise(radius * 2, angle * 2, s)) / 0.3;
          height -=
            a *
            0.03 *
            bell(k - Math.round(k), 0.13) *
            smooth(0.3, 0.6, radius) *
            smooth(2.2, 1.3, radius) *
            smooth(1.15, 0.8, Math.abs(angle));
        }
        const under = y - (1.75 - 0.18 * (ax - 2.2) + 0.12 * (ax - 3.2) ** 2);
        height -=
          a *
          0.02 *
          bell(under - 0.25 * Math.round(under / 0.25), 0.04) *
          bell(under, 0.35) *
          bell(ax - 3.2, 1);
        height -= a * 0.03 * bell(ax - 0.45 - 0.08 * (y - 4.4), 0.07) * bell(y - 4.5, 0.55);
        const fine = fbm(x * 3.1, y * 5.5, z * 3, 2);
        height += a * 0.008 * fine;
        height -= a * 0.03 * bell(ax - 2.6 - 0.18 * (y + 5.6), 0.09) * bell(y + 5.6, 0.7);
      }
    } else if (!onBody) {
      const e = mask > 2.5 ? look.red + 0.4 : 0;
      g *= 1 - 0.2 * e;
      b *= 1 - 0.16 * e;
    } else if (look.age > 0.5) {
      const yy = y + 40;
      const q = (yy + 0.5 * noise(x * 0.4, yy * 0.3, s) + 0.03 * x * x) / 1.5;
      height -= (look.age - 0.4) * 0.05 * bell(q - Math.round(q), 0.06) * smooth(-8, -10, yy);
    }
    // Pores.
    const pore = cells(x * 8.5, y * 8.5, z * 8.5);
    const grain = noise(x * 15, y * 15, z * 15);
    height += 0.0085 * (smooth(0.1, 0.55, pore) - 0.5) * (0.5 + front) + 0.0034 * grain;
    const tee = bell(x, 1.8) * smooth(-2, 0, y) + 0.5 * bell(ax - 4.3, 1) * bell(y - 0.3, 1);
    let gloss = (0.22 + 0.33 * front * tee + 0.15 * m2) * look.oil;
    let sharp = 20;
    out.wrap = 1;
    if (mask > 0.02 && mask < 1.99 && !onBody && y < -2.5) {
      const k = smooth(0.3, 0.62, mask + 0.09 * m2) * look.lipStrength;
      const streak = noise(x * 6.5, y * 1.1, s) + 0.5 * noise(x * 13, y * 2, s);
      const inner = smooth(-0.5, 0, -Math.abs(y + 4.27));
      r = lerp(r, look.lips[0] * (1 + 0.1 * streak) * (1 - 0.35 * inner), k);
      g = lerp(g, look.lips[1] * (1 + 0.12 * streak) * (1 - 0.45 * inner), k);
      b = lerp(b, look.lips[2] * (1 + 0.12 * streak) * (1 - 0.45 * inner), k);
      height = lerp(height, 0.008 * streak, k);
      gloss = lerp(gloss, 0.42, k);
      sharp = lerp(sharp, 42, k);
    } else if (mask >= 0.6 && mask <= 2.4 && y > 0) {
      const k = clamp(mask - 0.6);
      r = lerp(r, lerp(look.skin[0], 0.62, 0.5), k);
      g = lerp(g, lerp(look.skin[1], 0.3, 0.5), k);
      b = lerp(b, lerp(look.skin[2], 0.26, 0.5), k);
      gloss = lerp(gloss, 1.6, k);
      sharp = lerp(sharp, 90, k);
    }
    if (look.shaved > 0 && look.hairline && !onBody) {
      const k = clamp(look.hairline(p)) * look.shaved;
      const dots = smooth(0.4, 0.2, cells(x * 6, y * 6, z * 6));
      r *= 1 - k * (0.3 + 0.4 * dots);
      g *= 1 - k * (0.26 + 0.4 * dots);
      b *= 1 - k * (0.2 + 0.4 * dots);
    }
    out.r = Math.max(0.003, r);
    out.g = Math.max(0.002, g);
    out.b = Math.max(0.002, b);
    out.height = height;
    out.gloss = gloss;
    out.sharp = sharp;
  };
  const eye = (p: V3, mask: number, out: Paint): void => {
    const [x, y, z] = p;
    const r = Math.hypot(x, y) * 1.42;
    const a = Math.atan2(y, x);
    const R = 0.61;
    // The white: never white, with fine veins towards the corners.
    const vein =
      smooth(0.82, 1, 1 - Math.abs(fbm(x * 5 + s, y * 9, z * 3, 3)) * 1.6) * smooth(0.6, 1.2, r);
    let cr = 0.47 - 0.05 * vein;
    let cg = 0.415 - 0.12 * vein - 0.05 * smooth(0.7, 1.3, r);
    let cb = 0.385 - 0.11 * vein - 0.06 * smooth(0.7, 1.3, r);
    const k = smooth(R + 0.035, R - 0.045, r);
    if (k > 0) {
      const q = r / R;
      const fibre =
        0.5 +
        0.3 * noise(Math.cos(a) * 5 + s, Math.sin(a) * 5, q * 1.2) +
        0.2 * noise(Math.cos(a) * 13, Math.sin(a) * 13, q * 2);
      const collar = smooth(0.62, 0.42, q);
      const t = smooth(0.7, 1.0, q);
      const f = 0.5 + 0.75 * fibre;
      let ir = lerp(look.iris[0], look.irisEdge[0], t) * f * (1 + 0.5 * collar);
      let ig = lerp(look.iris[1], look.irisEdge[1], t) * f * (1 + 0.25 * collar);
      let ib = lerp(look.iris[2], look.irisEdge[2], t) * f;
      // Light gathers in the iris across from the lamp.
      const glow =
        1 + 0.7 * smooth(0.1, 0.8, (x * 0.4 - y) / (Math.hypot(x, y) || 1)) * smooth(0.35, 0.7, q);
      ir *= glow;
      ig *= glow;
      ib *= glow;
      const pupil = smooth(0.36, 0.41, q);
      const limbus = 1 - 0.6 * smooth(0.8, 1, q);
      cr = lerp(cr, ir * pupil * limbus + 0.002, k);
      cg = lerp(cg, ig * pupil * limbus + 0.002, k);
      cb = lerp(cb, ib * pupil * limbus + 0.002, k);
    }
    out.r = cr * mask;
    out.g = cg * (mask * 0.95 + 0.05 * mask * mask);
    out.b = cb * (mask * 0.9 + 0.1 * mask * mask);
    out.height = 0;
    out.gloss = 0.1 * smooth(0.35, 0.75, mask);
    out.sharp = 120;
    out.wrap = 0.6;
  };
  const cloth = (c: Cloth, p: V3, out: Paint): void => {
    const [x, y, z] = p;
    let [r, g, b] = c.pattern?.(p) ?? c.colour;
    let height = 0;
    let shade = 1 + 0.06 * fbm(x * 0.4, y * 0.4, z * 0.4, 3);
    if (c.weave === 'knit') {
      const u = x * 3.2;
      const v = y * 3.6 + Math.abs(u - Math.round(u)) * 1.4;
      const loop = Math.cos((u - Math.round(u)) * 6.28) * 0.5 + Math.cos(v * 6.28) * 0.5;
      height = 0.028 * loop + 0.012 * noise(x * 18, y * 18, z * 18);
      shade *= 1 + 0.12 * loop + 0.06 * noise(x * 14, y * 14, z * 9);
    } else if (c.weave === 'twill') {
      const w = Math.sin((x * 0.8 + y) * 34) * 0.5 + 0.5 * noise(x * 16, y * 16, z * 16);
      height = 0.006 * w;
      shade *= 1 + 0.07 * w + 0.06 * noise(x * 5, y * 5, z);
    } else if (c.weave === 'plain') {
      const w = noise(x * 19, y * 19, z * 19);
      height = 0.005 * w;
      shade *= 1 + 0.05 * w;
    } else {
      height = 0.002 * noise(x * 20, y * 4, z * 4);
    }
    r *= shade;
    g *= shade;
    b *= shade;
    out.r = r;
    out.g = g;
    out.b = b;
    out.height = height;
    out.gloss = c.weave === 'silk' ? 0.35 : 0.05;
    out.sharp = c.weave === 'silk' ? 9 : 6;
    out.wrap = 0.25;
  };
  return {
    paint(material, p, mask, out) {
      out.gloss = 0;
      out.sharp = 20;
      out.wrap = 0;
      out.height = 0;
      if (material === SKIN) skin(p, mask, out);
      else if (material === EYE) eye(p, mask, out);
      else if (material === CLOTH) cloth(look.cloth, p, out);
      else if (material === CLOTH2) cloth(look.cloth2, p, out);
      else if (material === TEETH) {
        const [x, v] = p;
        const gum = v < 0.14 ? 1 : 0;
        const side = 1 - 0.4 * smooth(0.8, 3.2, Math.abs(x));
        const gap = 0.62 + 0.38 * mask;
        const tone = (1 + 0.05 * noise(x * 4, v * 3, s)) * side * gap;
        out.r = gum ? 0.35 : 0.8 * tone;
        out.g = gum ? 0.12 : 0.73 * tone;
        out.b = gum ? 0.11 : 0.62 * tone;
        out.gloss = 0.9;
        out.sharp = 60;
        out.wrap = 0.8;
      } else if (material === MOUTH) {
        out.r = 0.05;
        out.g = 0.012;
        out.b = 0.011;
      } else if (material === METAL) {
        [out.r, out.g, out.b] = look.metal;
        out.gloss = 2.2;
        out.sharp = 70;
      }
    },
  };
}
