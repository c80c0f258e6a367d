import { useAtomValue } from 'jotai';
import { memo, useCallback, useEffect, useState } from 'react';

import { BULK_WORDS } from '../../content/bulk.ts';
import { isOpen, photoOf, type Batch } from '../../core/batches.ts';
import { BULK_MOST_PHOTOS, groupPeople, personNames } from '../../core/bulk.ts';
import { FAULT_SENTENCES } from '../../core/cut-out-faults.ts';
import type { Draft } from '../../core/drafts.ts';
import { isErrorCode, sentence, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import { REPORT_PAGE } from '../../core/file-name.ts';
import { totalsOf, writeReportPage } from '../../core/run-report.ts';
import { shownFaults } from '../../core/strokes.ts';
import { isFlat } from '../../core/styles.ts';
import { comesWith } from '../../core/unlocks.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import type { NamedFile } from '../../ports/downloads.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { useBulk, useBulkState, type BulkState } from '../../state/bulk/index.ts';
import { batchProgress, useGeneration, useRenderProgress } from '../../state/generation/index.ts';
import {
  useLibrary,
  useLibraryState,
  usePictureUrl,
  type AvatarFile,
} from '../../state/library/index.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { useAction, useAsync } from '../../state/use-async.ts';
import { Button, FileButton, TextButton, TextLink } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section, VisuallyHidden } from '../../ui/text.tsx';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import { LibraryFailed } from '../parts/library-notes.tsx';
import { PhotoNotes } from '../parts/photo-notes.tsx';
import styles from './bulk-screen.module.css';

const Recipes = lazily(async () => (await import('./recipes.tsx')).Recipes);
const SaveAll = lazily(async () => (await import('../saving/index.ts')).SaveAll);
const StopBatch = lazily(async () => (await import('../parts/stop-batch.tsx')).StopBatch);
const FormatChoice = lazily(async () => (await import('../saving/index.ts')).FormatChoice);
const Thumb = lazily(async () => (await import('../customize/index.ts')).Thumb);

/** /bulk: from a folder of photos to people and looks, then one run with its report. */
export function BulkScreen() {
  const { unlocked, batches, loaded, failed } = useLibraryState();
  const { people } = useBulkState();
  const mayRun = unlocked.has('bulk');
  const runs = batches.filter(({ bulk }) => bulk);
  const shown = runs.find(isOpen) ?? runs.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return (
    <div className={cx(ui.page, ui.tall, ui.stack6, styles.place)}>
      <h1 className={ui.title}>{t('Bulk processing')}</h1>
      <p className={cx(ui.lead, ui.measure)}>{BULK_WORDS.lead}</p>
      {failed && <LibraryFailed />}
      {loaded && !mayRun && (
        <Notice
          title={comesWith([t('Bulk processing')], 'bulk')}
          actions={<TextLink to="/pricing?for=bulk">{t('See the plans')}</TextLink>}
        >
          {BULK_WORDS.freeLook}
        </Notice>
      )}
      <VisuallyHidden>
        <span role="status">{shown && STATE_WORDS[shown.state]}</span>
      </VisuallyHidden>
      {shown && <Run batch={shown} />}
      <People />
      {people.length > 0 && !failed && (
        <Recipes mayRun={mayRun} busy={shown !== undefined && isOpen(shown)} />
      )}
      <p className={ui.quiet}>{BULK_WORDS.kept}</p>
    </div>
  );
}

interface Refusal {
  readonly code: ErrorCode;
  readonly reason: string;
}

const refusal = (reason: string | undefined): Refusal => {
  const code = isErrorCode(reason) ? reason : 'unexpected';
  return { code, reason: SENTENCES[code] };
};

/** A person of a run, and what became of their photos and pictures. */
interface PersonResult {
  readonly person: string;
  readonly items: Batch['items'];
  readonly refusedPhotos: readonly (Refusal & { readonly photo: string })[];
}

/** Everyone's results, in the batch's order. People without a usable photo come last. */
function resultsOf(batch: Batch): readonly PersonResult[] {
  const { people = [], refused = [] } = batch.bulk ?? {};
  const names = personNames(refused.map(({ fileName }) => fileName));
  const refusals = refused.map(({ fileName, reason, person }, at) => ({
    person: person?.normalize('NFC') ?? names[at] ?? '',
    photo: fileName,
    ...refusal(reason),
  }));
  const known = groupPeople(people).map(({ name, draftIds }) => ({
    person: name,
    items: batch.items.filter((item) => draftIds.includes(photoOf(batch, item))),
  }));
  const others = [...new Set(refusals.map(({ person }) => person))].filter(
    (name) => !known.some(({ person }) => person === name),
  );
  return [...known, ...others.map((person) => ({ person, items: [] }))].map((result) => ({
    ...result,
    refusedPhotos: refusals
      .filter(({ person }) => person === result.person)
      .map(({ photo, code, reason }) => ({ photo, code, reason })),
  }));
}

const GOES_ON: Readonly<Record<Batch['state'], string>> = {
  running: t('Saved before the run was done.'),
  paused: t('Saved while the run was paused.'),
  cancelled: t('The rest was cancelled.'),
  done: '',
};

/** The run's report.json and report.html, which has a thumbnail of every saved picture in it. */
async function reportFiles(
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
  /** Where SVG is chosen, styles that aren't flat are saved as PNG. */
  const formats = [...new Set(files.map(({ fileName }) => fileName.replace(/^.*\./, '')))].join(
    ', ',
  );
  const report = {
    kind: 'picture',
    finished: batch.state === 'done',
    summary: `${some(({ recipe }) => recipe.style)} on ${some(({ recipe }) => recipe.background)}, ${String(batch.size)} px, ${formats}`,
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

const STATE_WORDS = {
  running: t('Under way'),
  paused: t('Paused'),
  done: t('Done'),
  cancelled: t('Cancelled'),
};

/** Why pictures failed, each reason once. */
const reasonsOf = (items: Batch['items']): readonly string[] => [
  ...new Set(items.flatMap(({ reason }) => (reason === undefined ? [] : [reason]))),
];

const timeLeft = (seconds: number): string =>
  seconds < 90
    ? t('{seconds} s left', { seconds })
    : t('{minutes} min left', { minutes: Math.ceil(seconds / 60) });

const progressWords = (
  batch: Batch,
  { made, failed, total, secondsLeft }: ReturnType<typeof batchProgress>,
): string => {
  const counts = {
    state: STATE_WORDS[batch.state],
    made: formatNumber(made),
    total: formatNumber(total),
    failed: formatNumber(failed),
  };
  const soFar =
    failed > 0
      ? t('{state}: {made} of {total} made, {failed} failed', counts)
      : t('{state}: {made} of {total} made', counts);
  return batch.state === 'running' && secondsLeft !== undefined
    ? t('{progress}, {timeLeft}', { progress: soFar, timeLeft: timeLeft(secondsLeft) })
    : soFar;
};

/** How many of a person's pictures their row shows. */
const FACES_SHOWN = 6;

function Face({ uid }: { readonly uid: string | undefined }) {
  const url = usePictureUrl(uid, 'thumb');
  return <span>{url !== undefined && <img src={url} alt="" />}</span>;
}

function ResultRow({ person, items }: PersonResult) {
  const { ref, isSeen } = useInView();
  const made = items.filter(({ state }) => state === 'done');
  return (
    <tr ref={ref}>
      <th scope="row">
        <bdi>{person}</bdi>
      </th>
      <td className={cx(ui.wrap2, styles.made)}>
        {made.slice(0, FACES_SHOWN).map(({ uid }) => (
          <Face key={uid} uid={isSeen ? uid : undefined} />
        ))}
        {t('{made} of {total}', { made: made.length, total: items.length })}
      </td>
      <td>
        {reasonsOf(items)
          .map((reason) => SENTENCES[isErrorCode(reason) ? reason : 'unexpected'])
          .join(' ')}
      </td>
    </tr>
  );
}

/** Everyone's results. It has up to hundreds of rows, and ignores the progress of a picture. */
const Report = memo(function Report({ batch }: { readonly batch: Batch }) {
  return (
    <div className={styles.table} tabIndex={0} role="region" aria-label={t('Report')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Person')}</th>
            <th scope="col">{t('Made')}</th>
            <th scope="col">{t('What went wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {resultsOf(batch).map(
            (result) => result.items.length > 0 && <ResultRow key={result.person} {...result} />,
          )}
        </tbody>
      </table>
    </div>
  );
});

/** A run: its progress, pause and cancel, everyone's results, and saving all pictures together. */
function Run({ batch }: { readonly batch: Batch }) {
  const generation = useGeneration();
  const rendered = useRenderProgress();
  const library = useLibrary();
  const format = useAtomValue(pictureFormatAtom);
  const { avatars } = useLibraryState();
  const { problem, run } = useAction();
  const progress = batchProgress(batch, rendered);
  const mine = avatars.filter(({ batchId }) => batchId === batch.id);
  return (
    <Section
      title={isOpen(batch) ? t('The run') : t('The last run')}
      className={cx(ui.stack4, ui.start, styles.part)}
    >
      <Progress label={t('Run')} done={progress.done} />
      <p>{progressWords(batch, progress)}</p>
      {batch.state === 'running' && <EngineFetching />}
      {batch.pausedFor !== undefined && (
        <Notice
          tone="careful"
          title={SENTENCES[isErrorCode(batch.pausedFor) ? batch.pausedFor : 'unexpected']}
        />
      )}
      {problem !== undefined && <ErrorNote what={problem} />}
      <div className={ui.wrap3}>
        {batch.state === 'running' && (
          <Button onClick={() => run(() => generation.pause(batch.id))}>{t('Pause')}</Button>
        )}
        {batch.state === 'paused' && (
          <Button onClick={() => run(() => generation.proceed(batch.id))}>{t('Continue')}</Button>
        )}
        {isOpen(batch) && (
          <StopBatch batch={batch} label={t('Cancel the rest')} title={t('Cancel the rest')} />
        )}
        {mine.length > 0 && (
          <SaveAll
            avatars={mine}
            format={format}
            {...(!isOpen(batch) && { variant: 'accent' })}
            after={(files) =>
              reportFiles(batch, files, async (uid) => (await library.picture(uid))?.thumb)
            }
          />
        )}
        {mine.length > 0 && <FormatChoice flat={mine.some(({ recipe }) => isFlat(recipe.style))} />}
        {mine.length > 0 && <TextLink to="/dashboard">{t('Look at them')}</TextLink>}
      </div>
      <Report batch={batch} />
      <Refusals refused={batch.bulk?.refused ?? []} />
    </Section>
  );
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/**
 * The files that were dropped, also those in dropped folders, named by their paths. Call it in the
 * drop's event: the browser forgets afterwards what was dropped.
 */
async function droppedFiles(data: DataTransfer): Promise<readonly PickedPhoto[]> {
  const dropped = Array.from(data.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: PickedPhoto[] = [];
  for (const { entry, file } of dropped)
    // Without an entry, as in a browser that has none, it is a plain file.
    if (entry) await collect(entry, files);
    else if (file) files.push({ name: file.name, file });
  return files;
}

async function collect(entry: FileSystemEntry, files: PickedPhoto[]): Promise<void> {
  if (isFile(entry))
    files.push({
      name: entry.fullPath.replace(/^\//, ''),
      file: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
    });
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // Chromium gives a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const one of some) await collect(one, files);
  }
}

/**
 * The name or the type of a photo. Other files of a folder are skipped without a message for each.
 */
const PHOTO = /(?:\.|^image\/)(?:jpe?g|jpe|jfif|pjp|pjpeg|png|webp|avif|gif|heic|heif)$/i;
const HIDDEN = /(?:^|\/)\./;

const isPhoto = ({ name, file }: PickedPhoto): boolean =>
  (PHOTO.test(name) || (file instanceof Blob && PHOTO.test(file.type))) && !HIDDEN.test(name);

/** A picked file, named by its path if it was picked with its folder. */
const pickedPhoto = (file: File): PickedPhoto => ({
  name: file.webkitRelativePath || file.name,
  file,
});

const faultsOf = ({ draft }: BulkState['people'][number]) => shownFaults(draft);
const placeToCheck = (draft: Draft) => (shownFaults(draft).length > 0 ? draft.faultBox : undefined);
const notesOf = (photos: BulkState['people']) => [
  ...new Set(photos.flatMap(({ draft }) => draft.notes ?? [])),
];

/**
 * Whether an element is in view, and the ref that says which one. Pictures are open only while they
 * are seen: those of hundreds of people don't fit in memory.
 */
function useInView() {
  const [element, ref] = useState<Element | null>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((seen) =>
      setSeen(seen.at(-1)?.isIntersecting === true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, isSeen };
}

/** A person's face, or the place of the photo to check. */
function Portrait({ draft }: { readonly draft: Draft }) {
  const bulk = useBulk();
  const { ref, isSeen } = useInView();
  const read = useCallback(() => bulk.photo(draft.id), [bulk, draft.id]);
  const photo = useAsync(isSeen ? read : undefined, 'bulk.read');
  const place = placeToCheck(draft);
  return (
    <span
      ref={ref}
      className={styles.portrait}
      role={place && 'img'}
      aria-label={place && t('The part of the photo to check')}
    >
      {isSeen && <Thumb photo={photo} box={place ?? draft.faceBox} {...(place && { room: 1 })} />}
    </span>
  );
}

interface RemoveAllProps {
  readonly photos: number;
  readonly onRemove: () => void;
}

/** Asks before all photos are deleted: reading hundreds again takes long. */
const RemoveAll = lazily(async () => {
  const { Answers, DialogButton } = await import('../../ui/dialog.tsx');
  return ({ photos, onRemove }: RemoveAllProps) => (
    <DialogButton text label={t('Remove all')}>
      {(close) => (
        <Answers
          yes={t('{photos, plural, one {Delete photo now} other {Delete # photos now}}', {
            photos,
          })}
          onYes={onRemove}
          close={close}
        />
      )}
    </DialogButton>
  );
});

/** The photos of a run: chosen, read, and the result of each. */
function People() {
  const bulk = useBulk();
  const { phase, people, refused, problem, reading } = useBulkState();
  const [failed, setFailed] = useState<string>();
  const [isOver, setOver] = useState(false);
  const add = async (picked: Promise<readonly PickedPhoto[]>): Promise<void> => {
    setFailed(undefined);
    try {
      const photos = (await picked).filter(isPhoto);
      if (photos.length > 0) await bulk.add(photos);
      else setFailed(t('No photos found. Choose JPEG, PNG, WebP, AVIF, GIF or HEIC files.'));
    } catch (thrown) {
      setFailed(sentence(thrown));
    }
  };
  const choose = (files: readonly File[]): void =>
    void add(Promise.resolve(files.map((file) => pickedPhoto(file))));
  const failure = failed ?? (problem && SENTENCES[problem]);
  const busy = phase !== 'ready';
  const names = [...new Set(people.map(({ name }) => name))];
  const toCheck = new Set(people.flatMap((one) => (faultsOf(one).length > 0 ? one.name : []))).size;
  return (
    <section
      aria-labelledby="people"
      className={cx(ui.stack4, ui.start, styles.part)}
      data-over={isOver && !busy}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = phase === 'reading' ? 'none' : 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (phase !== 'reading') void add(droppedFiles(event.dataTransfer));
      }}
    >
      <h2 id="people" className={ui.heading}>
        {t('Photos')}
      </h2>
      <div className={ui.wrap3}>
        <FileButton label={t('Folder of photos')} picks="folder" disabled={busy} onFiles={choose}>
          {t('Choose a folder')}
        </FileButton>
        <FileButton
          label={t('Photos')}
          accept="image/*"
          picks="files"
          disabled={busy}
          onFiles={choose}
        >
          {t('Choose photos')}
        </FileButton>
        <span className={ui.quiet}>
          {t('or drop either here, {most, plural, one {# photo} other {# photos}} at most', {
            most: BULK_MOST_PHOTOS,
          })}
        </span>
      </div>
      {failure !== undefined && <ErrorNote what={failure} />}
      {reading && (
        <div className={cx(ui.stack2, ui.start, styles.reading)}>
          <EngineFetching />
          <Progress label={t('Reading photos')} done={reading.done / reading.of} />
          <p className={ui.quiet}>
            {t('Reading {position} of {total}', {
              position: reading.done + 1,
              total: reading.of,
            })}
          </p>
          <p role="status" className={ui.quiet}>
            {reading.shrinking && t('A large photo: it is being made smaller on this device')}
          </p>
          <Button size="small" onClick={() => bulk.stop()}>
            {t('Stop')}
          </Button>
        </div>
      )}
      {people.length > 0 && (
        <>
          <div className={ui.wrap3}>
            <p>
              <b>
                {t('{persons, plural, one {# person} other {# people}}', {
                  persons: names.length,
                })}
              </b>
            </p>
            {toCheck > 0 && <p>{t('{count} to check', { count: toCheck })}</p>}
            {!busy && <RemoveAll photos={people.length} onRemove={() => void bulk.clear()} />}
          </div>
          <ul className={styles.people} aria-label={t('People')} tabIndex={0}>
            {names.map((name) => {
              const photos = people.filter((one) => one.name === name);
              const shown = photos.find(({ draft }) => placeToCheck(draft)) ?? photos[0];
              return (
                <li key={name}>
                  {shown && <Portrait draft={shown.draft} />}
                  <span>
                    <bdi>{name}</bdi>
                    {photos.length > 1 && (
                      <span className={ui.quiet}>
                        {' '}
                        {t('{count, plural, one {# photo} other {# photos}}', {
                          count: photos.length,
                        })}
                      </span>
                    )}
                  </span>
                  {[...new Set(photos.flatMap(faultsOf))].map((fault) => (
                    <small key={fault}>{FAULT_SENTENCES[fault]}</small>
                  ))}
                  <PhotoNotes notes={notesOf(photos)} />
                  <TextButton
                    aria-label={t('Remove {name}', { name })}
                    disabled={busy}
                    onClick={() => {
                      for (const { draftId } of photos) void bulk.remove(draftId);
                    }}
                  >
                    {t('Remove')}
                  </TextButton>
                </li>
              );
            })}
          </ul>
          <p className={ui.quiet}>{BULK_WORDS.again}</p>
        </>
      )}
      <Refusals refused={refused} />
    </section>
  );
}

/** Files that couldn't be used, each with its reason. */
const Refusals = ({
  refused,
}: {
  readonly refused: readonly { readonly fileName: string; readonly reason: string }[];
}) =>
  refused.length === 0 ? null : (
    <details className={styles.refused} open={refused.length <= 5}>
      <summary>
        {t('{photos, plural, one {# photo} other {# photos}} can’t be used', {
          photos: refused.length,
        })}
      </summary>
      <ul>
        {refused.map(({ fileName, reason }) => (
          <li key={fileName}>
            <b dir="auto">{fileName}</b> {SENTENCES[isErrorCode(reason) ? reason : 'unexpected']}
          </li>
        ))}
      </ul>
    </details>
  );
