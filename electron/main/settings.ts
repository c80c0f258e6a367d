import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { isAddress } from '../../renderer/core/base58.ts';
import { rpcAddress } from '../../renderer/core/rpc.ts';
import { report } from './report.ts';

const schema = z.object({
  /** Position and size of the window in screen pixels. */
  bounds: z
    .object({
      x: z.number().int(),
      y: z.number().int(),
      width: z.number().int().min(1),
      height: z.number().int().min(1),
    })
    .optional(),
  maximized: z.boolean().optional(),
  /** The folder for saved avatars, if it isn't Downloads. */
  downloadFolder: z.string().min(1).optional(),
  /** The folders that pictures are copied into, by profile. */
  pictureFolders: z.record(z.string(), z.string().min(1)).optional(),
  /** Whether the app checks for updates automatically. */
  automaticUpdates: z.boolean().optional(),
  /** The Solana RPC to ask first, if it isn't the build's first. */
  rpc: z
    .string()
    .refine((address) => rpcAddress(address) === address)
    .optional(),
  /** The Solana account that was connected through the loopback page. */
  wallet: z.string().refine(isAddress).optional(),
});
export type Settings = z.infer<typeof schema>;

export interface SettingsFile {
  get(): Settings;
  /** Changes settings. A value of `undefined` removes the setting. */
  change(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): void;
}

/** The main process's settings. A damaged file gives the defaults; a full disk is ignored. */
export function openSettings(folder: string): SettingsFile {
  const file = openStored(join(folder, 'settings.json'), schema, {});
  return {
    get: file.get,
    change: (change) => file.set({ ...file.get(), ...change }),
  };
}

/** A file of main's own with JSON of that form. One that can't be read counts as `none`. */
export function openStored<T>(path: string, schema: z.ZodType<T>, none: T) {
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
    set(next: T): void {
      value = next;
      try {
        // A crash during the write leaves the old file.
        writeFileSync(`${path}.new`, JSON.stringify(value));
        renameSync(`${path}.new`, path);
      } catch (thrown) {
        report('main.settings', thrown);
      }
    },
  };
}
