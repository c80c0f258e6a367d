import { atom, useAtomValue } from 'jotai';

import { draftScope } from '../../core/drafts.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import { LAST_CHOICE } from '../../core/validation.ts';
import { afterTimeout } from '../after.ts';
import { portsAtom } from '../ports.ts';
import { randomUint32 } from '../random.ts';
import { localMemory } from '../remembered.ts';
import { currentProfile } from '../scope.ts';
import { settingsAtom } from '../settings.ts';
import { useSnapshot } from '../use-snapshot.ts';
import { createDraftAnalyses, type DraftAnalyses } from './draft-analyses.ts';
import type { Drafts, DraftState } from './draft-state.ts';
import { createDrafts } from './drafts.ts';

export { choicesFromQuery } from './choices.ts';
export type { Drafts, DraftState, Refused } from './draft-state.ts';
export { groundOfFile } from './ground-of-file.ts';
export { importDraft, type Reading } from './import-draft.ts';
export { listDrafts, removeDraft } from './photo-life.ts';
export type { DraftAnalyses } from './draft-analyses.ts';
export {
  MOST_PRESETS,
  PRESET_NAME_MAX,
  presetChange,
  presetsAtom,
  withPreset,
  type Preset,
} from './presets.ts';

export const analysesAtom = atom((get): DraftAnalyses => {
  const { engine, store } = get(portsAtom);
  return createDraftAnalyses(engine, store);
});

/** Where drafts are kept: on the device, or sealed in the open account. */
export const draftScopeAtom = atom((get): Subscribable<Scope> => {
  const { wallets, accounts } = get(portsAtom);
  return {
    snapshot: () => draftScope(currentProfile(wallets, accounts)),
    subscribe: accounts.subscribe,
  };
});

/** The photos in the Avatar Creator. The first read restores those of the last visit. */
export const draftsAtom = atom((get): Drafts => {
  const ports = get(portsAtom);
  const drafts = createDrafts({
    ...ports,
    analyses: get(analysesAtom),
    memory: localMemory(),
    now: ports.clock.now,
    scope: get(draftScopeAtom),
    random: randomUint32,
    defaults: () => {
      const { style, background } = get(settingsAtom).snapshot().settings;
      return {
        ...(style !== LAST_CHOICE && { style }),
        ...(background !== LAST_CHOICE && { background }),
      };
    },
    after: afterTimeout,
  });
  void drafts.start();
  return drafts;
});

export const useDrafts = (): Drafts => useAtomValue(draftsAtom);
export const useDraft = (): DraftState => useSnapshot(useDrafts());
