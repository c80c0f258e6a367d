import { LikenessError } from '../../core/errors.ts';
import type { Clip, EncodedVideo, VideoEncoders, VideoOffer } from '../../ports/video.ts';
import { animatedPng, animatedWebp } from './chunks.ts';
import { createSurface } from './frames.ts';
import { writeGif } from './gif.ts';

const GIF_BYTES = 8_000_000;
const WEBP_QUALITY = 0.86;

/** Whether a canvas can write this type; one that can't returns a PNG instead. */
const writes = async (type: string): Promise<boolean> => {
  const surface = createSurface(2, 2);
  surface.draw(new ImageData(2, 2));
  return (await surface.canvas.convertToBlob({ type })).type === type;
};

/** Encodes each frame as a still, and joins them into an animated WebP or PNG. */
async function writeStills(
  clip: Clip,
  kind: 'webp' | 'apng',
  step: (done: number) => Promise<void>,
): Promise<EncodedVideo> {
  const { width, height, rate } = clip;
  const type = kind === 'webp' ? 'image/webp' : 'image/png';
  const surface = createSurface(width, height);
  const stills: Uint8Array[] = [];
  for await (const frame of clip.frames) {
    surface.draw(frame);
    const still = await surface.canvas.convertToBlob({ type, quality: WEBP_QUALITY });
    if (still.type !== type)
      throw new LikenessError('engine-unsupported', { part: `${kind} encoder` });
    stills.push(new Uint8Array(await still.arrayBuffer()));
    await step(stills.length / clip.count);
  }
  return {
    file: kind === 'webp' ? animatedWebp(stills, clip) : animatedPng(stills, clip),
    codec: kind === 'webp' ? 'WebP' : 'PNG',
    width,
    height,
    rate,
    frames: stills.length,
  };
}

/** Encoders based on those of the browser; mediabunny and gifenc write the files. */
export const videoEncoders: VideoEncoders = {
  async offers(clip) {
    const { movieOffer } = await import('./movie.ts');
    const movies = await Promise.all(
      (['mp4', 'webm'] as const).map((container) => movieOffer(container, clip)),
    );
    const still: VideoOffer = (await writes('image/webp'))
      ? { format: 'webp', codec: 'WebP', alpha: true }
      : { format: 'apng', codec: 'PNG', alpha: true };
    return [
      ...movies.filter((offer) => offer !== undefined),
      still,
      { format: 'gif', codec: 'GIF', alpha: true },
    ];
  },

  async encode(format, clip, options = {}) {
    const { signal, onProgress, maxBytes } = options;
    const step = async (done: number): Promise<void> => {
      onProgress?.(Math.min(1, done));
      // Yield, as encoding in one go would block the page.
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (signal?.aborted) throw new LikenessError('engine-aborted');
    };
    if (signal?.aborted) throw new LikenessError('engine-aborted');
    switch (format) {
      case 'mp4':
      case 'webm': {
        const { writeMovie } = await import('./movie.ts');
        const made = await writeMovie(format, clip, step, options);
        onProgress?.(1);
        return made;
      }
      case 'webp':
      case 'apng':
        return writeStills(clip, format, step);
      case 'gif':
        return writeGif(clip, maxBytes ?? GIF_BYTES, step);
    }
  },
};
