import { useAtomValue } from 'jotai';
import { useCallback, useMemo, useState } from 'react';

import { downloadName, HD_FORMAT_LABELS } from '../../core/avatars.ts';
import { LikenessError, sentence } from '../../core/errors.ts';
import { extensionOf, type FileName } from '../../core/file-name.ts';
import { markedLike } from '../../core/generated-mark.ts';
import { INTRO, introFrames, type IntroDesign } from '../../core/intro/design.ts';
import {
  FADE,
  lengthOf,
  peaksOf,
  SOUND_BYTES_MOST,
  trimmed,
  type Samples,
} from '../../core/intro/sound.ts';
import { fileOf, sheetOf } from '../../drawing/canvas.ts';
import { prepareIntro } from '../../drawing/intro.ts';
import { loadFaces } from '../../drawing/type-faces.ts';
import { t } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import type { Clip, EncodedVideo, VideoFormat, VideoOffer } from '../../ports/video.ts';
import { introCutShortAtom } from '../../state/intro.ts';
import { usePorts } from '../../state/ports.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { useAction, useAsync } from '../../state/use-async.ts';
import { Button, FileButton } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import type { EditorProps } from '../banners/index.ts';
import { FORMAT_LABELS, formatWords, withoutVideo } from '../motion/index.ts';
import {
  FormatChoice,
  SavedNote,
  SavingProgress,
  useLongSaving,
  type SavingTask,
} from '../saving/index.ts';
import styles from './intro.module.css';

interface SaveIntroProps extends EditorProps {
  readonly design: IntroDesign;
  readonly sound: ChosenSound | undefined;
  readonly onBusy: (busy: boolean) => void;
}

const HAS_SOUND: readonly VideoFormat[] = ['mp4', 'webm'];

/** Says what happens to the sound in a format. */
function soundWords({ format, audio }: VideoOffer): string {
  if (!HAS_SOUND.includes(format)) return t('This format has no sound.');
  if (audio === undefined) return t('This browser encodes no sound: the file will be silent.');
  if (audio === 'AAC') return t('The sound is AAC, which plays everywhere.');
  return format === 'mp4'
    ? t('This browser doesn’t encode AAC, so the sound is {codec}: newer players play it in MP4.', {
        codec: audio,
      })
    : t('This browser doesn’t encode AAC, so the sound is {codec}.', { codec: audio });
}

/** The formats in which this browser can write the intro, and the chosen one. */
function useFormats(
  first: VideoFormat,
  onFailed: (why: string) => void,
): {
  readonly offers: readonly VideoOffer[] | undefined;
  readonly format: VideoFormat;
  readonly setFormat: (format: VideoFormat) => void;
} {
  const { engine } = usePorts();
  const [chosen = first, setFormat] = useState<VideoFormat>();
  const ask = useCallback(async () => {
    try {
      return await (await (await engine()).video()).offers({ ...INTRO, audio: true });
    } catch (failure) {
      onFailed(sentence(failure));
      return undefined;
    }
  }, [engine, onFailed]);
  const offers = useAsync(ask);
  const writes = !offers || offers.some(({ format }) => format === chosen);
  return { offers, format: writes ? chosen : (offers[0]?.format ?? chosen), setFormat };
}

type Drawn = Pick<SaveIntroProps, 'design' | 'material'>;

/** Prepares the intro and a canvas of the file's own size to draw it on. */
async function prepareFile({ design, material }: Drawn) {
  await loadFaces([design.name, design.handle]);
  const intro = prepareIntro(design, material);
  return { intro, canvas: sheetOf(INTRO.width, INTRO.height).canvas };
}

/** The intro's frames, and its sound where the format has one. */
async function clipOf(
  drawn: Drawn,
  sound: ChosenSound | undefined,
  turn: SavingTask['turn'],
): Promise<Clip> {
  const { intro, canvas } = await prepareFile(drawn);
  const { seconds } = drawn.design;
  const count = introFrames(drawn.design);
  async function* frames(): AsyncGenerator<HTMLCanvasElement> {
    for (let k = 0; k < count; k += 1) {
      await turn();
      intro.draw(canvas, k / INTRO.rate);
      yield canvas;
    }
  }
  return {
    ...INTRO,
    count,
    frames: frames(),
    ...(sound && { audio: trimmed(sound.samples, sound.from, seconds) }),
  };
}

export function SaveIntro({
  uid,
  design,
  material,
  sound,
  cutting,
  avatarName,
  onBusy,
}: SaveIntroProps) {
  const { engine, downloads } = usePorts();
  const still = useAtomValue(hdFormatAtom);
  const cutShort = useAtomValue(introCutShortAtom);
  const left = useAsync(
    useCallback(() => cutShort.find(uid), [cutShort, uid]),
    'avatar.picture',
  );
  const saving = useLongSaving();
  const { work, failed, setFailed } = saving;
  const { offers, format, setFormat } = useFormats(left?.format ?? 'mp4', setFailed);
  const [saved, setSaved] = useState<{ saved: Saved; video?: EncodedVideo }>();
  const fileName = (suffix: Parameters<typeof downloadName>[1]): FileName =>
    downloadName(design.name.trim() || avatarName, suffix);
  const offer = offers?.find((one) => one.format === format);

  const save = async (): Promise<void> => {
    setSaved(undefined);
    onBusy(true);
    const mark = { uid, format, sound: sound !== undefined };
    await saving.run(async ({ signal, turn, onProgress }) =>
      setSaved(
        await cutShort.during(mark, async () => {
          const heard = HAS_SOUND.includes(format) ? sound : undefined;
          const clip = await clipOf({ design, material }, heard, turn);
          const encoders = await (await engine()).video();
          const video = await encoders.encode(format, clip, { signal, onProgress });
          const name = fileName(`_intro.${extensionOf(format)}`);
          const file = await markedLike(material.sources, video.file);
          return { saved: await downloads.save(name, file), video };
        }),
      ),
    );
    onBusy(false);
  };
  const saveStill = async (): Promise<void> => {
    setFailed(undefined);
    setSaved(undefined);
    try {
      const { intro, canvas } = await prepareFile({ design, material });
      intro.draw(canvas, design.seconds);
      const blob = await fileOf(canvas, still, material.sources);
      setSaved({ saved: await downloads.save(fileName(`_intro_end.${extensionOf(still)}`), blob) });
    } catch (failure) {
      setFailed(sentence(failure, 'download-failed'));
    }
  };

  return (
    <>
      {left && !work && !saved && (
        <p role="status">
          {left.sound && !sound
            ? t(
                'Saving this was cut short. Your words and colours are kept. Add the sound again, then save.',
              )
            : t('Saving this was cut short. Nothing was lost: save it again.')}
        </p>
      )}
      {offers && (
        <div className={ui.stack2}>
          <p className={styles.label}>{t('Format')}</p>
          <Segmented
            label={t('Format')}
            options={offers.map((one) => ({
              id: one.format,
              label: FORMAT_LABELS[one.format],
              disabled: work !== undefined,
            }))}
            value={format}
            onChange={setFormat}
          />
          {offer && (
            <p className={ui.note}>
              {formatWords(offer, false)} {withoutVideo(offers)} {sound && soundWords(offer)}
            </p>
          )}
        </div>
      )}
      <SavingProgress saving={saving} />
      {!work && (
        <Button variant="accent" wide busy={cutting} disabled={!offer} onClick={() => void save()}>
          {t('Save as {format}', { format: FORMAT_LABELS[format] })}
        </Button>
      )}
      <div className={ui.stack2}>
        <FormatChoice />
        <div className={ui.wrap2}>
          <Button
            size="small"
            disabled={work !== undefined || cutting}
            onClick={() => void saveStill()}
          >
            {t('Save the end frame as {format}', {
              format: HD_FORMAT_LABELS[still],
            })}
          </Button>
        </div>
      </div>
      {saved?.video && <VideoWords video={saved.video} />}
      <SavedNote saved={saved?.saved} />
      {failed !== undefined && <ErrorNote what={failed} />}
    </>
  );
}

const VideoWords = ({
  video: { width, height, codec, audio, frames },
}: {
  readonly video: EncodedVideo;
}) => (
  <p className={ui.note}>
    {audio === undefined
      ? t('{width} × {height}, {codec}, {frames, plural, one {# frame} other {# frames}}.', {
          width,
          height,
          codec,
          frames,
        })
      : t(
          '{width} × {height}, {codec} and {audio}, {frames, plural, one {# frame} other {# frames}}.',
          { width, height, codec, audio, frames },
        )}
  </p>
);

/** The sample rate that files are written in, and that most sound has. */
const RATE = 48_000;

/** Reads a sound file. @throws LikenessError 'sound-too-large' | 'sound-unreadable' */
async function readSound(file: Blob): Promise<Samples> {
  if (file.size > SOUND_BYTES_MOST) throw new LikenessError('sound-too-large');
  let decoded: AudioBuffer;
  try {
    decoded = await new OfflineAudioContext(2, 1, RATE).decodeAudioData(await file.arrayBuffer());
  } catch (cause) {
    throw new LikenessError('sound-unreadable', {}, { cause });
  }
  if (decoded.length === 0) throw new LikenessError('sound-unreadable');
  return {
    rate: decoded.sampleRate,
    channels: Array.from({ length: Math.min(2, decoded.numberOfChannels) }, (_, channel) =>
      decoded.getChannelData(channel),
    ),
  };
}

/** Plays a sound. @returns a function that stops it */
export function playSound({ rate, channels }: Samples, from: number): () => void {
  const context = new AudioContext();
  const [first] = channels;
  const buffer = context.createBuffer(channels.length, first?.length ?? 1, rate);
  for (const [channel, samples] of channels.entries()) buffer.copyToChannel(samples, channel);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  source.start(0, from);
  return () => void context.close();
}

/** The user's own sound, and where in it the intro's sound begins. */
export interface ChosenSound {
  readonly name: string;
  readonly samples: Samples;
  /** Seconds. */
  readonly from: number;
}

const BARS = 96;
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60))}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;

export function SoundChoice({
  sound,
  seconds,
  busy,
  onChange,
}: {
  readonly sound: ChosenSound | undefined;
  /** The intro's length, and so the length of the part that is heard. */
  readonly seconds: number;
  readonly busy: boolean;
  readonly onChange: (sound: ChosenSound | undefined) => void;
}) {
  const { busy: reading, problem, run } = useAction();
  const take = async (file: File): Promise<void> =>
    onChange({ name: file.name, samples: await readSound(file), from: 0 });
  return (
    <div className={styles.group}>
      <p className={styles.label}>{t('Sound')}</p>
      {sound && (
        <>
          <p>{sound.name}</p>
          <Wave sound={sound} seconds={seconds} />
          <Slider
            label={t('Begins at')}
            value={sound.from}
            min={0}
            max={Math.max(0, Math.floor((lengthOf(sound.samples) - 1) * 10) / 10)}
            step={0.1}
            origin={0}
            text={t('{from} of {length}', {
              from: clock(sound.from),
              length: clock(lengthOf(sound.samples)),
            })}
            onChange={(from) => onChange({ ...sound, from })}
          />
        </>
      )}
      <div className={ui.wrap2}>
        <FileButton
          label={t('Sound file')}
          accept="audio/*"
          size="small"
          busy={reading}
          disabled={busy}
          onFiles={([file]) => run(() => take(file))}
        >
          {sound ? t('Another sound') : t('Add a sound')}
        </FileButton>
        {sound && (
          <Button size="small" disabled={busy} onClick={() => onChange(undefined)}>
            {t('Remove the sound')}
          </Button>
        )}
      </div>
      <p className={ui.note}>
        {t(
          'Use only music that you have the right to use. It fades in and, over {seconds, plural, one {# second} other {# seconds}}, out. It stays on this device.',
          { seconds: FADE.out },
        )}
      </p>
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

/** The whole sound, and the part of it that is heard. */
function Wave({
  sound: { samples, from },
  seconds,
}: {
  readonly sound: ChosenSound;
  readonly seconds: number;
}) {
  const peaks = useMemo(() => peaksOf(samples, BARS), [samples]);
  const length = lengthOf(samples);
  return (
    <svg className={styles.wave} viewBox={`0 0 ${String(BARS)} 20`} aria-hidden="true">
      {peaks.map((peak, k) => {
        const at = (k / BARS) * length;
        const tall = Math.max(0.6, peak * 19);
        return (
          <rect
            key={k}
            x={k + 0.15}
            y={10 - tall / 2}
            width={0.7}
            height={tall}
            className={at >= from && at < from + seconds ? styles.heard : styles.cut}
          />
        );
      })}
    </svg>
  );
}
