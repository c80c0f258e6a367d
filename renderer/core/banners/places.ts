import { moveOf } from './design.ts';
import type { LayoutInput, Placed } from './plan.ts';
import type { Rect } from './sizes.ts';
import type { BannerSubject } from './subject.ts';

export const right = ({ x, width }: Rect): number => x + width;
export const bottom = ({ y, height }: Rect): number => y + height;
export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
export const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

export const areaRightOf = (area: Rect, x: number): Rect => ({
  ...area,
  x: Math.max(area.x, x),
  width: right(area) - Math.max(area.x, x),
});
export const areaLeftOf = (area: Rect, x: number): Rect => ({
  ...area,
  width: Math.min(right(area), x) - area.x,
});

/** Where the words begin if they all share one edge. */
export const beside = ({ size: { words }, avatar }: LayoutInput): Rect =>
  avatar ? areaRightOf(words, right(avatar) + words.height * 0.05) : words;

/** Places the person, cut off by the banner's foot, with the face at the requested place. */
export function placePerson(
  { design, size: { width, height }, subject }: LayoutInput,
  faceX: number,
  headTop: number,
  least = 0,
): Placed {
  const { face, top, end } = subject;
  const move = moveOf(design, 'portrait');
  let size = Math.max((height - headTop) / (end - top), least) * move.scale;
  // Hair that the picture's frame cuts off is cut off by the banner's edge too.
  const cutAbove = top < 0.02;
  if (cutAbove) size = Math.max(size, height / end);
  const wanted = headTop - top * size + move.y * height;
  const y = clamp(wanted, height - end * size, cutAbove ? 0 : Infinity);
  const x = faceX - (face.x + face.width / 2) * size + move.x * width;
  return { x, y, size };
}

/** Scales a picture to cover a window, with the face as near the requested place as that allows. */
export function coverWith(
  window: Rect,
  subject: BannerSubject,
  faceHeight: number,
  at: { readonly x: number; readonly y: number },
): Placed {
  const { face } = subject;
  const size = Math.max(window.width, window.height, faceHeight / face.height);
  return {
    size,
    x: clamp(at.x - (face.x + face.width / 2) * size, right(window) - size, window.x),
    y: clamp(at.y - (face.y + face.height / 2) * size, bottom(window) - size, window.y),
  };
}
