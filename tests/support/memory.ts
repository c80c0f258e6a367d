import type { Memory } from '../../renderer/state/remembered.ts';

/** A page's memory. As in a browser, values are kept as JSON. */
export const memoryOf = (kept = new Map<string, unknown>()): Memory => ({
  read: (key) => kept.get(key),
  write: (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
});
