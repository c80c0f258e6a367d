import type { Gpu } from '../../gl/gpu.ts';
import { byParts, type Program } from '../../gl/program.ts';
import type { Target } from '../../gl/target.ts';

/** Weights of the middle tap and of those one to four steps away on either side. */
const WEIGHTS = [0.1633, 0.1531, 0.1225, 0.0859, 0.0568] as const;

/** One axis of a separable nine-tap blur; `along` is the step between taps. */
export const BLUR: Program = {
  name: 'blur',
  fragment: `
uniform sampler2D source;
uniform vec2 along;
void main() {
  color = texture(source, uv) * ${String(WEIGHTS[0])}
    ${WEIGHTS.slice(1)
      .map(
        (w, i) =>
          `+ (texture(source, uv + along * ${String(i + 1)}.0) + texture(source, uv - along * ${String(i + 1)}.0)) * ${String(w)}`,
      )
      .join('\n    ')};
}`,
};

/** Weights of whole texels, from the middle to a side, that equal taps `step` texels apart. */
export const wholeTaps = (step: number): number[] => {
  const taps: number[] = Array.from({ length: Math.ceil(4 * step) + 1 }, () => 0);
  const add = (at: number, weight: number): void => {
    taps[at] = (taps[at] ?? 0) + weight;
  };
  WEIGHTS.forEach((weight, k) => {
    const low = Math.floor(k * step),
      part = k * step - low;
    // A tap less than a texel off the middle adds to it from both sides.
    add(low, weight * (1 - part) * (low === 0 && k > 0 ? 2 : 1));
    if (part > 0) add(low + 1, weight * part);
  });
  return taps;
};

const wholeProgram = byParts((step: number): Program => ({
  name: `blur by ${String(step)}`,
  fragment: `
uniform sampler2D source;
uniform vec2 axis;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy), top = textureSize(source, 0) - 1, along = ivec2(axis);
  color = ${wholeTaps(step)
    .map((weight, k) => {
      const fetch = (offset: string): string =>
        `texelFetch(source, clamp(at ${offset}, ivec2(0), top), 0)`;
      return k === 0
        ? `texelFetch(source, at, 0) * ${weight.toFixed(6)}`
        : `(${fetch(`+ along * ${String(k)}`)} + ${fetch(`- along * ${String(k)}`)}) * ${weight.toFixed(6)}`;
    })
    .join('\n    + ')};
}`,
}));

/** `source`, blurred along both axes, in floats; `step` is a fraction of the picture. */
export const blurred = (gpu: Gpu, source: Target, edge: number, step: number): Target => {
  const across = gpu.drawn(BLUR, edge, { source, along: [step, 0] }, 'rgba16f');
  return gpu.drawn(BLUR, edge, { source: across, along: [0, step] }, 'rgba16f');
};

/**
 * The same with `step` in texels. Fetches single texels, as filtered fetches of floats cost three
 * times as much in software.
 */
export const blurredWhole = (gpu: Gpu, source: Target, step: number): Target => {
  const program = wholeProgram(step);
  const across = gpu.drawn(program, source.width, { source, axis: [1, 0] }, 'rgba16f');
  return gpu.drawn(program, source.width, { source: across, axis: [0, 1] }, 'rgba16f');
};
