import type { Choices, Draft } from '../../core/drafts.ts';
import { LikenessError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Engine } from '../../ports/engine.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import type { Store } from '../../ports/store.ts';
import type { Watched } from '../observable.ts';
import type { DraftAnalyses } from './draft-analyses.ts';
import type { DraftEntry } from './photo-life.ts';

/** Share of the bar that decoding takes; the analysis takes the rest. */
const IMPORT_SHARE = 0.3;

interface Deps {
  readonly store: Store;
  readonly engine: () => Promise<Engine>;
  readonly analyses: DraftAnalyses;
  readonly now: () => number;
  readonly scope: Watched<Scope>;
}

export interface TakeIn {
  readonly id: string;
  readonly picked: PickedPhoto;
  readonly choices: Choices;
  readonly signal: AbortSignal;
  /** 0 to 1, and the photo as soon as it could be read. */
  readonly report: (progress: number, photo?: Blob) => void;
}

/**
 * A picked file on its way to a draft: read, analysed, sealed. What was stored before a failure is
 * the caller's to remove. @throws LikenessError photo-* | engine-* | storage-*
 */
export async function takeIn(
  { store, engine, analyses, now, scope }: Deps,
  { id, picked, choices, signal, report }: TakeIn,
): Promise<DraftEntry> {
  const file = picked.file instanceof Blob ? picked.file : await picked.file();
  const { photo, width, height } = await (
    await engine()
  ).importPhoto(file, {
    signal,
    onProgress: ({ done }) => report(done * IMPORT_SHARE),
  });
  report(IMPORT_SHARE, photo);
  const { maxSize } = await analyses.open(id, photo, {
    signal,
    onProgress: ({ done }) => report(IMPORT_SHARE + done * (1 - IMPORT_SHARE)),
  });
  const draft: Draft = {
    ...scope.snapshot(),
    ...choices,
    id,
    fileName: picked.name,
    width,
    height,
    maxSize,
    createdAt: now(),
  };
  // The row first: without it a sealed photo could outlive its 24 hours unseen.
  await store.write([{ table: 'drafts', put: draft }]);
  await store.draftPhotos.put(id, photo, draft.profileId);
  if (signal.aborted || !(await store.get('drafts', id))) throw new LikenessError('engine-aborted');
  return { draft, photo };
}
