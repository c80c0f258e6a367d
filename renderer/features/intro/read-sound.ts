import { LikenessError } from '../../core/errors.ts';
import { SOUND_BYTES_MOST, type Samples } from '../../core/intro/sound.ts';

/** The sample rate that files are written in, and that most sound has. */
const RATE = 48_000;

/** Reads a sound file. @throws LikenessError 'sound-too-large' | 'sound-unreadable' */
export async function readSound(file: Blob): Promise<Samples> {
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
