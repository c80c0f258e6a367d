import { useRef, type PointerEvent } from 'react';

import type { Touch } from '../../core/crop.ts';

/** In widths of the element, so that distances are true in both directions. */
const touchOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Touch => {
  const { left, top, width } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / width };
};

/**
 * Handlers for dragging with the mouse or with fingers, later ones wherever they are put on the
 * element. `begin` says whether the first pointer starts anything. `drag` gets the value and the
 * pointers' places as they were when a pointer last came or went, and the places now.
 */
export function useFingers<T>(
  value: T,
  begin: (event: PointerEvent<HTMLElement>) => boolean,
  drag: (from: T, before: readonly Touch[], now: readonly Touch[]) => void,
) {
  const fingers = useRef(new Map<number, Touch>());
  const start = useRef<{ value: T; touches: readonly Touch[] }>({ value, touches: [] });
  const rebase = (): void => {
    start.current = { value, touches: [...fingers.current.values()] };
  };
  const lift = ({ pointerId }: PointerEvent): void => {
    if (fingers.current.delete(pointerId)) rebase();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { target, currentTarget, pointerId } = event;
      if (event.button !== 0 || (fingers.current.size === 0 && !begin(event))) return;
      // The button keeps its click and double click.
      (target instanceof HTMLButtonElement ? target : currentTarget).setPointerCapture(pointerId);
      fingers.current.set(pointerId, touchOf(event));
      rebase();
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!fingers.current.has(event.pointerId)) return;
      fingers.current.set(event.pointerId, touchOf(event));
      drag(start.current.value, start.current.touches, [...fingers.current.values()]);
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  };
}
