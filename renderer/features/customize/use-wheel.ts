import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** Listens to the wheel. React's own listener is passive and couldn't stop the page from scrolling. */
export function useWheel(
  surface: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const turned = useEffectEvent(onWheel);
  useLayoutEffect(() => {
    const element = surface.current;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      turned(event);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [surface]);
}
