import { listen } from './bridge.ts';

/** Routes that arrive from outside: a `likeness://` link, a second start of the app. */
export const onNavigate = (go: (path: string) => void): (() => void) => listen('navigate', ({ path }) => go(path));
