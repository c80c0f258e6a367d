export type Context = CanvasRenderingContext2D;

export const contextOf = (canvas: HTMLCanvasElement): Context => {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2d context');
  return context;
};

/** A new canvas to draw on off screen. */
export function sheetOf(
  width: number,
  height: number,
): { canvas: HTMLCanvasElement; context: Context } {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: contextOf(canvas) };
}

/** Pseudo-random numbers from 0 to 1, the same for a seed, so that a banner always looks alike. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
