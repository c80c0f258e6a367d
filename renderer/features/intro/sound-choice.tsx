import { useMemo } from 'react';

import { LikenessError } from '../../core/errors.ts';
import { FADE, lengthOf, peaksOf, SOUND_BYTES_MOST, type Samples } from '../../core/intro/sound.ts';
import { i18n } from '../../i18n/index.ts';
import { useAction } from '../../state/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import layout from '../../ui/layout.module.css';
import { ErrorNote } from '../../ui/notice.tsx';
import { Slider } from '../../ui/slider.tsx';
import t from '../../ui/type.module.css';
import styles from './intro.module.css';

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
      <p className={styles.label}>{i18n.t('Sound')}</p>
      {sound && (
        <>
          <p>{sound.name}</p>
          <Wave sound={sound} seconds={seconds} />
          <Slider
            label={i18n.t('Begins at')}
            value={sound.from}
            min={0}
            max={Math.max(0, Math.floor((lengthOf(sound.samples) - 1) * 10) / 10)}
            step={0.1}
            origin={0}
            text={i18n.t('{from} of {length}', {
              from: clock(sound.from),
              length: clock(lengthOf(sound.samples)),
            })}
            onChange={(from) => onChange({ ...sound, from })}
          />
        </>
      )}
      <div className={layout.wrap2}>
        <FileButton
          label={i18n.t('Sound file')}
          accept="audio/*"
          size="small"
          busy={reading}
          disabled={busy}
          onFiles={([file]) => run(() => take(file))}
        >
          {sound ? i18n.t('Another sound') : i18n.t('Add a sound')}
        </FileButton>
        {sound && (
          <Button size="small" disabled={busy} onClick={() => onChange(undefined)}>
            {i18n.t('Without sound')}
          </Button>
        )}
      </div>
      <p className={t.note}>
        {i18n.t(
          'Yours to use: music has owners. It fades in and, over {seconds, plural, one {# second} other {# seconds}}, out. It stays on this device.',
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
