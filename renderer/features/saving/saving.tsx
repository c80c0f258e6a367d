import { useAtom } from 'jotai';
import {
  useCallback,
  useDeferredValue,
  useRef,
  useState,
  type DragEvent,
  type PointerEvent,
} from 'react';

import { HD_FORMAT_LABELS, type Avatar, type PictureFormat } from '../../core/avatars.ts';
import { isAbort, LikenessError, sentence } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { createGate, type Gate } from '../../core/gate.ts';
import { fileSize } from '../../core/units.ts';
import { formatNumber, formatPercent, t } from '../../i18n/index.ts';
import type { Lifted, NamedFile, Saved } from '../../ports/downloads.ts';
import type { WorkOptions } from '../../ports/work-options.ts';
import {
  shippedPicture,
  useLibrary,
  type Exported,
  type Library,
} from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { pictureFormatAtom, qualityAtom } from '../../state/settings.ts';
import { showFailure } from '../../state/toasts.ts';
import { useAsync } from '../../state/use-async.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Button, TextButton, type ButtonProps } from '../../ui/button.tsx';
import { ErrorNote, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { useLongWork } from '../parts/use-long-work.ts';
import styles from './saved-note.module.css';

/**
 * Chooses the format of saved pictures among those this browser writes; remembers the choice.
 * `flat`: some of the pictures can be drawings.
 */
export function FormatChoice({ flat = false }: { readonly flat?: boolean }) {
  const [format, setFormat] = useAtom(pictureFormatAtom);
  const offered: readonly PictureFormat[] = [
    ...writableFormats(),
    ...(flat ? ['svg' as const] : []),
  ];
  return (
    <Segmented
      label={t('File format')}
      variant="words"
      options={offered.map((id) => ({ id, label: HD_FORMAT_LABELS[id] }))}
      value={offered.includes(format) ? format : 'png'}
      onChange={setFormat}
    />
  );
}

/**
 * Says where a file was saved, with a button that shows it there. Browsers show their downloads
 * themselves, so there it is only for screen readers.
 */
export function SavedNote({
  saved,
  short = false,
}: {
  readonly saved: Saved | undefined;
  readonly short?: boolean;
}) {
  const { place, reveal } = saved ?? {};
  if (place === undefined || reveal === undefined)
    return (
      <span className={ui.hidden} role="status">
        {saved && t('Saved to your downloads.')}
      </span>
    );
  return (
    <p className={cx(ui.hint, styles.note)} role="status" title={place}>
      {short ? t('Saved.') : t('Saved to {place}.', { place })}{' '}
      <TextButton
        onClick={() =>
          void reveal().catch((failure: unknown) => showFailure(failure, 'download-failed'))
        }
      >
        {t('Show in folder')}
      </TextButton>
    </p>
  );
}

/**
 * Where the last save put its file. It is cleared before the next one: a screen reader says only what
 * changes.
 */
export function useSaved() {
  const [saved, setSaved] = useState<Saved>();
  return {
    saved,
    keep: async (save: () => Promise<Saved>): Promise<void> => {
      setSaved(undefined);
      setSaved(await save());
    },
  };
}

type After = Parameters<Library['exportAll']>[2]['after'];

interface Outcome {
  /** How many were saved; undefined while they are. */
  readonly words?: string;
  readonly problem?: string;
  readonly exported?: Exported | undefined;
}

/** Saves several avatars together, counts them, and says which were saved; leaving stops it. */
export function useExport(avatars: readonly Avatar[], format: PictureFormat, after?: After) {
  const library = useLibrary();
  const [saving, setSaving] = useState<{ readonly done: number; readonly total: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const { run, cancel } = useLongWork();
  const save = async (): Promise<void> => {
    const total = avatars.length;
    let done = 0;
    let exported: Exported | undefined;
    const onSaved = (count: number): void => setSaving({ done: (done = count), total });
    onSaved(0);
    setOutcome(undefined);
    try {
      exported = await run(({ signal }) =>
        library.exportAll(avatars, format, {
          signal,
          onSaved,
          onPlace: (place) => setOutcome({ exported: (exported = place) }),
          ...(after && { after }),
        }),
      );
      const words = t('{count, plural, one {# avatar} other {# avatars}} saved.', {
        count: done,
      });
      setOutcome({ words, exported });
    } catch (failure) {
      const words = exported
        ? t('{saved} of {total, plural, one {# avatar} other {# avatars}} saved.', {
            saved: formatNumber(done),
            total,
          })
        : t('Nothing was saved.');
      setOutcome(
        isAbort(failure)
          ? { words: `${t('Stopped.')} ${words}`, exported }
          : { words, problem: sentence(failure, 'download-failed'), exported },
      );
    }
    setSaving(undefined);
  };
  return { saving, outcome, save: () => void save(), cancel };
}

/** What became of a save: how many there are, where, and why not all. */
export const ExportOutcome = ({ words, problem, exported }: Outcome) => (
  <>
    {problem !== undefined ? (
      <ErrorNote what={problem} safe={words} />
    ) : (
      words !== undefined && (
        <p className={cx(styles.note, styles.good)} role="status">
          {words}
        </p>
      )
    )}
    <SavedNote saved={exported} />
    {exported?.unread !== undefined && exported.unread > 0 && (
      <Notice
        tone="careful"
        className={styles.note}
        title={t('{entries} can’t be read here', {
          entries: t(
            '{count, plural, one {# picture of an avatar} other {# pictures of avatars}}',
            { count: exported.unread },
          ),
        })}
      />
    )}
  </>
);

interface SaveAllProps {
  readonly avatars: readonly Avatar[];
  readonly format: PictureFormat;
  readonly variant?: ButtonProps['variant'];
  /** Makes the files that follow the avatars. */
  readonly after?: After;
}

/** Saves all pictures of a set as one file, shows how far it is, and says where it is. */
export function SaveAll({ avatars, format, variant, after }: SaveAllProps) {
  const { saving, outcome, save, cancel } = useExport(avatars, format, after);
  return (
    <>
      <span className={ui.hidden} role="status">
        {saving && t('Saving')}
      </span>
      {saving ? (
        <>
          <span>
            {t('Saving {done} of {total}', {
              done: formatNumber(saving.done),
              total: formatNumber(saving.total),
            })}
          </span>
          <Button size="small" onClick={cancel}>
            {t('Stop')}
          </Button>
        </>
      ) : (
        <Button {...(variant && { variant })} onClick={save}>
          {t('Save all {count}', { count: formatNumber(avatars.length) })}
        </Button>
      )}
      <ExportOutcome {...outcome} />
    </>
  );
}

/** Reads one picture's file, which may be gone. @throws LikenessError 'download-failed' */
export async function oneFile(
  name: FileName,
  content: Promise<Blob | undefined>,
): Promise<readonly NamedFile[]> {
  const file = await content;
  if (!file) throw new LikenessError('download-failed');
  return [{ name, content: file }];
}

/**
 * Lets pictures be dragged into another program as files. They are read on mouse down, because
 * browsers need a file's address as soon as the drag begins.
 * @returns props for the element that shows the picture
 */
export function useDragOut(files: () => Promise<readonly NamedFile[]>) {
  const { downloads } = usePorts();
  const lifted = useRef<Lifted>(undefined);
  const release = (): void => {
    lifted.current?.release();
    lifted.current = undefined;
  };
  return {
    onPointerDown({ button, pointerType }: PointerEvent) {
      release();
      if (button === 0 && pointerType === 'mouse') lifted.current = downloads.lift(files());
    },
    onPointerUp: release,
    onDragStart({ nativeEvent }: DragEvent) {
      lifted.current
        ?.drag(nativeEvent)
        .catch((failure: unknown) => showFailure(failure, 'download-failed'));
    },
    onDragEnd: release,
  };
}

type Lossy = 'jpeg' | 'webp';

/** How well JPEG and WebP files are kept, and how large this picture's file becomes. */
export function Quality({
  format,
  picture,
}: {
  readonly format: Lossy;
  /** The picture's address. */
  readonly picture: string;
}) {
  const [quality, setQuality] = useAtom(qualityAtom);
  const settled = useDeferredValue(quality);
  const bytes = useAsync(
    useCallback(
      async () => (await shippedPicture(picture, format, settled)).size,
      [picture, format, settled],
    ),
    'avatar.picture',
  );
  return (
    <Slider
      label={t('Quality')}
      value={quality}
      min={0.5}
      max={1}
      step={0.01}
      origin={0.5}
      text={`${formatPercent(quality)}, ${bytes === undefined ? '…' : fileSize(bytes)}`}
      onChange={setQuality}
    />
  );
}

/** What a long save gets from the screen that started it. */
export interface SavingTask extends Required<WorkOptions> {
  /** Awaited between two steps; a pause holds it back. */
  readonly turn: () => Promise<void>;
}

/** A long save: it can be paused and cancelled, and ends when the user leaves the screen. */
export interface LongSaving {
  /** Its progress, 0 to 1; undefined while nothing is being saved. */
  readonly work: { readonly done: number; readonly paused: boolean } | undefined;
  readonly failed: string | undefined;
  readonly setFailed: (failed: string | undefined) => void;
  /** Resolves when the task has ended in any way. */
  readonly run: (task: (given: SavingTask) => Promise<void>) => Promise<void>;
  readonly pause: (paused: boolean) => void;
  readonly cancel: () => void;
}

export function useLongSaving(): LongSaving {
  const { done, run, cancel } = useLongWork();
  const [paused, setPaused] = useState(false);
  const [failed, setFailed] = useState<string>();
  const gate = useRef<Gate>(undefined);
  return {
    work: done === undefined ? undefined : { done, paused },
    failed,
    setFailed,
    async run(task) {
      const { turn, go } = (gate.current = createGate());
      setFailed(undefined);
      setPaused(false);
      try {
        await run((options) => {
          // A paused save goes on, and so learns that it has to end.
          options.signal.addEventListener('abort', go);
          return task({ ...options, turn });
        });
      } catch (failure) {
        if (!isAbort(failure)) setFailed(sentence(failure, 'download-failed'));
      }
    },
    pause(pausing) {
      if (pausing) gate.current?.hold();
      else gate.current?.go();
      setPaused(pausing);
    },
    cancel,
  };
}

/** The progress of a save, with pause and cancel; nothing while nothing is being saved. */
export function SavingProgress({
  saving: { work, pause, cancel },
}: {
  readonly saving: LongSaving;
}) {
  const percent = formatPercent(work?.done ?? 0);
  return (
    <>
      <span className={ui.hidden} role="status">
        {work && (work.paused ? t('Paused') : t('Saving'))}
      </span>
      {work && (
        <div className={ui.stack2}>
          <Progress label={t('Saving')} done={work.done} />
          <p className={ui.note}>
            {work.paused
              ? t('Paused, {percent}', { percent })
              : t('Being made, {percent}', { percent })}
          </p>
          <div className={ui.wrap2}>
            <Button size="small" onClick={() => pause(!work.paused)}>
              {work.paused ? t('Continue') : t('Pause saving')}
            </Button>
            <Button size="small" onClick={cancel}>
              {t('Cancel')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
