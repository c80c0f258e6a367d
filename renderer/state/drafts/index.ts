import { atom, useAtomValue } from 'jotai';

import { draftScope } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import { GROUND_EDGE, writeGround } from '../../core/ground-picture.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import { LAST_CHOICE } from '../../core/validation.ts';
import type { Engine } from '../../ports/engine.ts';
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

/** Halvings: each averages four pixels, so that nothing of the picture is skipped. */
const HALVINGS = 4;

/**
 * Turns a picked file into a background for a recipe: its central square, scaled down to a few
 * pixels.
 * @throws LikenessError photo-* if it isn't a picture | engine-*
 */
export async function groundOfFile(
  engine: Pick<Engine, 'importPhoto'>,
  file: Blob,
  signal: AbortSignal,
): Promise<string> {
  const { photo } = await engine.importPhoto(file, { signal });
  const picture = await createImageBitmap(photo);
  try {
    const square = Math.min(picture.width, picture.height);
    let edge = GROUND_EDGE * 2 ** HALVINGS;
    const canvas = new OffscreenCanvas(edge, edge);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new LikenessError('engine-unsupported', { part: '2D canvas' });
    context.imageSmoothingQuality = 'high';
    // Transparent parts become white.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, edge, edge);
    const [left, top] = [(picture.width - square) / 2, (picture.height - square) / 2];
    context.drawImage(picture, left, top, square, square, 0, 0, edge, edge);
    for (; edge > GROUND_EDGE; edge /= 2)
      context.drawImage(canvas, 0, 0, edge, edge, 0, 0, edge / 2, edge / 2);
    return writeGround(context.getImageData(0, 0, GROUND_EDGE, GROUND_EDGE).data);
  } finally {
    picture.close();
  }
}

export { choicesFromQuery } from './choices.ts';
export type { Drafts, DraftState, Refused } from './draft-state.ts';
export { importDraft, type Reading } from './import-draft.ts';
export { listDrafts, removeDraft } from './photo-life.ts';
export type { DraftAnalyses } from './draft-analyses.ts';
export { PRESET_NAME_MAX, presetChange, presetsAtom, withPreset } from './presets.ts';

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

/** The photos in the studio. The first read restores those of the last visit. */
export const draftsAtom = atom((get): Drafts => {
  const ports = get(portsAtom);
  const drafts = createDrafts({
    ...ports,
    analyses: get(analysesAtom),
    memory: localMemory(),
    now: ports.clock.now,
    scope: get(draftScopeAtom),
    random: randomUint32,
    preset: () => {
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
