import { applyPalette, GIFEncoder, quantize, type Palette } from 'gifenc';

import { LikenessError } from '../../core/errors.ts';
import type { Clip, EncodedVideo, FrameImage } from '../../ports/video.ts';
import { createSurface, type Surface } from './frames.ts';

/** Most pixels on a GIF's longest side, and frames per second: more would be too large to send. */
const MOST_EDGE = 540;
const MOST_RATE = 17;
const SMALLEST = 160;
/** Number of frames that the palette is taken from, and from which the file's size is estimated. */
const SAMPLES = 6;
/** Of their pixels, every nth: a prime, so that the columns differ. */
const STRIDE = 37;
const COLOURS = 255;
/** How far dithering moves a colour, of 255: half a step between neighbours in such a palette. */
const SPREAD = 18;

/** Ordered dither (B. Bayer 1973), -0.5 to 0.5; unlike error diffusion, it doesn't flicker. */
const BAYER = Float32Array.from({ length: 64 }, (_, i) => {
  let [x, y, value] = [i & 7, i >> 3, 0];
  for (let bit = 0; bit < 3; bit += 1, x >>= 1, y >>= 1)
    value = (value << 2) | (((x ^ y) & 1) << 1) | (y & 1);
  return (value + 0.5) / 64 - 0.5;
});

const dither = ({ data, width }: ImageData): void => {
  for (let i = 0, pixel = 0; i < data.length; i += 4, pixel += 1) {
    const by =
      (BAYER[((Math.floor(pixel / width) & 7) << 3) | ((pixel % width) & 7)] as number) * SPREAD;
    for (let c = 0; c < 3; c += 1) data[i + c] = (data[i + c] as number) + by;
  }
};

const pixelsOf = (surface: Surface, frame: FrameImage): ImageData => {
  surface.draw(frame);
  return surface.context.getImageData(0, 0, surface.canvas.width, surface.canvas.height);
};

/** One palette for all frames, so that colours don't jump, from some pixels of some of them. */
const paletteOf = (pictures: readonly ImageData[]): Palette => {
  const step = Math.max(1, Math.floor(pictures.length / SAMPLES));
  const picked: number[] = [];
  for (const { data } of pictures.filter((_, k) => k % step === 0))
    for (let i = 0; i < data.length; i += 4 * STRIDE)
      if ((data[i + 3] as number) > 127)
        picked.push(data[i] as number, data[i + 1] as number, data[i + 2] as number, 255);
  return quantize(Uint8Array.from(picked), COLOURS);
};

/**
 * Writes a GIF of at most `maxBytes`, reducing its size in pixels if necessary.
 * @param step called with the progress, 0..1; may throw to abort
 * @throws LikenessError 'media-too-large' if even the smallest size doesn't fit
 */
export async function writeGif(
  clip: Clip,
  maxBytes: number,
  step: (done: number) => Promise<void>,
): Promise<EncodedVideo> {
  // Takes every nth frame, to stay below the highest rate.
  const every = Math.max(1, Math.ceil(clip.rate / MOST_RATE));
  let edge = Math.min(MOST_EDGE, Math.max(clip.width, clip.height));
  // Collect all frames first: the palette needs some from the whole clip.
  const taken: ImageData[] = [];
  let surface = surfaceFor(clip, edge);
  let k = 0;
  for await (const frame of clip.frames) {
    if (k % every === 0) taken.push(pixelsOf(surface, frame));
    k += 1;
    await step((0.7 * k) / clip.count);
  }
  const palette = paletteOf(taken);
  const transparentIndex = palette.length;
  if (clip.alpha) palette.push([0, 0, 0]);
  for (;;) {
    const encoder = GIFEncoder();
    let over = false;
    for (const [i, whole] of taken.entries()) {
      const picture = scaled(whole, surface);
      const see = picture.data.slice();
      dither(picture);
      const index = applyPalette(picture.data, palette.slice(0, transparentIndex));
      if (clip.alpha)
        for (let p = 0; p < index.length; p += 1)
          if ((see[4 * p + 3] as number) < 128) index[p] = transparentIndex;
      // Delays are whole hundredths of a second; rounded from the start, they add up exactly.
      const at = (n: number): number => Math.round((n * every * 100) / clip.rate);
      encoder.writeFrame(index, picture.width, picture.height, {
        ...(i === 0 && { palette, repeat: 0 }),
        delay: (at(i + 1) - at(i)) * 10,
        ...(clip.alpha && { transparent: true, transparentIndex, dispose: 2 }),
      });
      await step(0.7 + (0.3 * (i + 1)) / taken.length);
      const projected = (encoder.bytesView().length / (i + 1)) * taken.length;
      if (projected > maxBytes && (i + 1 >= SAMPLES || i + 1 === taken.length)) {
        over = true;
        const next = Math.floor(edge * Math.min(0.92, Math.sqrt(maxBytes / projected) * 0.97));
        if (next < SMALLEST) throw new LikenessError('media-too-large');
        edge = next;
        surface = surfaceFor(clip, edge);
        break;
      }
    }
    if (over) continue;
    encoder.finish();
    return {
      file: new Blob([encoder.bytes()], { type: 'image/gif' }),
      codec: 'GIF',
      width: surface.canvas.width,
      height: surface.canvas.height,
      rate: clip.rate / every,
      frames: taken.length,
    };
  }
}

const surfaceFor = ({ width, height }: Clip, edge: number): Surface => {
  const scale = edge / Math.max(width, height);
  return createSurface(Math.round(width * scale), Math.round(height * scale));
};

const scaled = (whole: ImageData, surface: Surface): ImageData =>
  whole.width === surface.canvas.width
    ? new ImageData(whole.data.slice(), whole.width, whole.height)
    : pixelsOf(surface, whole);
