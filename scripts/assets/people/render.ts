/** Draws meshes and strands of hair: depth, soft light from many directions, skin that glows, film. */
import { EYE, HAIR, SKIN } from './head.ts';
import { clamp, cross, gauss, given, norm, seeded, smooth, type V3 } from './math.ts';
import type { Mesh } from './mesh.ts';

export interface Strand {
  /** Three numbers a point, from the root to the tip. */
  points: Float32Array;
  colour: V3;
  /** In subpixels of a picture of 1024. */
  width: number;
  shine: number;
  /** Middle of the volume that the strand belongs to, for its shade; undefined for brows and lashes. */
  centre?: V3 | undefined;
  /** 0: casts no shadow. */
  casts?: number;
}
export interface Light {
  to: V3;
  colour: V3;
  specular: number;
}
export interface Surfaces {
  /** Colour, bump height in cm, and gloss of a point. */
  paint(material: number, rest: V3, mask: number, out: Paint): void;
}
export interface Paint {
  r: number;
  g: number;
  b: number;
  height: number;
  /** Strength of the highlight, and its sharpness. */
  gloss: number;
  sharp: number;
  /** How much light comes round the edge. */
  wrap: number;
}

const DISTANCE = 105;
export class Camera {
  readonly scale: number;
  constructor(
    readonly size: number,
    readonly span: number,
    readonly centre: readonly [number, number],
    readonly eyeHeight: number,
  ) {
    this.scale = size / span;
  }
  project(x: number, y: number, z: number): [number, number] {
    const k = (DISTANCE / (DISTANCE - z)) * this.scale;
    return [
      this.size * this.centre[0] + x * k,
      this.size * this.centre[1] - (y - this.eyeHeight) * k,
    ];
  }
  unproject(px: number, py: number, z: number): V3 {
    const k = (DISTANCE / (DISTANCE - z)) * this.scale;
    return [
      (px - this.size * this.centre[0]) / k,
      (this.size * this.centre[1] - py) / k + this.eyeHeight,
      z,
    ];
  }
}

/**
 * Calls `visit` for each pixel whose centre lies in a triangle: with the pixel, the triangle's three
 * vertices, and how much each of them counts there.
 * @param flat two numbers a vertex, in pixels of a square picture `size` wide
 */
function rasterise(
  flat: Float32Array,
  triangles: Uint32Array,
  size: number,
  visit: (at: number, A: number, B: number, C: number, w0: number, w1: number, w2: number) => void,
): void {
  for (let i = 0; i < triangles.length; i += 3) {
    const A = triangles[i] ?? 0;
    const B = triangles[i + 1] ?? 0;
    const C = triangles[i + 2] ?? 0;
    const ax = flat[A * 2] ?? 0;
    const ay = flat[A * 2 + 1] ?? 0;
    const bx = flat[B * 2] ?? 0;
    const by = flat[B * 2 + 1] ?? 0;
    const cx = flat[C * 2] ?? 0;
    const cy = flat[C * 2 + 1] ?? 0;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (Math.abs(area) < 1e-9) continue;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(size - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(size - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const inv = 1 / area;
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const w0 = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) * inv;
        const w1 = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) * inv;
        const w2 = 1 - w0 - w1;
        if (w0 < -1e-4 || w1 < -1e-4 || w2 < -1e-4) continue;
        visit(y * size + x, A, B, C, w0, w1, w2);
      }
  }
}

interface ShadowMap {
  x: V3;
  y: V3;
  solid: Float32Array;
  hair: Float32Array;
}
const MAP = 448;
const REACH = 30;
const MIDDLE: V3 = [0, -4, -2];
const FAR = -1e9;

function fillMap(
  map: ShadowMap,
  to: V3,
  meshes: readonly Mesh[],
  strands: readonly Strand[],
  random: () => number,
): void {
  const { x: X, y: Y, solid, hair } = map;
  const k = MAP / (2 * REACH);
  for (const { position: p, coarse: t } of meshes) {
    const n = p.length / 3;
    const flat = new Float32Array(n * 2);
    const toLight = new Float32Array(n);
    for (let v = 0; v < n; v++) {
      const a = (p[v * 3] ?? 0) - MIDDLE[0];
      const b = (p[v * 3 + 1] ?? 0) - MIDDLE[1];
      const c = (p[v * 3 + 2] ?? 0) - MIDDLE[2];
      flat[v * 2] = (a * X[0] + b * X[1] + c * X[2] + REACH) * k;
      flat[v * 2 + 1] = (a * Y[0] + b * Y[1] + c * Y[2] + REACH) * k;
      toLight[v] = a * to[0] + b * to[1] + c * to[2];
    }
    rasterise(flat, t, MAP, (at, A, B, C, w0, w1, w2) => {
      const z = w0 * (toLight[A] ?? 0) + w1 * (toLight[B] ?? 0) + w2 * (toLight[C] ?? 0);
      if (z > (solid[at] ?? 0)) solid[at] = z;
    });
  }
  for (const { points: p, casts } of strands) {
    if (casts === 0 || random() > 0.34) continue;
    for (let v = 0; v + 5 < p.length; v += 3) {
      const steps = 2;
      for (let s = 0; s < steps; s++) {
        const f = s / steps;
        const a = (p[v] ?? 0) + ((p[v + 3] ?? 0) - (p[v] ?? 0)) * f - MIDDLE[0];
        const b = (p[v + 1] ?? 0) + ((p[v + 4] ?? 0) - (p[v + 1] ?? 0)) * f - MIDDLE[1];
        const c = (p[v + 2] ?? 0) + ((p[v + 5] ?? 0) - (p[v + 2] ?? 0)) * f - MIDDLE[2];
        const x = Math.floor((a * X[0] + b * X[1] + c * X[2] + REACH) * k + random() - 0.5);
        const y = Math.floor((a * Y[0] + b * Y[1] + c * Y[2] + REACH) * k + random() - 0.5);
        if (x < 0 || y < 0 || x >= MAP || y >= MAP) continue;
        const z = a * to[0] + b * to[1] + c * to[2];
        if (z > (hair[y * MAP + x] ?? 0)) hair[y * MAP + x] = z;
      }
    }
  }
}

/** Share of the light that arrives. */
function arrives(
  map: ShadowMap,
  to: V3,
  px: number,
  py: number,
  pz: number,
  bias: number,
  dense: number,
  floor: number,
): number {
  const a = px - MIDDLE[0];
  const b = py - MIDDLE[1];
  const c = pz - MIDDLE[2];
  const k = MAP / (2 * REACH);
  const fx = (a * map.x[0] + b * map.x[1] + c * map.x[2] + REACH) * k - 0.5;
  const fy = (a * map.y[0] + b * map.y[1] + c * map.y[2] + REACH) * k - 0.5;
  const x = Math.floor(fx);
  const y = Math.floor(fy);
  if (x < 0 || y < 0 || x >= MAP - 1 || y >= MAP - 1) return 1;
  const z = a * to[0] + b * to[1] + c * to[2] + bias;
  const u = fx - x;
  const v = fy - y;
  const at = y * MAP + x;
  const { solid, hair } = map;
  const w00 = (1 - u) * (1 - v);
  const w10 = u * (1 - v);
  const w01 = (1 - u) * v;
  const w11 = u * v;
  let lit =
    ((solid[at] ?? 0) < z ? w00 : 0) +
    ((solid[at + 1] ?? 0) < z ? w10 : 0) +
    ((solid[at + MAP] ?? 0) < z ? w01 : 0) +
    ((solid[at + MAP + 1] ?? 0) < z ? w11 : 0);
  if (lit > 0) {
    const through = (h: number): number => (h < z ? 1 : Math.max(floor, Math.exp((z - h) * dense)));
    lit *=
      w00 * through(hair[at] ?? 0) +
      w10 * through(hair[at + 1] ?? 0) +
      w01 * through(hair[at + MAP] ?? 0) +
      w11 * through(hair[at + MAP + 1] ?? 0);
  }
  return lit;
}

export interface Picture {
  size: number;
  /** Linear light, three numbers a pixel. */
  colour: Float32Array;
  /** 0 where the background shows. */
  cover: Float32Array;
}

export function render(
  camera: Camera,
  meshes: readonly Mesh[],
  strands: readonly Strand[],
  lights: readonly Light[],
  surfaces: Surfaces,
  key: V3,
  seed: number,
): Picture {
  const W = camera.size;
  const N = W * W;
  const random = seeded(seed);
  const depth = new Float32Array(N).fill(FAR);
  const normal = new Float32Array(N * 3);
  const rest = new Float32Array(N * 3);
  const mask = new Float32Array(N);
  const material = new Uint8Array(N);
  for (const mesh of meshes) {
    const { position: p, normal: nn, rest: rr, mask: mm, triangles: t } = mesh;
    const n = p.length / 3;
    const flat = new Float32Array(n * 2);
    for (let v = 0; v < n; v++) {
      const [x, y] = camera.project(p[v * 3] ?? 0, p[v * 3 + 1] ?? 0, p[v * 3 + 2] ?? 0);
      flat[v * 2] = x;
      flat[v * 2 + 1] = y;
    }
    rasterise(flat, t, W, (at, A, B, C, w0, w1, w2) => {
      const z = w0 * (p[A * 3 + 2] ?? 0) + w1 * (p[B * 3 + 2] ?? 0) + w2 * (p[C * 3 + 2] ?? 0);
      if (z <= (depth[at] ?? 0)) return;
      depth[at] = z;
      material[at] = mesh.material;
      mask[at] = w0 * (mm[A] ?? 0) + w1 * (mm[B] ?? 0) + w2 * (mm[C] ?? 0);
      for (let c = 0; c < 3; c++) {
        normal[at * 3 + c] =
          w0 * (nn[A * 3 + c] ?? 0) + w1 * (nn[B * 3 + c] ?? 0) + w2 * (nn[C * 3 + c] ?? 0);
        rest[at * 3 + c] =
          w0 * (rr[A * 3 + c] ?? 0) + w1 * (rr[B * 3 + c] ?? 0) + w2 * (rr[C * 3 + c] ?? 0);
      }
    });
  }
  // Paint, then bend the normals by the painted heights (Mikkelsen, 2010).
  const albedo = new Float32Array(N * 3);
  const height = new Float32Array(N);
  const gloss = new Float32Array(N);
  const sharp = new Float32Array(N);
  const wrap = new Float32Array(N);
  const paint: Paint = { r: 0, g: 0, b: 0, height: 0, gloss: 0, sharp: 20, wrap: 0 };
  const r3: V3 = [0, 0, 0];
  for (let at = 0; at < N; at++) {
    if (!material[at]) continue;
    r3[0] = rest[at * 3] ?? 0;
    r3[1] = rest[at * 3 + 1] ?? 0;
    r3[2] = rest[at * 3 + 2] ?? 0;
    surfaces.paint(material[at] ?? 0, r3, mask[at] ?? 0, paint);
    albedo[at * 3] = paint.r;
    albedo[at * 3 + 1] = paint.g;
    albedo[at * 3 + 2] = paint.b;
    height[at] = paint.height;
    gloss[at] = paint.gloss;
    sharp[at] = paint.sharp;
    wrap[at] = paint.wrap;
    const l =
      Math.hypot(normal[at * 3] ?? 0, normal[at * 3 + 1] ?? 0, normal[at * 3 + 2] ?? 0) || 1;
    const flip = (normal[at * 3 + 2] ?? 0) < -0.15 * l ? -1 : 1;
    for (let c = 0; c < 3; c++) normal[at * 3 + c] = (normal[at * 3 + c] ?? 0) * (flip / l);
  }
  const bent = normal.slice();
  const cm = camera.span / W;
  for (let y = 1; y < W - 1; y++)
    for (let x = 1; x < W - 1; x++) {
      const at = y * W + x;
      const m = material[at] ?? 0;
      if (
        !m ||
        material[at - 1] !== m ||
        material[at + 1] !== m ||
        material[at - W] !== m ||
        material[at + W] !== m
      )
        continue;
      if (
        Math.abs((depth[at + 1] ?? 0) - (depth[at - 1] ?? 0)) > 0.5 ||
        Math.abs((depth[at + W] ?? 0) - (depth[at - W] ?? 0)) > 0.5
      )
        continue;
      const face = Math.max(0.3, normal[at * 3 + 2] ?? 0);
      const gx =
        clamp(((height[at + 1] ?? 0) - (height[at - 1] ?? 0)) / (2 * cm), -1.2, 1.2) * face;
      const gy =
        clamp(((height[at - W] ?? 0) - (height[at + W] ?? 0)) / (2 * cm), -1.2, 1.2) * face;
      const nx = (normal[at * 3] ?? 0) - gx;
      const ny = (normal[at * 3 + 1] ?? 0) - gy;
      const nz = normal[at * 3 + 2] ?? 0;
      const l = Math.hypot(nx, ny, nz) || 1;
      bent[at * 3] = nx / l;
      bent[at * 3 + 1] = ny / l;
      bent[at * 3 + 2] = nz / l;
    }

  // Light.
  const E = new Float32Array(N * 3);
  const S = new Float32Array(N * 3);
  const maps = lights.map(({ to }): ShadowMap => {
    const x = norm(cross(Math.abs(to[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], to));
    return {
      x,
      y: cross(to, x),
      solid: new Float32Array(MAP * MAP),
      hair: new Float32Array(MAP * MAP),
    };
  });
  // Hair gathers its light at its points.
  const shades = strands.map(({ points }) => new Float32Array(points.length));
  const list: number[] = [];
  // Light is gathered once for four subpixels of one surface.
  const leaders: number[] = [];
  const follows = new Int32Array(N).fill(-1);
  for (let at = 0; at < N; at++) {
    if (!material[at]) continue;
    list.push(at);
    const leader = (Math.floor(at / W) & ~1) * W + ((at % W) & ~1);
    if (
      leader !== at &&
      material[leader] === material[at] &&
      Math.abs((depth[leader] ?? 0) - (depth[at] ?? 0)) < 0.15 &&
      material[at] !== EYE
    )
      follows[at] = leader;
    else leaders.push(at);
  }
  const positions = new Float32Array(N * 3);
  for (const at of list)
    positions.set(
      camera.unproject((at % W) + 0.5, Math.floor(at / W) + 0.5, depth[at] ?? 0),
      at * 3,
    );
  lights.forEach(({ to, colour, specular }, k) => {
    const map = given(maps[k]);
    map.solid.fill(FAR);
    map.hair.fill(FAR);
    fillMap(map, to, meshes, strands, random);
    const h = norm([to[0], to[1], to[2] + 1]);
    for (const at of leaders) {
      const i = at * 3;
      const nx = normal[i] ?? 0;
      const ny = normal[i + 1] ?? 0;
      const nz = normal[i + 2] ?? 0;
      const bx = bent[i] ?? 0;
      const by = bent[i + 1] ?? 0;
      const bz = bent[i + 2] ?? 0;
      const geometric = nx * to[0] + ny * to[1] + nz * to[2];
      const w = wrap[at] ?? 0;
      if (geometric < -0.45 * w - 0.02) continue;
      const m = material[at] ?? 0;
      const off = 0.1;
      const lit = arrives(
        map,
        to,
        (positions[i] ?? 0) + nx * off,
        (positions[i + 1] ?? 0) + ny * off,
        (positions[i + 2] ?? 0) + nz * off,
        m === EYE ? 0.35 : 0.14,
        0.8,
        0.12,
      );
      if (lit <= 0) continue;
      const soft = geometric * 0.45 + (bx * to[0] + by * to[1] + bz * to[2]) * 0.55;
      // Red light travels furthest round the edge.
      const wr = 0.29 * w;
      const wg = 0.11 * w;
      const wb = 0.06 * w;
      E[i] = (E[i] ?? 0) + lit * colour[0] * Math.max(0, (soft + wr) / ((1 + wr) * (1 + wr)));
      E[i + 1] =
        (E[i + 1] ?? 0) + lit * colour[1] * Math.max(0, (soft + wg) / ((1 + wg) * (1 + wg)));
      E[i + 2] =
        (E[i + 2] ?? 0) + lit * colour[2] * Math.max(0, (soft + wb) / ((1 + wb) * (1 + wb)));
      const g = gloss[at] ?? 0;
      if (g > 0 && specular > 0 && geometric > 0) {
        const nh = Math.max(0, bx * h[0] + by * h[1] + bz * h[2]);
        const p = sharp[at] ?? 0;
        const fresnel = 0.6 + 1.6 * Math.pow(1 - Math.max(0, bz), 3);
        const s =
          lit *
          specular *
          g *
          fresnel *
          Math.min(1, geometric * 4) *
          (0.6 * (p + 2) * Math.pow(nh, p) + 0.4 * (p * 0.28 + 2) * Math.pow(nh, p * 0.28)) *
          0.05;
        S[i] = (S[i] ?? 0) + s * colour[0];
        S[i + 1] = (S[i + 1] ?? 0) + s * colour[1];
        S[i + 2] = (S[i + 2] ?? 0) + s * colour[2];
      }
    }
    strands.forEach((strand, j) => {
      const p = strand.points;
      const shade = given(shades[j]);
      const c = strand.centre;
      for (let v = 0; v < p.length; v += 6) {
        const a = Math.max(0, v - 3);
        const b = Math.min(p.length - 3, v + 3);
        let tx = (p[b] ?? 0) - (p[a] ?? 0);
        let ty = (p[b + 1] ?? 0) - (p[a + 1] ?? 0);
        let tz = (p[b + 2] ?? 0) - (p[a + 2] ?? 0);
        const l = Math.hypot(tx, ty, tz) || 1;
        tx /= l;
        ty /= l;
        tz /= l;
        const lit = arrives(
          map,
          to,
          p[v] ?? 0,
          p[v + 1] ?? 0,
          p[v + 2] ?? 0,
          c ? 0.35 : 0.5,
          0.75,
          0.03,
        );
        if (lit <= 0.001) continue;
        const tl = tx * to[0] + ty * to[1] + tz * to[2];
        const sl = Math.sqrt(Math.max(0, 1 - tl * tl));
        let form = 0.8;
        if (c) {
          const ox = (p[v] ?? 0) - c[0];
          const oy = (p[v + 1] ?? 0) - c[1];
          const oz = (p[v + 2] ?? 0) - c[2];
          const ol = Math.hypot(ox, oy, oz) || 1;
          form = Math.max(0, (0.35 + (ox * to[0] + oy * to[1] + oz * to[2]) / ol) / 1.35);
        }
        const diffuse = lit * sl * (0.25 + 0.75 * form) * 0.55;
        // Kajiya and Kay, 1989: one highlight in the light's colour, a second one in the hair's.
        const sv = Math.sqrt(Math.max(0, 1 - tz * tz));
        const cosine = sl * sv - tl * tz;
        const shine = specular > 0 ? strand.shine * lit * specular * form : 0;
        const s1 = cosine > 0 ? shine * Math.pow(cosine, 46) * 0.32 : 0;
        const s2 = cosine > 0 ? shine * Math.pow(cosine, 11) * 1.1 : 0;
        for (let e = 0; e < 3; e++)
          shade[v + e] =
            (shade[v + e] ?? 0) +
            (colour[e] ?? 0) * ((strand.colour[e] ?? 0) * (diffuse + s2) + s1 * 0.12);
      }
    });
  });

  // Every second point of a strand is lit; those between get the mean.
  for (const shade of shades)
    for (let v = 3; v < shade.length; v += 6)
      for (let c = 0; c < 3; c++) {
        const before = shade[v - 3 + c] ?? 0;
        shade[v + c] = v + 3 < shade.length ? 0.5 * (before + (shade[v + 3 + c] ?? 0)) : before;
      }
  for (const at of list) {
    const leader = follows[at] ?? 0;
    if (leader < 0) continue;
    for (let c = 0; c < 3; c++) {
      E[at * 3 + c] = E[leader * 3 + c] ?? 0;
      S[at * 3 + c] = S[leader * 3 + c] ?? 0;
    }
  }

  // Light that entered the skin leaves it nearby (d'Eon and Luebke, 2007): blurred, red most.
  const blurred = E.slice();
  const skin = new Uint8Array(N);
  for (const at of list) if (material[at] === SKIN) skin[at] = 1;
  const widths = [0.2, 0.09, 0.05];
  for (let c = 0; c < 3; c++) {
    const sigma = (widths[c] ?? 0) / cm;
    const reach = Math.ceil(sigma * 2.2);
    const weights = Array.from({ length: reach + 1 }, (_, d) =>
      Math.exp(-(d * d) / (2 * sigma * sigma)),
    );
    const once = new Float32Array(N);
    const stride = reach > 10 ? 2 : 1;
    const pass = (
      from: (at: number) => number,
      into: (at: number, v: number) => void,
      step: number,
    ): void => {
      for (const at of list) {
        if (!skin[at]) continue;
        let sum = from(at);
        let total = 1;
        const z = depth[at] ?? 0;
        for (let d = 1; d <= reach; d += stride) {
          for (const q of [at + d * step, at - d * step]) {
            if (q < 0 || q >= N || !skin[q]) continue;
            if (Math.abs((depth[q] ?? 0) - z) > 0.8) continue;
            const w = weights[d] ?? 0;
            sum += w * from(q);
            total += w;
          }
        }
        into(at, sum / total);
      }
    };
    pass(
      (at) => E[at * 3 + c] ?? 0,
      (at, v) => (once[at] = v),
      1,
    );
    pass(
      (at) => once[at] ?? 0,
      (at, v) => (blurred[at * 3 + c] = v),
      W,
    );
  }
  const colour = new Float32Array(N * 3);
  const cover = new Float32Array(N);
  for (const at of list) {
    cover[at] = 1;
    const i = at * 3;
    for (let c = 0; c < 3; c++) {
      const e = skin[at] ? 0.25 * (E[i + c] ?? 0) + 0.75 * (blurred[i + c] ?? 0) : (E[i + c] ?? 0);
      colour[i + c] = (albedo[i + c] ?? 0) * e + (S[i + c] ?? 0);
    }
    // The softbox mirrored in the wet eye.
    if (material[at] === EYE) {
      const [nx, ny, nz] = [bent[i] ?? 0, bent[i + 1] ?? 0, bent[i + 2] ?? 0];
      const R: V3 = [2 * nz * nx, 2 * nz * ny, 2 * nz * nz - 1];
      const side = norm(cross([0, 1, 0], key));
      const up = cross(key, side);
      const a = Math.abs(R[0] * side[0] + R[1] * side[1] + R[2] * side[2]);
      const b = Math.abs(R[0] * up[0] + R[1] * up[1] + R[2] * up[2]);
      const ahead = R[0] * key[0] + R[1] * key[1] + R[2] * key[2];
      if (ahead > 0) {
        const box = smooth(0.2, 0.14, a) * smooth(0.26, 0.18, b) * (gloss[at] ?? 0) * 10;
        for (let c = 0; c < 3; c++) colour[i + c] = (colour[i + c] ?? 0) + 0.85 * box;
      }
    }
  }
  // Hair over it, nearest first by depth.
  strands.forEach((strand, j) => {
    const p = strand.points;
    const shade = given(shades[j]);
    const n = p.length / 3;
    const base = (strand.width * W) / 2048;
    for (let v = 0; v + 1 < n; v++) {
      const [ax, ay] = camera.project(p[v * 3] ?? 0, p[v * 3 + 1] ?? 0, p[v * 3 + 2] ?? 0);
      const [bx, by] = camera.project(p[v * 3 + 3] ?? 0, p[v * 3 + 4] ?? 0, p[v * 3 + 5] ?? 0);
      const az = p[v * 3 + 2] ?? 0;
      const bz = p[v * 3 + 5] ?? 0;
      const l = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
      const steps = Math.max(1, Math.ceil(l));
      const steep = Math.abs(by - ay) > Math.abs(bx - ax);
      for (let s = 0; s < steps; s++) {
        const f = s / steps;
        const x = ax + (bx - ax) * f;
        const y = ay + (by - ay) * f;
        const z = az + (bz - az) * f + 0.02;
        const along = (v + f) / (n - 1);
        const wide = base * (1 - 0.75 * along * along);
        const whole = Math.floor(wide) + (random() < wide - Math.floor(wide) ? 1 : 0);
        for (let w = 0; w < whole; w++) {
          const o = w - (whole - 1) / 2;
          const px = Math.floor(steep ? x + o : x);
          const py = Math.floor(steep ? y : y + o);
          if (px < 0 || py < 0 || px >= W || py >= W) continue;
          const at = py * W + px;
          if (z < (depth[at] ?? 0)) continue;
          depth[at] = z;
          cover[at] = 1;
          material[at] = HAIR;
          for (let c = 0; c < 3; c++)
            colour[at * 3 + c] =
              (shade[v * 3 + c] ?? 0) * (1 - f) + (shade[v * 3 + 3 + c] ?? 0) * f;
        }
      }
    }
  });
  return { size: W, colour, cover };
}

/** Light around one direction, as from a softbox. */
export function softbox(
  to: V3,
  spread: number,
  count: number,
  colour: V3,
  specular: number,
  seed: number,
): Light[] {
  const random = seeded(seed);
  const t = norm(to);
  const x = norm(cross([0, 1, 0], t));
  const y = cross(t, x);
  return Array.from({ length: count }, () => {
    const a = clamp(gauss(random), -1.8, 1.8) * spread;
    const b = clamp(gauss(random), -1.8, 1.8) * spread;
    return {
      to: norm([
        t[0] + a * x[0] + b * y[0],
        t[1] + a * x[1] + b * y[1],
        t[2] + a * x[2] + b * y[2],
      ]),
      colour: [colour[0] / count, colour[1] / count, colour[2] / count] as V3,
      specular,
    };
  });
}
/** Light from everywhere, in the colours of the room. */
export function room(count: number, colourOf: (to: V3) => V3, specular: number): Light[] {
  return Array.from({ length: count }, (_, k) => {
    const y = 1 - (2 * (k + 0.5)) / count;
    const a = k * 2.399963;
    const r = Math.sqrt(1 - y * y);
    const to: V3 = [r * Math.cos(a), y, r * Math.sin(a)];
    const c = colourOf(to);
    return {
      to,
      colour: [(c[0] * 2.4) / count, (c[1] * 2.4) / count, (c[2] * 2.4) / count] as V3,
      specular,
    };
  }).filter(({ colour }) => colour[0] + colour[1] + colour[2] > 0);
}
