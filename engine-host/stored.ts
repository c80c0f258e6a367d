import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { z } from 'zod';

/** A file of JSON in that form, replaced whole. One that can't be read counts as `none`. */
export function openStored<T>(
  path: string,
  schema: z.ZodType<T>,
  none: T,
  failed: (thrown: unknown) => void,
) {
  let value = read();
  function read(): T {
    try {
      return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return none; // The first start, or a damaged file.
    }
  }
  return {
    get: (): T => value,
    set: (next: T): void => {
      value = next;
      try {
        // A crash during the write leaves the old file.
        writeFileSync(`${path}.new`, JSON.stringify(value));
        renameSync(`${path}.new`, path);
      } catch (thrown) {
        failed(thrown);
      }
    },
  };
}
