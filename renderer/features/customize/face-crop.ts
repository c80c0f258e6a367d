import type { CSSProperties } from 'react';

import type { FaceBox } from '../../core/drafts.ts';

/**
 * Shows the face's part of a photo in a square, as a CSS background size and position.
 * @param aspect the photo's width divided by its height
 * @param room space around the face's box, in fractions of its longer side
 */
export function faceCrop(box: FaceBox, aspect: number, room: number): CSSProperties {
  const side = Math.min(1, 1 / aspect, Math.max(box.width, box.height / aspect) * room);
  const tall = side * aspect;
  const at = (centre: number, part: number): string => {
    const start = Math.min(1 - part, Math.max(0, centre - part / 2));
    return part >= 1 ? '50%' : `${String((start / (1 - part)) * 100)}%`;
  };
  return {
    backgroundSize: `${String(100 / side)}% ${String(100 / tall)}%`,
    backgroundPosition: `${at(box.x + box.width / 2, side)} ${at(box.y + box.height / 2, tall)}`,
  };
}
