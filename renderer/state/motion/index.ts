import { atom, useAtomValue } from 'jotai';

import { analysesAtom } from '../drafts/index.ts';
import { portsAtom } from '../ports.ts';
import { localMemory } from '../remembered.ts';
import { createAnimator, type Animator } from './animator.ts';

export type { Animation, Animator } from './animator.ts';

export const animatorAtom = atom((get): Animator =>
  createAnimator({
    ...get(portsAtom),
    analyses: get(analysesAtom),
    memory: localMemory(),
  }),
);

export const useAnimator = (): Animator => useAtomValue(animatorAtom);
