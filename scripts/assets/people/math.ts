/** Vectors, seeded randomness and noise. */
export type V3 = [number, number, number];

/** @throws Error when a list hasn't what the caller knows it has */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there');
  return value;
}

export const add = (a: V3, b: V3): V3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const mul = (a: V3, s: number): V3 => [a[0] * s, a[1] * s, a[2] * s];
export const mix3 = (a: V3, b: V3, t: number): V3 => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
  a[2] + (b[2] - a[2]) * t,
];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const len = (a: V3): number => Math.hypot(a[0], a[1], a[2]);
export const norm = (a: V3): V3 => mul(a, 1 / (len(a) || 1));
export const clamp = (x: number, lo = 0, hi = 1): number => (x < lo ? lo : x > hi ? hi : x);
export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;
export const smooth = (a: number, b: number, x: number): number => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};
/** A bell of height 1 and standard deviation `s`. */
export const bell = (x: number, s: number): number => Math.exp(-(x * x) / (2 * s * s));

/** Mulberry32: a small generator of 32 bits of state. */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
export const gauss = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(random() + 1e-9)) * Math.cos(2 * Math.PI * random());

export const hash3 = (x: number, y: number, z: number): number => {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 - 1274126177);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};

/** Value noise from -1 to 1. */
export function noise(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  let u = x - xi;
  let v = y - yi;
  let w = z - zi;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const a = lerp(
    lerp(hash3(xi, yi, zi), hash3(xi + 1, yi, zi), u),
    lerp(hash3(xi, yi + 1, zi), hash3(xi + 1, yi + 1, zi), u),
    v,
  );
  const b = lerp(
    lerp(hash3(xi, yi, zi + 1), hash3(xi + 1, yi, zi + 1), u),
    lerp(hash3(xi, yi + 1, zi + 1), hash3(xi + 1, yi + 1, zi + 1), u),
    v,
  );
  return lerp(a, b, w) * 2 - 1;
}
export const fbm = (x: number, y: number, z: number, octaves = 4): number => {
  let sum = 0;
  let weight = 0.5;
  for (let k = 0; k < octaves; k++) {
    sum += weight * noise(x, y, z);
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 3.7;
    z = z * 2.03 + 9.2;
    weight *= 0.5;
  }
  return sum;
};
/** Distance to the nearest of one random point per cell (Worley, 1996). */
export function cells(x: number, y: number, z: number): number {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const zi = Math.floor(z);
  let best = 9;
  for (let k = -1; k <= 1; k++)
    for (let j = -1; j <= 1; j++)
      for (let i = -1; i <= 1; i++) {
        const a = xi + i;
        const b = yi + j;
        const c = zi + k;
        const dx = a + hash3(a, b, c) - x;
        const dy = b + hash3(a + 57, b, c + 13) - y;
        const dz = c + hash3(a, b + 91, c + 37) - z;
        const d = dx * dx + dy * dy + dz * dz;
        if (d < best) best = d;
      }
  return Math.sqrt(best);
}
