import { MOST_IN_BATCH } from '../../core/batches.ts';
import {
  BULK_MOST_PHOTOS,
  firstFree,
  groupPeople,
  personNames,
  type BulkRefusal,
} from '../../core/bulk.ts';
import { expiresAt, type Draft } from '../../core/drafts.ts';
import { errorCode, isAbort, LikenessError } from '../../core/errors.ts';
import { note, noted } from '../../core/log/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { StylesAndBackgrounds } from '../../core/sets.ts';
import { createState, type Subscribable } from '../../core/subscribable.ts';
import { compareNames } from '../../i18n/index.ts';
import type { Ports } from '../../ports/index.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import type { DraftAnalyses } from '../drafts/draft-analyses.ts';
import {
  importDraft,
  listDrafts,
  removeDraft,
  type Drafts,
  type Reading,
} from '../drafts/index.ts';
import type { BatchRequest, Generation } from '../generation/contract.ts';
import { randomId } from '../random.ts';
import type { Bulk, BulkState } from './contract.ts';

export interface BulkDeps extends Pick<Ports, 'store' | 'engine'> {
  readonly analyses: DraftAnalyses;
  readonly generation: Pick<Generation, 'start'>;
  readonly drafts: Pick<Drafts, 'expireInTime'>;
  /** The scope of the signed-in profile's drafts. */
  readonly scope: Subscribable<Scope>;
  readonly now: () => number;
  /** Unsigned 32-bit. */
  readonly random: () => number;
}

/** The cut-out's picture isn't shown. */
const SMALLEST = 64;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  compareNames(a.name, b.name);

/** The waiting photos: read for the signed-in profile, and in no batch yet. */
async function listWaiting({ store, scope, now }: BulkDeps): Promise<readonly Draft[]> {
  const rows = await listDrafts(store, scope.snapshot());
  return rows.filter((draft) => draft.bulk && !draft.batchIds?.length && expiresAt(draft) > now());
}

/** Imports and analyses one photo. Returns its draft, why it was refused, or undefined if aborted. */
async function read(
  deps: BulkDeps,
  picked: PickedPhoto,
  signal: AbortSignal,
  report: (now: Reading) => void,
): Promise<{ readonly draft: Draft } | BulkRefusal | undefined> {
  const { analyses, random, store, engine } = deps;
  const id = randomId(random);
  try {
    const { draft } = await importDraft(deps, {
      id,
      picked,
      choices: { style: 'realistic', background: 'clean-white', seed: random(), options: {} },
      bulk: true,
      signal,
      report,
    });
    deps.drafts.expireInTime(draft);
    const analysis = await analyses.of(id);
    const { faults, faultBox } = await (
      await engine()
    ).cutOut(analysis, draft.options, { size: SMALLEST, signal });
    // Another tab may have begun a run with it.
    const judged = { faults, ...(faultBox && { faultBox }) };
    await store.updateEach('drafts', [id], (row) => ({ ...row, ...judged }));
    return { draft: { ...draft, ...judged } };
  } catch (failure) {
    await removeDraft(deps, id).catch(noted('bulk.read'));
    if (isAbort(failure) || signal.aborted) return undefined;
    return { fileName: picked.name, reason: errorCode(failure) };
  } finally {
    // Hundreds don't fit in memory: each is analysed again when its turn comes.
    analyses.drop(id);
  }
}

/**
 * The batch that makes the pictures of each person.
 * @throws LikenessError 'photo-expired' if nobody waits, 'bulk-too-many' beyond the limit
 */
function requestOf(
  people: BulkState['people'],
  refused: readonly BulkRefusal[],
  { styles, backgrounds }: StylesAndBackgrounds,
): BatchRequest {
  const each = styles.length * backgrounds.length;
  const waiting = groupPeople(people);
  const count = waiting.length * each;
  // A person with more photos than pictures needs no more than that.
  const all = waiting.flatMap(({ name, draftIds }) =>
    draftIds.slice(0, each).map((draftId) => ({ draftId, name })),
  );
  const [first, ...others] = all;
  if (!first) throw new LikenessError('photo-expired');
  if (count > MOST_IN_BATCH) throw new LikenessError('bulk-too-many');
  return {
    draftId: first.draftId,
    others: others.map(({ draftId }) => draftId),
    count,
    styles,
    backgrounds,
    bulk: { people: all, refused },
  };
}

export function createBulk(deps: BulkDeps): Bulk {
  const { store, generation, scope } = deps;
  let drafts: readonly Draft[] = [];
  /** Ids of photos that are being deleted, which stored rows still list. */
  const leaving = new Set<string>();
  let refused: readonly BulkRefusal[] = [];
  let problem: BulkState['problem'];
  let reading: BulkState['reading'];
  let starting = true;
  let begun: () => void = () => undefined;
  const hasStarted = new Promise<void>((resolve) => (begun = resolve));
  let stopping = new AbortController();

  const people = (): BulkState['people'] => {
    const names = personNames(drafts.map(({ fileName }) => fileName));
    return drafts
      .map((draft, at) => ({ draftId: draft.id, name: names[at] ?? '', draft }))
      .sort(byName);
  };
  const derive = (): BulkState => ({
    phase: starting ? 'starting' : reading ? 'reading' : 'ready',
    people: people(),
    refused,
    ...(problem && { problem }),
    ...(reading && { reading }),
  });
  const state = createState<BulkState>(derive());
  const publish = (): void => state.set(derive());

  const restore = async (): Promise<void> => {
    problem = undefined;
    try {
      drafts = (await listWaiting(deps)).filter(({ id }) => !leaving.has(id));
    } catch (thrown) {
      note('bulk.list', thrown);
      problem = errorCode(thrown);
    }
    starting = false;
    begun();
    publish();
  };
  let listing: Promise<void> | undefined;
  let again = false;
  /** Only one listing at a time: a starting run changes hundreds of rows. */
  const refresh = (): void => {
    again = true;
    listing ??= (async () => {
      while (again && !reading) {
        again = false;
        await restore();
      }
      listing = undefined;
    })();
  };

  const removeAll = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) leaving.add(id);
    drafts = drafts.filter(({ id }) => !leaving.has(id));
    publish();
    try {
      for (const id of ids) await removeDraft(deps, id);
    } finally {
      for (const id of ids) leaving.delete(id);
      // Lists again what couldn't be removed.
      if (!reading) refresh();
    }
  };

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,

    async start() {
      store.watch(['drafts'], () => {
        if (!reading) refresh();
      });
      let { profileId } = scope.snapshot();
      scope.subscribe(() => {
        // A photo that is read belongs to the profile whose folder it is from.
        if (scope.snapshot().profileId !== profileId)
          stopping.abort(new LikenessError('engine-aborted'));
        ({ profileId } = scope.snapshot());
        refresh();
      });
      await restore();
    },

    async add(files) {
      if (reading) return;
      stopping = new AbortController();
      const { signal } = stopping;
      await hasStarted;
      if (state.snapshot().phase === 'reading') return;
      const earlier = new Set(drafts.map(({ fileName }) => fileName.normalize('NFC')));
      const known = new Set(earlier);
      const fresh = files.flatMap((picked): readonly PickedPhoto[] => {
        // A Mac's disk may have an accent as a character of its own.
        const given = picked.name.normalize('NFC');
        // One that was picked without its folder may be another photo of the same name.
        if (earlier.has(given) && given.includes('/')) return [];
        // 'image.jpg' becomes 'image 2.jpg'.
        const name = firstFree(given, known, (n) =>
          given.replace(/(?=\.[^.]*$)|$/, ` ${String(n)}`),
        );
        known.add(name);
        return [{ ...picked, name }];
      });
      const room = Math.max(0, BULK_MOST_PHOTOS - drafts.length);
      const chosen = new Set(fresh.map(({ name }) => name));
      // A file that is chosen again is tried again.
      refused = [
        ...refused.filter(({ fileName }) => !chosen.has(fileName)),
        ...fresh.slice(room).map(({ name }) => ({ fileName: name, reason: 'bulk-too-many' })),
      ];
      const wanted = fresh.slice(0, room);
      for (const [done, picked] of wanted.entries()) {
        if (signal.aborted) break;
        const show = (shrinking: boolean): void => {
          reading = { fileName: picked.name, shrinking, done, of: wanted.length };
          publish();
        };
        show(false);
        const result = await read(deps, picked, signal, ({ shrinking }) => show(shrinking));
        if (!result) continue;
        if ('draft' in result) {
          drafts = [...drafts.filter(({ id }) => id !== result.draft.id), result.draft];
          continue;
        }
        // If storage is full or unavailable, the next photos would fail too.
        const fails = result.reason.startsWith('storage-') ? wanted.slice(done) : [picked];
        refused = [...refused, ...fails.map(({ name }) => ({ ...result, fileName: name }))];
        if (fails.length > 1) break;
      }
      reading = undefined;
      // Another tab may have begun a run with some of them, or another account have been opened.
      await restore();
    },

    photo: (draftId) => store.draftPhotos.get(draftId),

    stop: () => stopping.abort(new LikenessError('engine-aborted')),

    remove: (draftId) => removeAll([draftId]),

    clear() {
      refused = [];
      return removeAll(drafts.map(({ id }) => id));
    },

    async run(chosen, profile) {
      const names = personNames([...drafts, ...refused].map(({ fileName }) => fileName));
      const named = refused.map((one, at) => ({ ...one, person: names[drafts.length + at] ?? '' }));
      const request = requestOf(people(), named, chosen);
      // Others may be read before it has begun.
      const asked = new Set(drafts.map(({ id }) => id));
      const reported = refused;
      const batch = await generation.start(request, profile);
      drafts = drafts.filter(({ id }) => !asked.has(id));
      refused = refused.filter((one) => !reported.includes(one));
      const taken = new Set([request.draftId, ...(request.others ?? [])]);
      await removeAll([...asked].filter((id) => !taken.has(id)));
      return batch;
    },
  };
}
