/** Sound as samples from -1 to 1, one list per channel, all of the same length. */
export interface Samples {
  /** Samples per second. */
  readonly rate: number;
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

/** How long the sound fades in and out, in seconds. */
export const FADE = { in: 0.15, out: 1.2 } as const;
/** Larger files aren't opened, because the whole decoded sound is held in memory. */
export const SOUND_BYTES_MOST = 60_000_000;

export const lengthOf = ({ rate, channels }: Samples): number => (channels[0]?.length ?? 0) / rate;

/**
 * Cuts a part out of a sound and fades it in and out. Where the sound ends early, silence follows.
 * @param from start in seconds
 * @param seconds length of the part
 * @returns two channels: mono is heard on both sides, and of more than two the first two are kept
 */
export function trimmed(sound: Samples, from: number, seconds: number): Samples {
  const { rate, channels } = sound;
  const count = Math.round(seconds * rate);
  const start = Math.max(0, Math.round(from * rate));
  const there = Math.max(0, Math.min(count, (channels[0]?.length ?? 0) - start));
  const cut = (channel: Float32Array<ArrayBuffer> | undefined): Float32Array<ArrayBuffer> => {
    const part = new Float32Array(count);
    for (let i = 0; i < there; i += 1) {
      const [begun, left] = [i / (FADE.in * rate), (there - 1 - i) / (FADE.out * rate)];
      // An equal-power fade sounds even to the ear.
      const loud = Math.sin((Math.PI / 2) * Math.min(1, begun, left));
      part[i] = (channel?.[start + i] ?? 0) * loud;
    }
    return part;
  };
  const [left, right = left] = channels;
  return { rate, channels: [cut(left), cut(right)] };
}

/** The loudest sample in each of `count` equal parts, 0..1, for drawing a waveform. */
export function peaksOf({ channels }: Samples, count: number): readonly number[] {
  const [channel = new Float32Array()] = channels;
  return Array.from({ length: count }, (_, k) => {
    let most = 0;
    const end = Math.floor(((k + 1) * channel.length) / count);
    for (let i = Math.floor((k * channel.length) / count); i < end; i += 1)
      most = Math.max(most, Math.abs(channel[i] ?? 0));
    return Math.min(1, most);
  });
}
