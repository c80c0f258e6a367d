import type { Choices, Draft } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import type { Store } from '../../ports/store.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { DraftEntry } from './photo-life.ts';

export interface ImportDraftDeps {
  readonly store: Store;
  readonly analyses: DraftAnalyses;
  readonly now: () => number;
  readonly scope: Subscribable<Scope>;
}

/** How far the reading of a photo is. */
export interface Reading {
  /** 0 to 1; 0 while others are ahead of it. */
  readonly progress: number;
  /** Present as soon as it could be read. */
  readonly photo?: Blob;
  /** It has more pixels than are kept, and is being made smaller. */
  readonly shrinking: boolean;
}

export interface ImportDraft {
  readonly id: string;
  readonly picked: PickedPhoto;
  readonly choices: Choices;
  /** One of a folder of photos. */
  readonly bulk?: true;
  readonly signal: AbortSignal;
  readonly report: (now: Reading) => void;
}

/**
 * Turns a picked file into a draft: imports and analyses it, and stores the photo encrypted. After
 * a failure the caller has to remove what was stored.
 * @throws LikenessError photo-* | engine-* | storage-*
 */
export async function importDraft(
  { store, analyses, now, scope }: ImportDraftDeps,
  { id, picked, choices, bulk, signal, report }: ImportDraft,
): Promise<DraftEntry> {
  const file = picked.file instanceof Blob ? picked.file : await picked.file();
  const { photo, width, height, analysis } = await analyses.open(id, file, {
    signal,
    onProgress: ({ done, stage, photo: readable }) =>
      report({
        progress: done,
        shrinking: stage === 'shrink',
        ...(readable && { photo: readable }),
      }),
  });
  const { faces, notes } = analysis;
  const [largest, ...others] = faces;
  const draft: Draft = {
    ...scope.snapshot(),
    ...choices,
    id,
    fileName: picked.name.normalize('NFC'),
    width,
    height,
    maxSizes: faces.map(({ maxSize }) => maxSize),
    notes,
    ...(largest && { faceBox: largest.box }),
    ...(others.length > 0 && {
      otherFaces: others.map((face) => ({ box: face.box, notes: face.notes })),
    }),
    createdAt: now(),
    ...(bulk && { bulk }),
  };
  // The row first: a sealed photo without its row could outlive its 24 hours unnoticed.
  await store.write([{ table: 'drafts', put: draft }]);
  await store.draftPhotos.put(id, photo, draft.profileId);
  if (signal.aborted || !(await store.get('drafts', id))) throw new LikenessError('engine-aborted');
  return { draft, photo };
}
