import { useAtom, useAtomValue } from 'jotai';
import { useCallback, useState } from 'react';

import { downloadName, HD_FORMAT_LABELS } from '../../core/avatars.ts';
import { sentence } from '../../core/errors.ts';
import { extensionOf, type FileName } from '../../core/file-name.ts';
import { markedLike } from '../../core/generated-mark.ts';
import { INTRO, introFrames, type IntroDesign } from '../../core/intro/design.ts';
import { trimmed } from '../../core/intro/sound.ts';
import { comesWith } from '../../core/unlocks.ts';
import { fileOf, sheetOf } from '../../drawing/canvas.ts';
import { prepareIntro } from '../../drawing/intro.ts';
import { loadFaces } from '../../drawing/type-faces.ts';
import { i18n } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import type { Clip, EncodedVideo, VideoFormat, VideoOffer } from '../../ports/video.ts';
import { introCutShortAtom } from '../../state/intro.ts';
import { usePorts } from '../../state/ports.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { useAsync } from '../../state/use-async.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import t from '../../ui/type.module.css';
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
import type { ChosenSound } from './sound-choice.tsx';

export interface SaveIntroProps extends EditorProps {
  /** Whether a purchased plan includes it. */
  readonly open: boolean;
  readonly design: IntroDesign;
  readonly sound: ChosenSound | undefined;
  readonly onBusy: (busy: boolean) => void;
}

export function SaveIntro(props: SaveIntroProps) {
  return props.open ? (
    <Save {...props} />
  ) : (
    <>
      <p>
        {comesWith([i18n.t('The video intro')], 'video-intro')}{' '}
        {i18n.t('This is a preview to try it with; your words and colours wait for you.')}
      </p>
      <ButtonLink to="/pricing?for=video-intro" variant="accent" wide>
        {i18n.t('See the plans')}
      </ButtonLink>
    </>
  );
}

const HAS_SOUND: readonly VideoFormat[] = ['mp4', 'webm'];

/** Says what happens to the sound in a format. */
function soundWords({ format, audio }: VideoOffer): string {
  if (!HAS_SOUND.includes(format)) return i18n.t('This format has no sound.');
  if (audio === undefined) return i18n.t('This browser encodes no sound: the file will be silent.');
  if (audio === 'AAC') return i18n.t('The sound is AAC, which plays everywhere.');
  return format === 'mp4'
    ? i18n.t(
        'This browser doesn’t encode AAC, so the sound is {codec}: newer players play it in MP4.',
        { codec: audio },
      )
    : i18n.t('This browser doesn’t encode AAC, so the sound is {codec}.', { codec: audio });
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
  const [chosen, setFormat] = useState<VideoFormat>(first);
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

function Save({ uid, design, material, sound, cutting, avatarName, onBusy }: SaveIntroProps) {
  const { engine, downloads } = usePorts();
  const still = useAtomValue(hdFormatAtom);
  const [cutShort, setCutShort] = useAtom(introCutShortAtom);
  const [left] = useState(() => (cutShort?.uid === uid ? cutShort : undefined));
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
    setCutShort({ uid, format, sound: sound !== undefined });
    const ended = await saving.run(async ({ signal, turn, onProgress }) => {
      const heard = HAS_SOUND.includes(format) ? sound : undefined;
      const clip = await clipOf({ design, material }, heard, turn);
      const encoders = await (await engine()).video();
      const video = await encoders.encode(format, clip, { signal, onProgress });
      const name = fileName(`_intro.${extensionOf(format)}`);
      const file = await markedLike(material.sources, video.file);
      setSaved({ saved: await downloads.save(name, file), video });
      setCutShort(null);
    });
    if (ended === 'cancelled') setCutShort(null);
    onBusy(false);
  };
  const saveStill = async (): Promise<void> => {
    setFailed(undefined);
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
            ? i18n.t(
                'Saving this was cut short. Your words and colours are here: save it again, with its sound, which has to be added again.',
              )
            : i18n.t('Saving this was cut short. Your words and colours are here: save it again.')}
        </p>
      )}
      {offers && (
        <div className={layout.stack2}>
          <p className={styles.label}>{i18n.t('Format')}</p>
          <Segmented
            label={i18n.t('Format')}
            options={offers.map((one) => ({
              id: one.format,
              label: FORMAT_LABELS[one.format],
              disabled: work !== undefined,
            }))}
            value={format}
            onChange={setFormat}
          />
          {offer && (
            <p className={t.note}>
              {formatWords(offer, false)} {withoutVideo(offers)} {sound && soundWords(offer)}
            </p>
          )}
        </div>
      )}
      <SavingProgress saving={saving} />
      {!work && (
        <Button variant="accent" wide busy={cutting} disabled={!offer} onClick={() => void save()}>
          {i18n.t('Save as {format}', { format: FORMAT_LABELS[format] })}
        </Button>
      )}
      <div className={layout.stack2}>
        <FormatChoice />
        <div className={layout.wrap2}>
          <Button
            size="small"
            disabled={work !== undefined || cutting}
            onClick={() => void saveStill()}
          >
            {i18n.t('Save the end frame as {format}', {
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
  <p className={t.note}>
    {audio === undefined
      ? i18n.t('{width} × {height}, {codec}, {frames, plural, one {# frame} other {# frames}}.', {
          width,
          height,
          codec,
          frames,
        })
      : i18n.t(
          '{width} × {height}, {codec} and {audio}, {frames, plural, one {# frame} other {# frames}}.',
          { width, height, codec, audio, frames },
        )}
  </p>
);
