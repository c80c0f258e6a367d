/** The square of a picture around a place, moved and reduced until it lies within; in pixels. */
export function squareWithin(
  { width, height }: { readonly width: number; readonly height: number },
  [across, down]: readonly [x: number, y: number],
  wanted: number,
) {
  const side = Math.min(width, height, wanted);
  const start = (at: number, length: number): number =>
    Math.min(length - side, Math.max(0, at - side / 2));
  return { x: start(across, width), y: start(down, height), side };
}
