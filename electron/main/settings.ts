import { join } from 'node:path';
import { z } from 'zod';

import { openStored } from '../../engine-host/stored.ts';
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

/** Reports a file of main's own that couldn't be written. */
export const reportUnsaved = (thrown: unknown): void => report('main.settings', thrown);

/** The main process's settings. A damaged file gives the defaults; a full disk is ignored. */
export function openSettings(folder: string): SettingsFile {
  const file = openStored(join(folder, 'settings.json'), schema, {}, reportUnsaved);
  return {
    get: file.get,
    change: (change) => file.set({ ...file.get(), ...change }),
  };
}
