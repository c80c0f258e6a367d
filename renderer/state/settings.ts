import { type Settings, settingsSchema } from '../core/validation.ts';
import { atom } from './jotai.ts';
import { localMemory } from './remembered.ts';

const KEY = 'settings';
const memory = localMemory();
const keptAtom = atom<Settings>(settingsSchema.safeParse(memory.read(KEY)).data ?? { email: '' });

/** The dashboard's settings. They stay on this device. */
export const settingsAtom = atom(
  (get) => get(keptAtom),
  (_get, set, settings: Settings) => {
    memory.write(KEY, settings);
    set(keptAtom, settings);
  },
);
