/**
 * Small values that survive a reload and may get lost: the last choice, the last chain seen. If
 * storage is full, switched off or corrupt, nothing is remembered.
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
      // Nothing important is lost.
    }
  },
});
