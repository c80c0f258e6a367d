import { useEffectEvent, useLayoutEffect } from 'react';

/** Hears every key of the window, from the moment the screen is shown. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => press(event));
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => hear(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
