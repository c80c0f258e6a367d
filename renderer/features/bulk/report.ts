import { photoOf, type Batch } from '../../core/batches.ts';
import { groupPeople, personNames } from '../../core/bulk.ts';
import { isErrorCode, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import { REPORT_PAGE } from '../../core/file-name.ts';
import { totalsOf, writeReportPage } from '../../core/run-report.ts';
import { i18n } from '../../i18n/index.ts';
import type { NamedFile } from '../../ports/downloads.ts';
import type { AvatarFile } from '../../state/library/index.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly reason: string;
}

const refusal = (reason: string | undefined): Refusal => {
  const code = isErrorCode(reason) ? reason : 'unexpected';
  return { code, reason: SENTENCES[code] };
};

/** A person of a run, and what became of their photos and pictures. */
export interface PersonResult {
  readonly person: string;
  readonly items: Batch['items'];
  readonly refusedPhotos: readonly (Refusal & { readonly photo: string })[];
}

/** Everyone's results, in the batch's order. People without a usable photo come last. */
export function resultsOf(batch: Batch): readonly PersonResult[] {
  const { people = [], refused = [] } = batch.bulk ?? {};
  const names = personNames(refused.map(({ fileName }) => fileName));
  const refusals = refused.map(({ fileName, reason }, at) => ({
    person: names[at] ?? '',
    photo: fileName,
    ...refusal(reason),
  }));
  const known = groupPeople(people).map(({ name, draftIds }) => ({
    person: name,
    items: batch.items.filter((item) => draftIds.includes(photoOf(batch, item))),
  }));
  const others = [...new Set(names)].filter((name) => !known.some(({ person }) => person === name));
  return [...known, ...others.map((person) => ({ person, items: [] }))].map((result) => ({
    ...result,
    refusedPhotos: refusals
      .filter(({ person }) => person === result.person)
      .map(({ photo, code, reason }) => ({ photo, code, reason })),
  }));
}

const GOES_ON: Readonly<Record<Batch['state'], string>> = {
  running: i18n.t('Saved before the run was done.'),
  paused: i18n.t('Saved while the run was paused.'),
  cancelled: i18n.t('The rest was cancelled.'),
  done: '',
};

/** The run's report.json and report.html, which has a thumbnail of every saved picture in it. */
export async function reportFiles(
  batch: Batch,
  files: readonly AvatarFile[],
  thumbnailOf: (uid: string) => Promise<Blob | undefined>,
): Promise<readonly NamedFile[]> {
  const saved = new Map(files.map((file) => [file.avatar.uid, file]));
  const people = resultsOf(batch).map(({ person, items, refusedPhotos }) => ({
    person,
    pictures: items.flatMap(({ uid, recipe }) => {
      const file = saved.get(uid);
      if (!file) return [];
      const { name, size } = file.avatar;
      return [{ uid, name, file: file.fileName, size, recipe }];
    }),
    refusedPhotos,
    refusedPictures: items
      .filter(({ state }) => state === 'failed')
      .map(({ name, reason }) => ({ name, ...refusal(reason) })),
  }));
  const some = (of: (item: Batch['items'][number]) => string): string =>
    [...new Set(batch.items.map(of))].join(', ');
  const report = {
    kind: 'picture',
    finished: batch.state === 'done',
    summary: `${some(({ recipe }) => recipe.style)} on ${some(({ recipe }) => recipe.background)}, ${String(batch.size)} px, png`,
    engine: batch.items[0]?.recipe.engine ?? 0,
  } as const;
  const shown = await Promise.all(
    people.map(async (one) => ({
      ...one,
      pictures: await Promise.all(
        one.pictures.map(async ({ uid, name, file }) => {
          const thumbnail = await thumbnailOf(uid);
          return {
            name,
            file: encodeURIComponent(file),
            thumbnail: thumbnail ? await dataUrl(thumbnail) : encodeURIComponent(file),
          };
        }),
      ),
    })),
  );
  const page = writeReportPage({ ...report, goesOn: GOES_ON[batch.state], people: shown });
  const json = JSON.stringify({ totals: totalsOf({ people }), ...report, people }, null, 2);
  return [
    { name: REPORT_PAGE, content: new Blob([page], { type: 'text/html' }) },
    { name: 'report.json', content: new Blob([`${json}\n`], { type: 'application/json' }) },
  ];
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    // `readAsDataURL` gives text.
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(blob);
  });
