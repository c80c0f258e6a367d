import { labOf, type Lab } from '../../core/colour.ts';

export type Tones = Readonly<ReturnType<typeof tonesOf>>;

/** Colours a picture is reduced to, at most, and how far apart these are at least, in OKLab. */
const MOST_COLOURS = 48;
const APART = 0.022;
/** Colours this close are one surface with grain on it. */
const GRAIN = 0.045;
/** Steps between the histogram's bins, in OKLab. */
const BIN = 0.01;

/** Distance of two colours. (`Math.hypot` takes ten times as long.) */
const apart = (L: number, a: number, b: number, [l, s, t]: Lab): number =>
  Math.sqrt((L - l) * (L - l) + (a - s) * (a - s) + (b - t) * (b - t));

/** The picture's colours, a pixel's three after another, calmed: grain goes, edges stay. */
const calmed = (labs: Float32Array, n: number): Float32Array => {
  const out = new Float32Array(labs.length);
  for (let i = 0; i < n * n; i += 1) {
    const [x, y] = [i % n, Math.floor(i / n)];
    const [L, a, b] = [labs[3 * i], labs[3 * i + 1], labs[3 * i + 2]];
    let [sum, sumL, sumA, sumB] = [0, 0, 0, 0];
    for (let v = Math.max(0, y - 2); v <= Math.min(n - 1, y + 2); v += 1)
      for (
        let k = 3 * (v * n + Math.max(0, x - 2)), end = 3 * (v * n + Math.min(n - 1, x + 2));
        k <= end;
        k += 3
      ) {
        const off = Math.abs(labs[k] - L) + Math.abs(labs[k + 1] - a) + Math.abs(labs[k + 2] - b);
        if (off > GRAIN) continue;
        sum += 1;
        sumL += labs[k];
        sumA += labs[k + 1];
        sumB += labs[k + 2];
      }
    out[3 * i] = sumL / sum;
    out[3 * i + 1] = sumA / sum;
    out[3 * i + 2] = sumB / sum;
  }
  return out;
};

/** Whether a pixel is between two colours: its own lies on the way from one neighbour to the other. */
const isMixed = (labs: Float32Array, n: number, i: number): boolean => {
  const [x, y] = [i % n, Math.floor(i / n)];
  if (x === 0 || y === 0 || x === n - 1 || y === n - 1) return false;
  const between = (p: number, q: number): number => {
    const [L, a, b] = [
      labs[3 * p] - labs[3 * q],
      labs[3 * p + 1] - labs[3 * q + 1],
      labs[3 * p + 2] - labs[3 * q + 2],
    ];
    return Math.sqrt(L * L + a * a + b * b);
  };
  for (const step of [1, n, n + 1, n - 1]) {
    const [p, q] = [i - step, i + step];
    const whole = between(p, q);
    if (whole <= GRAIN) continue;
    const [to, from] = [between(p, i), between(i, q)];
    if (Math.min(to, from) > 0.012 && to + from < 1.15 * whole) return true;
  }
  return false;
};

/**
 * The colours that tell the picture best: each one is the commonest of those that are far from all
 * before it, moved to the mean of what is nearest to it (S. Lloyd 1982).
 */
const paletteOf = (labs: Float32Array, pure: readonly number[]): Lab[] => {
  const bins = new Map<number, [count: number, L: number, a: number, b: number]>();
  for (const i of pure) {
    const [L, a, b] = [labs[3 * i], labs[3 * i + 1], labs[3 * i + 2]];
    const key =
      (Math.round(L / BIN) * 256 + Math.round(a / BIN) + 128) * 256 + Math.round(b / BIN) + 128;
    const bin = bins.get(key);
    if (bin) {
      bin[0] += 1;
      bin[1] += L;
      bin[2] += a;
      bin[3] += b;
    } else bins.set(key, [1, L, a, b]);
  }
  const found = [...bins.values()].map(([count, L, a, b]) => ({
    count,
    lab: [L / count, a / count, b / count] as Lab,
    off: Infinity,
    of: 0,
  }));
  let colours: Lab[] = [];
  const assign = (): void => {
    for (const bin of found) {
      bin.off = Infinity;
      colours.forEach((colour, k) => {
        const off = apart(...bin.lab, colour);
        if (off < bin.off) [bin.off, bin.of] = [off, k];
      });
    }
  };
  while (colours.length < MOST_COLOURS) {
    let [most, next]: [number, Lab | undefined] = [0, undefined];
    for (const { count, lab, off } of found) {
      const worth = Math.sqrt(count) * Math.min(off, 1);
      if (off > APART && count > 8 && worth > most) [most, next] = [worth, lab];
    }
    if (!next) break;
    const added = next;
    colours.push(added);
    for (const bin of found) bin.off = Math.min(bin.off, apart(...bin.lab, added));
  }
  for (let round = 0; round < 4; round += 1) {
    assign();
    const sums = colours.map(() => [0, 0, 0, 0]);
    for (const { count, lab, of } of found) {
      sums[of][3] += count;
      lab.forEach((v, c) => (sums[of][c] += count * v));
    }
    colours = sums.map(([L, a, b, count], k) =>
      count > 0 ? [L / count, a / count, b / count] : colours[k],
    );
  }
  return colours;
};

/** The areas of one colour each of a picture of n * n pixels, straight RGBA. */
export const tonesOf = (pixels: Uint8ClampedArray, n: number) => {
  const raw = new Float32Array(3 * n * n);
  const known = new Map<number, Lab>();
  for (let i = 0; i < n * n; i += 1) {
    const [r, g, b] = [pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]];
    const key = (r * 256 + g) * 256 + b;
    let lab = known.get(key);
    if (!lab) known.set(key, (lab = labOf([r / 255, g / 255, b / 255])));
    raw.set(lab, 3 * i);
  }
  const labs = calmed(calmed(raw, n), n);
  const of = new Int8Array(n * n).fill(-1);
  const pure: number[] = [];
  let open: number[] = [];
  for (let i = 0; i < n * n; i += 1) {
    if (pixels[4 * i + 3] < 128) continue;
    if (isMixed(labs, n, i)) open.push(i);
    else pure.push(i);
  }
  const colours = paletteOf(labs, pure);
  const off = (from: Float32Array, i: number, k: number): number =>
    apart(from[3 * i], from[3 * i + 1], from[3 * i + 2], colours[k]);
  for (const i of pure) {
    let least = Infinity;
    for (let k = 0; k < colours.length; k += 1) {
      const far = off(labs, i, k);
      if (far < least) [least, of[i]] = [far, k];
    }
  }
  // A mixed pixel belongs to the nearest colour of those beside it.
  while (open.length > 0) {
    const before = open.length;
    const next = open.map((i) => {
      let [least, best] = [Infinity, -1];
      for (const step of [1, n, n + 1, n - 1])
        for (const j of [i - step, i + step])
          if (of[j] >= 0 && off(raw, i, of[j]) < least) [least, best] = [off(raw, i, of[j]), of[j]];
      return best;
    });
    open = open.filter((i, k) => {
      if (next[k] >= 0) of[i] = next[k];
      return next[k] < 0;
    });
    if (open.length === before) break;
  }
  return {
    colours,
    /** Each pixel's colour; -1 where the picture is transparent. */
    of,
  };
};
