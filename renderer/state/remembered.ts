/**
 * Small things that outlive a reload and needn't be safe: the last choice, the last chain seen.
 * Storage that is full, switched off or holds nonsense reads as nothing remembered.
 */
export interface Memory {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
}

export const localMemory = (storage: () => Storage = () => localStorage): Memory => ({
  read(key) {
    try {
      const text = storage().getItem(`likeness.${key}`);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined; // As if nothing were remembered.
    }
  },
  write(key, value) {
    try {
      storage().setItem(`likeness.${key}`, JSON.stringify(value));
    } catch {
      // Nothing that matters is lost.
    }
  },
});
