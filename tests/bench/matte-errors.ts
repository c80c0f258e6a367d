/** A matte to judge, with one byte of alpha per pixel. */
interface Matte {
  readonly width: number;
  readonly height: number;
  readonly alpha: Uint8Array;
}

/** How far a cut-out's alpha is from the true one, near the true outline. */
export interface MatteErrors {
  /** Sum of absolute differences, in thousands of pixels. */
  readonly sad: number;
  /** Mean of squared differences, in thousandths. */
  readonly mse: number;
  /** Sum of squared differences of the slopes. */
  readonly gradient: number;
}

/** Sigma of the Gaussian whose derivatives give the slopes, in pixels. */
const SIGMA = 1.4;

/** Convolves along rows or, with `down`, columns; the border is repeated. */
function convolve(
  values: Float64Array,
  { width, height }: { width: number; height: number },
  kernel: readonly number[],
  down: boolean,
): Float64Array {
  const reach = (kernel.length - 1) / 2;
  const result = new Float64Array(values.length);
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1) {
      let sum = 0;
      for (let k = -reach; k <= reach; k += 1) {
        const at = down
          ? Math.max(0, Math.min(height - 1, y + k)) * width + x
          : y * width + Math.max(0, Math.min(width - 1, x + k));
        sum += (values[at] ?? 0) * (kernel[k + reach] ?? 0);
      }
      result[i] = sum;
    }
  return result;
}

const REACH = Math.ceil(3 * SIGMA);
const OFFSETS = Array.from({ length: 2 * REACH + 1 }, (_, k) => k - REACH);
const gauss = (x: number): number => Math.exp((-x * x) / (2 * SIGMA * SIGMA));
const TOTAL = OFFSETS.reduce((sum, x) => sum + gauss(x), 0);
const SMOOTH = OFFSETS.map((x) => gauss(x) / TOTAL);
const SLOPE = OFFSETS.map((x) => ((x / (SIGMA * SIGMA)) * gauss(x)) / TOTAL);

/** Length of the gradient of alpha at each pixel. */
function slopes({ width, height, alpha }: Matte): Float64Array {
  const values = Float64Array.from(alpha, (value) => value / 255);
  const size = { width, height };
  const across = convolve(convolve(values, size, SLOPE, false), size, SMOOTH, true);
  const down = convolve(convolve(values, size, SMOOTH, false), size, SLOPE, true);
  return across.map((value, i) => Math.hypot(value, down[i] ?? 0));
}

/** 1 within `reach` pixels (as a square) of the outline, where alpha crosses a half. */
function nearOutline({ width, height, alpha }: Matte, reach: number): Uint8Array {
  const mark = (from: Uint8Array, down: boolean): Uint8Array => {
    const marks = new Uint8Array(from.length);
    const step = down ? width : 1;
    const length = down ? height : width;
    for (let line = 0; line < (down ? width : height); line += 1) {
      const start = down ? line : line * width;
      let last = -Infinity;
      const note = (k: number): void => {
        const at = start + k * step;
        if (from[at] === 1) last = k;
        if (Math.abs(k - last) <= reach) marks[at] = 1;
      };
      for (let k = 0; k < length; k += 1) note(k);
      last = Infinity;
      for (let k = length - 1; k >= 0; k -= 1) note(k);
    }
    return marks;
  };
  const mixed = new Uint8Array(alpha.length);
  for (let i = 0; i < alpha.length; i += 1) {
    const person = (alpha[i] ?? 0) > 127;
    const turns =
      ((i + 1) % width !== 0 && person !== (alpha[i + 1] ?? 0) > 127) ||
      (i + width < alpha.length && person !== (alpha[i + width] ?? 0) > 127);
    if (turns) mixed[i] = 1;
  }
  return mark(mark(mixed, false), true);
}

/**
 * SAD, MSE and gradient error of a matte, as C. Rhemann and others define them ("A perceptually
 * motivated online benchmark for image matting", 2009), here within `reach` of the true outline.
 * @param reach in pixels
 * @throws RangeError if the mattes differ in size
 */
export function matteErrors(made: Matte, truth: Matte, reach: number): MatteErrors {
  if (made.width !== truth.width || made.height !== truth.height)
    throw new RangeError('two mattes of different size');
  const where = nearOutline(truth, reach);
  const [of, wanted] = [slopes(made), slopes(truth)];
  let [sad, squares, gradient, count] = [0, 0, 0, 0];
  for (let i = 0; i < where.length; i += 1) {
    if (where[i] === 0) continue;
    const apart = ((made.alpha[i] ?? 0) - (truth.alpha[i] ?? 0)) / 255;
    sad += Math.abs(apart);
    squares += apart * apart;
    gradient += ((of[i] ?? 0) - (wanted[i] ?? 0)) ** 2;
    count += 1;
  }
  return { sad: sad / 1000, mse: (squares / Math.max(1, count)) * 1000, gradient };
}
