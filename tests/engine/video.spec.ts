import { writeFileSync } from 'node:fs';

import { ffprobe, probe } from './ffprobe.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

test('every format is written as offered, and an independent decoder reads it', async ({
  enginePage,
}, info) => {
  test.skip(!ffprobe, 'ffprobe is not installed');
  const written = await enginePage.evaluate(async () => {
    const { engine, base64 } = window.harness;
    const video = await engine.video();
    const [width, height, rate, count] = [192, 128, 24, 36];
    /** A bar that moves from left to right over a transparent or blue background. */
    async function* frames(alpha: boolean): AsyncGenerator<ImageData> {
      for (let k = 0; k < count; k += 1) {
        const image = new ImageData(width, height);
        for (let p = 0; p < width * height; p += 1) {
          const bar = Math.abs((p % width) - (k * width) / count) < 16;
          image.data.set(bar ? [240, 120, 40, 255] : [20, 40, 200, alpha ? 0 : 255], 4 * p);
        }
        yield await Promise.resolve(image);
      }
    }
    const tone = Float32Array.from({ length: 3 * 48_000 }, (_, i) => 0.4 * Math.sin(i / 17));
    const offers = await video.offers({ width, height, rate, alpha: true, audio: true });
    const files: {
      format: string;
      alpha: boolean;
      codec: string;
      audio?: string;
      type: string;
      frames: number;
      rate: number;
      data: string;
    }[] = [];
    for (const { format } of offers)
      for (const alpha of [false, true]) {
        const report: number[] = [];
        const made = await video.encode(
          format,
          {
            width,
            height,
            rate,
            count,
            alpha,
            frames: frames(alpha),
            ...(format === 'mp4' || format === 'webm'
              ? { audio: { rate: 48_000, channels: [tone, tone] } }
              : {}),
          },
          { onProgress: (done) => report.push(done) },
        );
        if (report.at(-1) !== 1) throw new Error(`${format} ended at ${String(report.at(-1))}`);
        const { file, ...rest } = made;
        files.push({ format, alpha, type: file.type, data: await base64(file), ...rest });
      }
    return { offers, files };
  });
  expect(written.offers.map(({ format }) => format)).toEqual(['mp4', 'webm', 'webp', 'gif']);
  for (const { format, alpha, codec, audio, data, frames, rate } of written.files) {
    const name = `${format}${alpha ? '-alpha' : ''}`;
    const path = info.outputPath(`${name}.${format}`);
    writeFileSync(path, bytesOf(data));
    const offer = written.offers.find((one) => one.format === format);
    expect({ codec, audio }, name).toEqual({ codec: offer?.codec, audio: offer?.audio });
    if (format === 'webp') continue; // ffmpeg can't read animated WebP; the next test opens it.
    const { streams, format: whole } = probe(path);
    const [picture] = streams.filter(({ codec_type }) => codec_type === 'video');
    expect(picture, name).toMatchObject({
      width: 192,
      height: 128,
      nb_read_frames: String(frames),
    });
    expect(Number(whole.duration), name).toBeCloseTo(1.5, 1);
    expect(frames / rate, name).toBeCloseTo(1.5, 5);
    expect(
      streams.some(({ codec_type }) => codec_type === 'audio'),
      name,
    ).toBe(audio !== undefined);
    if (format === 'webm')
      expect(picture?.tags?.alpha_mode ?? picture?.tags?.ALPHA_MODE, name).toBe(
        alpha ? '1' : undefined,
      );
  }
});

test('what is see-through stays so where a format can, and becomes white where it can’t @long', async ({
  enginePage,
}) => {
  const shown = await enginePage.evaluate(async () => {
    const video = await window.harness.engine.video();
    async function* frames(): AsyncGenerator<ImageData> {
      for (let k = 0; k < 6; k += 1) {
        const image = new ImageData(128, 128);
        for (let p = 0; p < 64; p += 1)
          for (let q = 0; q < 128; q += 1) image.data.set([200, 30, 30, 255], 4 * (q * 128 + p));
        yield await Promise.resolve(image);
      }
    }
    const shot = async (format: 'mp4' | 'webm' | 'webp' | 'gif' | 'apng'): Promise<number[]> => {
      const { file } = await video.encode(format, {
        width: 128,
        height: 128,
        rate: 12,
        count: 6,
        alpha: true,
        frames: frames(),
      });
      const url = URL.createObjectURL(file);
      let source: CanvasImageSource;
      if (format === 'mp4' || format === 'webm') {
        const player = document.createElement('video');
        player.muted = true;
        player.src = url;
        await new Promise((resolve, reject) => {
          // A frame can be drawn once it was presented, which is later than `seeked`.
          player.onloadeddata = () => {
            player.requestVideoFrameCallback(resolve);
            player.currentTime = 0.2;
          };
          player.onerror = () => reject(new Error(`${format} can't be played`));
        });
        source = player;
      } else {
        const image = new Image();
        image.src = url;
        await image.decode();
        source = image;
      }
      const context = new OffscreenCanvas(128, 128).getContext('2d');
      if (!context) throw new Error('no 2D canvas');
      context.drawImage(source, 0, 0, 128, 128);
      const at = (x: number): number[] => [...context.getImageData(x, 64, 1, 1).data];
      const [figure, ground] = [at(32), at(100)];
      URL.revokeObjectURL(url);
      return [figure[3] ?? -1, ground[3] ?? -1, ground[0] ?? -1];
    };
    return {
      mp4: await shot('mp4'),
      webm: await shot('webm'),
      webp: await shot('webp'),
      apng: await shot('apng'),
      gif: await shot('gif'),
    };
  });
  const [figure, ground, red] = shown.mp4;
  expect([figure, ground]).toEqual([255, 255]);
  expect(red).toBeGreaterThan(245);
  for (const format of ['webm', 'webp', 'apng', 'gif'] as const) {
    expect(shown[format][0], format).toBeGreaterThan(250);
    expect(shown[format][1], format).toBeLessThan(5);
  }
});

test('a GIF is made small enough, refused where it can’t be, and stops when aborted @long', async ({
  enginePage,
}) => {
  const report = await enginePage.evaluate(async () => {
    const { engine, errorCode } = window.harness;
    const video = await engine.video();
    const noise = (k: number): ImageData => {
      const image = new ImageData(400, 400);
      let state = k + 1;
      for (let i = 0; i < image.data.length; i += 1) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        image.data[i] = i % 4 === 3 ? 255 : state >>> 24;
      }
      return image;
    };
    async function* frames(): AsyncGenerator<ImageData> {
      for (let k = 0; k < 8; k += 1) yield await Promise.resolve(noise(k));
    }
    const clip = (): Parameters<typeof video.encode>[1] => ({
      width: 400,
      height: 400,
      rate: 10,
      count: 8,
      frames: frames(),
    });
    const small = await video.encode('gif', clip(), { maxBytes: 700_000 });
    const control = new AbortController();
    return {
      bytes: small.file.size,
      width: small.width,
      refused: await video.encode('gif', clip(), { maxBytes: 20_000 }).then(() => '', errorCode),
      stopped: await video
        .encode('mp4', clip(), { signal: control.signal, onProgress: () => control.abort() })
        .then(() => '', errorCode),
    };
  });
  expect(report.bytes).toBeLessThanOrEqual(700_000);
  expect(report.width).toBeLessThan(400);
  expect(report.width).toBeGreaterThan(160);
  expect([report.refused, report.stopped]).toEqual(['media-too-large', 'engine-aborted']);
});
