import { defineBackground } from '../shared/background.ts';

/** A transparent background. */
export const none = defineBackground({ id: 'none', vary: () => ({}), paint: () => undefined });
