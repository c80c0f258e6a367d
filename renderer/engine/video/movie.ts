import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  canEncodeAudio,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
  type AudioCodec,
  type VideoCodec,
} from 'mediabunny';

import { LikenessError } from '../../core/errors.ts';
import type {
  Clip,
  EncodedVideo,
  EncodeOptions,
  FrameImage,
  Sound,
  VideoOffer,
} from '../../ports/video.ts';
import { createSurface } from './frames.ts';

type Container = 'mp4' | 'webm';

const HIGH = new Quality('high');

/** Codecs in order of preference: the most widely supported first. */
const VIDEO: Readonly<Record<Container, readonly VideoCodec[]>> = {
  mp4: ['avc', 'vp9', 'av1'],
  webm: ['vp9', 'vp8', 'av1'],
};
/** Codecs that support alpha, as a second picture beside the first. */
const WITH_ALPHA: readonly VideoCodec[] = ['vp9', 'vp8'];
const AUDIO: Readonly<Record<Container, readonly AudioCodec[]>> = {
  mp4: ['aac', 'opus'],
  webm: ['opus'],
};
const NAMES: Readonly<Partial<Record<VideoCodec | AudioCodec, string>>> = {
  avc: 'H.264',
  vp9: 'VP9',
  vp8: 'VP8',
  av1: 'AV1',
  aac: 'AAC',
  opus: 'Opus',
};
const nameOf = (codec: VideoCodec | AudioCodec): string => NAMES[codec] ?? codec;

const first = async <T>(
  all: readonly T[],
  suits: (one: T) => Promise<boolean>,
): Promise<T | undefined> => {
  for (const one of all) if (await suits(one)) return one;
  return undefined;
};

async function codecsOf(
  container: Container,
  { width, height, rate, alpha = false }: Pick<Clip, 'width' | 'height' | 'rate' | 'alpha'>,
  sound?: { readonly numberOfChannels: number; readonly sampleRate: number },
) {
  if (typeof VideoEncoder === 'undefined') return undefined;
  const keep = alpha && container === 'webm';
  const video = await first(
    VIDEO[container].filter((codec) => !keep || WITH_ALPHA.includes(codec)),
    (codec) => canEncodeVideo(codec, { width, height, frameRate: rate, quality: HIGH }),
  );
  if (!video) return undefined;
  const audio =
    sound &&
    typeof AudioEncoder !== 'undefined' &&
    (await first(AUDIO[container], (codec) => canEncodeAudio(codec, { ...sound, quality: HIGH })));
  return { video, audio: audio || undefined };
}

export async function movieOffer(
  container: Container,
  clip: Pick<Clip, 'width' | 'height' | 'rate' | 'alpha'> & { readonly audio?: boolean },
): Promise<VideoOffer | undefined> {
  const codecs = await codecsOf(
    container,
    clip,
    clip.audio ? { numberOfChannels: 2, sampleRate: 48_000 } : undefined,
  );
  return (
    codecs && {
      format: container,
      codec: nameOf(codecs.video),
      ...(codecs.audio && { audio: nameOf(codecs.audio) }),
      alpha: container === 'webm' && WITH_ALPHA.includes(codecs.video),
    }
  );
}

/** Adds the sound, cut to the video's length, in samples of a second as the encoder takes them. */
async function addSound(
  source: AudioSampleSource,
  { rate, channels }: Sound,
  seconds: number,
): Promise<void> {
  const end = Math.min(channels[0]?.length ?? 0, Math.round(seconds * rate));
  for (let at = 0; at < end; at += rate) {
    const length = Math.min(rate, end - at);
    const data = new Float32Array(length * channels.length);
    for (const [c, channel] of channels.entries())
      data.set(channel.subarray(at, at + length), c * length);
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels.length,
      sampleRate: rate,
      timestamp: at / rate,
    });
    try {
      await source.add(sample);
    } finally {
      sample.close();
    }
  }
  source.close();
}

/**
 * Writes a movie with the best codec that the browser can encode.
 * @param step called with the progress, 0..1; may throw to abort
 * @param options `maxBytes` sets the bit rate to aim for; high quality by default
 * @throws LikenessError 'engine-unsupported' if the browser encodes none of the container's codecs
 */
export async function writeMovie(
  container: Container,
  clip: Clip,
  step: (done: number) => Promise<void>,
  { maxBytes, detail = 1 }: EncodeOptions,
): Promise<EncodedVideo> {
  const { width, height, rate, count, audio: sound } = clip;
  const codecs = await codecsOf(
    container,
    clip,
    sound && { numberOfChannels: sound.channels.length, sampleRate: sound.rate },
  );
  if (!codecs) throw new LikenessError('engine-unsupported', { part: `${container} encoder` });
  const keep = clip.alpha === true && container === 'webm';
  const target = new BufferTarget();
  const output = new Output({
    format: container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target,
  });
  const video = new VideoSampleSource({
    codec: codecs.video,
    // A key frame costs as much as a second of motion, so with limited room there is only one.
    ...(maxBytes === undefined
      ? { quality: HIGH, keyFrameInterval: 2 }
      : {
          quality: new Quality({ bitrate: Math.floor((8 * maxBytes * rate) / count) }),
          keyFrameInterval: count / rate,
        }),
    alpha: keep ? 'keep' : 'discard',
  });
  output.addVideoTrack(video, { frameRate: rate });
  const audio =
    sound && codecs.audio
      ? new AudioSampleSource({ codec: codecs.audio, quality: HIGH })
      : undefined;
  if (audio) output.addAudioTrack(audio);
  // Reduces frames to this part of their size.
  const reduced = (length: number): number => Math.max(1, Math.round(length * detail));
  const soft = detail < 1 ? createSurface(reduced(width), reduced(height)) : undefined;
  const onWhite = clip.alpha === true && !keep;
  const surface =
    onWhite || soft ? createSurface(width, height, onWhite ? '#fff' : undefined) : undefined;
  let done = 0;
  try {
    await output.start();
    if (audio && sound) await addSound(audio, sound, count / rate);
    for await (const frame of clip.frames) {
      soft?.draw(frame);
      surface?.draw(soft?.canvas ?? frame);
      const times = { timestamp: done / rate, duration: 1 / rate };
      const sample =
        frame instanceof ImageData && !surface
          ? new VideoSample(frame.data, {
              ...times,
              format: keep ? 'RGBA' : 'RGBX',
              codedWidth: width,
              codedHeight: height,
            })
          : new VideoSample(surface?.canvas ?? (frame as Exclude<FrameImage, ImageData>), times);
      try {
        await video.add(sample);
      } finally {
        sample.close();
      }
      done += 1;
      await step((0.97 * done) / count);
    }
    await output.finalize();
  } catch (failure) {
    if (output.state === 'started' || output.state === 'pending') await output.cancel();
    throw failure;
  }
  if (!target.buffer) throw new LikenessError('engine-failed', { part: `${container} encoder` });
  return {
    file: new Blob([target.buffer], { type: `video/${container}` }),
    codec: nameOf(codecs.video),
    ...(audio && codecs.audio && { audio: nameOf(codecs.audio) }),
    width,
    height,
    rate,
    frames: done,
  };
}
