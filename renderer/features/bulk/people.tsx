import { useCallback, useEffect, useState } from 'react';

import { BULK_WORDS } from '../../content/bulk.ts';
import { BULK_MOST_PHOTOS } from '../../core/bulk.ts';
import { FAULT_SENTENCES } from '../../core/cut-out-faults.ts';
import type { Draft } from '../../core/drafts.ts';
import { isErrorCode, sentence, SENTENCES } from '../../core/errors.ts';
import { shownFaults } from '../../core/strokes.ts';
import { t } from '../../i18n/index.ts';
import type { PickedPhoto } from '../../ports/photos.ts';
import { useBulk, useBulkState, type BulkState } from '../../state/bulk/index.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button, FileButton, TextButton } from '../../ui/button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { EngineFetching } from '../parts/engine-fetching.tsx';
import { PhotoNotes } from '../parts/photo-notes.tsx';
import styles from './bulk-screen.module.css';

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

const Thumb = lazily(async () => (await import('../customize/index.ts')).Thumb);

const faultsOf = ({ draft }: BulkState['people'][number]) => shownFaults(draft);
const notesOf = (photos: BulkState['people']) => [
  ...new Set(photos.flatMap(({ draft }) => draft.notes ?? [])),
];

/**
 * Whether an element is in view, and the ref that says which one. Pictures are open only while they
 * are seen: those of hundreds of people don't fit in memory.
 */
export function useInView() {
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

/** A person's face. */
function Portrait({ draft }: { readonly draft: Draft }) {
  const bulk = useBulk();
  const { ref, isSeen } = useInView();
  const read = useCallback(() => bulk.photo(draft.id), [bulk, draft.id]);
  const photo = useAsync(isSeen ? read : undefined, 'bulk.read');
  return (
    <span ref={ref} className={styles.portrait}>
      {isSeen && <Thumb photo={photo} box={draft.faceBox} />}
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
export function People() {
  const bulk = useBulk();
  const { phase, people, refused, problem, reading } = useBulkState();
  const [failed, setFailed] = useState<string>();
  const [isOver, setOver] = useState(false);
  const add = async (picked: Promise<readonly PickedPhoto[]>): Promise<void> => {
    setFailed(undefined);
    try {
      const photos = (await picked).filter(isPhoto);
      if (photos.length > 0) await bulk.add(photos);
      else setFailed(t('No photo found. Photos are JPEG, PNG, WebP, AVIF, GIF or HEIC files.'));
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
              return (
                <li key={name}>
                  {photos[0] && <Portrait draft={photos[0].draft} />}
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
export const Refusals = ({
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
