/** Triangle meshes and Loop's subdivision (Loop, 1987; weights of Warren). */
import { given, type V3 } from './math.ts';

export interface Mesh {
  /** Three numbers a vertex. */
  position: Float32Array;
  /** Where the vertex was before any deformation; what skin and cloth are painted by. */
  rest: Float32Array;
  /** One number a vertex; what it says depends on the material. */
  mask: Float32Array;
  triangles: Uint32Array;
  /** Fewer triangles over the same vertices, for shadows. */
  coarse: Uint32Array;
  normal: Float32Array;
  material: number;
}

interface Loose {
  p: Float64Array; // 7 channels: position, rest, mask
  n: number;
  t: Uint32Array;
}
const C = 7;

function subdivideOnce({ p, n, t }: Loose): Loose {
  const edges = new Map<number, number>();
  const ends: number[] = [];
  const opposite: number[] = [];
  const m = t.length / 3;
  const edge = (a: number, b: number, o: number): number => {
    const key = a < b ? a * 4194304 + b : b * 4194304 + a;
    let e = edges.get(key);
    if (e === undefined) {
      e = ends.length / 2;
      edges.set(key, e);
      ends.push(a, b);
      opposite.push(o, -1);
    } else opposite[e * 2 + 1] = o;
    return e;
  };
  const of = new Uint32Array(m * 3);
  for (let k = 0; k < m; k++) {
    const a = t[k * 3] ?? 0;
    const b = t[k * 3 + 1] ?? 0;
    const c = t[k * 3 + 2] ?? 0;
    of[k * 3] = edge(a, b, c);
    of[k * 3 + 1] = edge(b, c, a);
    of[k * 3 + 2] = edge(c, a, b);
  }
  const count = ends.length / 2;
  const out = new Float64Array((n + count) * C);
  // Old vertices.
  const valence = new Uint16Array(n);
  const border = new Uint8Array(n);
  const sum = new Float64Array(n * C);
  const rim = new Float64Array(n * C);
  for (let e = 0; e < count; e++) {
    const a = ends[e * 2] ?? 0;
    const b = ends[e * 2 + 1] ?? 0;
    const open = opposite[e * 2 + 1] === -1;
    valence[a] = (valence[a] ?? 0) + 1;
    valence[b] = (valence[b] ?? 0) + 1;
    if (open) border[a] = border[b] = 1;
    for (let c = 0; c < C; c++) {
      sum[a * C + c] = (sum[a * C + c] ?? 0) + (p[b * C + c] ?? 0);
      sum[b * C + c] = (sum[b * C + c] ?? 0) + (p[a * C + c] ?? 0);
      if (open) {
        rim[a * C + c] = (rim[a * C + c] ?? 0) + (p[b * C + c] ?? 0);
        rim[b * C + c] = (rim[b * C + c] ?? 0) + (p[a * C + c] ?? 0);
      }
    }
  }
  for (let v = 0; v < n; v++) {
    const k = valence[v] ?? 0;
    for (let c = 0; c < C; c++) {
      const x = p[v * C + c] ?? 0;
      if (border[v]) out[v * C + c] = 0.75 * x + 0.125 * (rim[v * C + c] ?? 0);
      else {
        const beta = k === 3 ? 3 / 16 : 3 / (8 * k);
        out[v * C + c] = (1 - k * beta) * x + beta * (sum[v * C + c] ?? 0);
      }
    }
  }
  for (let e = 0; e < count; e++) {
    const a = ends[e * 2] ?? 0;
    const b = ends[e * 2 + 1] ?? 0;
    const o = opposite[e * 2] ?? 0;
    const q = opposite[e * 2 + 1] ?? 0;
    for (let c = 0; c < C; c++)
      out[(n + e) * C + c] =
        q === -1
          ? 0.5 * ((p[a * C + c] ?? 0) + (p[b * C + c] ?? 0))
          : 0.375 * ((p[a * C + c] ?? 0) + (p[b * C + c] ?? 0)) +
            0.125 * ((p[o * C + c] ?? 0) + (p[q * C + c] ?? 0));
  }
  const fine = new Uint32Array(m * 12);
  for (let k = 0; k < m; k++) {
    const [a, b, c] = [t[k * 3] ?? 0, t[k * 3 + 1] ?? 0, t[k * 3 + 2] ?? 0];
    const [d, e, f] = [(of[k * 3] ?? 0) + n, (of[k * 3 + 1] ?? 0) + n, (of[k * 3 + 2] ?? 0) + n];
    fine.set([a, d, f, d, b, e, f, e, c, d, e, f], k * 12);
  }
  return { p: out, n: n + count, t: fine };
}

/** Subdivides so that the smooth surface goes through the given points, not inside them. */
export function subdivide(
  positions: readonly V3[],
  rests: readonly V3[],
  masks: readonly number[],
  triangles: readonly (readonly [number, number, number])[],
  levels: number,
  material: number,
): Mesh {
  const n = positions.length;
  const want = new Float64Array(n * C);
  for (let v = 0; v < n; v++)
    want.set([...given(positions[v]), ...given(rests[v]), given(masks[v])], v * C);
  const t = Uint32Array.from(triangles.flat());
  const p = want.slice();
  for (let round = 0; round < 6; round++) {
    let probe: Loose = { p, n, t };
    probe = subdivideOnce(probe);
    probe = subdivideOnce(probe);
    for (let k = 0; k < n * C; k++)
      p[k] = (p[k] ?? 0) + 0.75 * ((want[k] ?? 0) - (probe.p[k] ?? 0));
  }
  let loose: Loose = { p, n, t };
  let coarse: Uint32Array = t;
  for (let level = 0; level < levels; level++) {
    if (level === levels - 1) coarse = loose.t;
    loose = subdivideOnce(loose);
  }
  const position = new Float32Array(loose.n * 3);
  const rest = new Float32Array(loose.n * 3);
  const mask = new Float32Array(loose.n);
  for (let v = 0; v < loose.n; v++) {
    for (let c = 0; c < 3; c++) {
      position[v * 3 + c] = loose.p[v * C + c] ?? 0;
      rest[v * 3 + c] = loose.p[v * C + 3 + c] ?? 0;
    }
    mask[v] = loose.p[v * C + 6] ?? 0;
  }
  return {
    position,
    rest,
    mask,
    triangles: loose.t,
    coarse,
    normal: new Float32Array(loose.n * 3),
    material,
  };
}

export function computeNormals(mesh: Mesh): void {
  const { position: p, triangles: t, normal } = mesh;
  normal.fill(0);
  for (let k = 0; k < t.length; k += 3) {
    const a = (t[k] ?? 0) * 3;
    const b = (t[k + 1] ?? 0) * 3;
    const c = (t[k + 2] ?? 0) * 3;
    const ux = (p[b] ?? 0) - (p[a] ?? 0);
    const uy = (p[b + 1] ?? 0) - (p[a + 1] ?? 0);
    const uz = (p[b + 2] ?? 0) - (p[a + 2] ?? 0);
    const vx = (p[c] ?? 0) - (p[a] ?? 0);
    const vy = (p[c + 1] ?? 0) - (p[a + 1] ?? 0);
    const vz = (p[c + 2] ?? 0) - (p[a + 2] ?? 0);
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    for (const v of [a, b, c]) {
      normal[v] = (normal[v] ?? 0) + x;
      normal[v + 1] = (normal[v + 1] ?? 0) + y;
      normal[v + 2] = (normal[v + 2] ?? 0) + z;
    }
  }
  for (let v = 0; v < normal.length; v += 3) {
    const l = Math.hypot(normal[v] ?? 0, normal[v + 1] ?? 0, normal[v + 2] ?? 0) || 1;
    normal[v] = (normal[v] ?? 0) / l;
    normal[v + 1] = (normal[v + 1] ?? 0) / l;
    normal[v + 2] = (normal[v + 2] ?? 0) / l;
  }
}

/** A surface from a function of two parameters from 0 to 1. */
export function surface(
  columns: number,
  rows: number,
  at: (u: number, v: number) => V3,
  material: number,
  mask: (u: number, v: number, p: V3) => number = () => 0,
  rest: (u: number, v: number, p: V3) => V3 = (_u, _v, p) => p,
): Mesh {
  const n = (columns + 1) * (rows + 1);
  const mesh: Mesh = {
    position: new Float32Array(n * 3),
    rest: new Float32Array(n * 3),
    mask: new Float32Array(n),
    triangles: new Uint32Array(columns * rows * 6),
    coarse: new Uint32Array(0),
    normal: new Float32Array(n * 3),
    material,
  };
  for (let j = 0, v = 0; j <= rows; j++)
    for (let i = 0; i <= columns; i++, v++) {
      const p = at(i / columns, j / rows);
      mesh.position.set(p, v * 3);
      mesh.rest.set(rest(i / columns, j / rows, p), v * 3);
      mesh.mask[v] = mask(i / columns, j / rows, p);
    }
  let k = 0;
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const b = a + columns + 1;
      mesh.triangles.set([a, b, a + 1, a + 1, b, b + 1], k);
      k += 6;
    }
  const wide: number[] = [];
  const step = 3;
  for (let j = 0; j < rows; j += step)
    for (let i = 0; i < columns; i += step) {
      const i2 = Math.min(columns, i + step);
      const j2 = Math.min(rows, j + step);
      const a = j * (columns + 1) + i;
      const b = j2 * (columns + 1) + i;
      const c = j * (columns + 1) + i2;
      const d = j2 * (columns + 1) + i2;
      wide.push(a, b, c, c, b, d);
    }
  mesh.coarse = columns * rows > 3000 ? Uint32Array.from(wide) : mesh.triangles;
  return mesh;
}
