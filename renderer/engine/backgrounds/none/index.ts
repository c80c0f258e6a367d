import { defineBackground } from '../shared/background.ts';

/** Transparent. */
export const none = defineBackground({ id: 'none', vary: () => ({}), paint: () => undefined });
