import { atom } from './jotai.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

const TOAST_MS = 6_000;
const listAtom = atom<readonly Toast[]>([]);
let lastId = 0;

export const toastsAtom = atom((get) => get(listAtom));

export const dismissToastAtom = atom(null, (get, set, id: number) => {
  set(
    listAtom,
    get(listAtom).filter((toast) => toast.id !== id),
  );
});

/** Shows short news for some seconds. What needs an answer belongs on the screen, not here. */
export const showToastAtom = atom(null, (get, set, text: string, tone: Toast['tone'] = 'plain') => {
  const id = ++lastId;
  set(listAtom, [...get(listAtom).slice(-2), { id, text, tone }]);
  setTimeout(() => set(dismissToastAtom, id), TOAST_MS);
});
