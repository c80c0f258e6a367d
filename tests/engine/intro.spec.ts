import { writeFileSync } from 'node:fs';

import { INTRO, INTRO_TEMPLATE_IDS, NEW_INTRO } from '../../renderer/core/intro/design.ts';
import { ffprobe, probe } from './ffprobe.ts';
import { bytesOf } from './harness.ts';
import { expect, sharedTest as test } from './test.ts';

for (const template of INTRO_TEMPLATE_IDS)
  test(
    `the intro ${template} is a whole film of 1080 lines with its sound`,
    // Except in the deep run, a single template represents all.
    { tag: template === 'halftone' ? '@long' : '@deep' },
    async ({ enginePage }, info) => {
      test.skip(!ffprobe, 'ffprobe is not installed');
      const design = { ...NEW_INTRO, template, seconds: 5, name: 'Leila Sand', handle: '@leila' };
      const report = await enginePage.evaluate(async (design) => {
        const { engine, file, base64, painting } = window.harness;
        const { encodeIntro, materialOf } = await painting();
        const material = await materialOf(engine, [await file('people/leila.webp')]);
        const tone = Float32Array.from({ length: 8 * 48_000 }, (_, i) => 0.4 * Math.sin(i / 17));
        const sound = { rate: 48_000, channels: [tone] };
        const video = await encodeIntro(engine, material, design, 'mp4', sound);
        return { ...video, file: await base64(video.file) };
      }, design);
      const path = info.outputPath(`${template}.mp4`);
      writeFileSync(path, bytesOf(report.file));
      const { streams, format } = probe(path);
      expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({
        width: INTRO.width,
        height: INTRO.height,
        nb_read_frames: '150',
        r_frame_rate: '30/1',
      });
      expect(streams.find(({ codec_type }) => codec_type === 'audio')?.codec_name).toBe(
        report.audio?.toLowerCase(),
      );
      expect(Number(format.duration)).toBeCloseTo(5, 1);
    },
  );

test('an intro’s first frame, which players show as its poster, already shows the person', async ({
  enginePage,
}) => {
  const seen = await enginePage.evaluate(
    async ({ templates, plain }) => {
      const { engine, file, painting } = window.harness;
      const { introFrame, materialOf } = await painting();
      const material = await materialOf(engine, [await file('people/leila.webp')]);
      const found: { template: string; spread: number; faces: number }[] = [];
      for (const template of templates) {
        const canvas = await introFrame(material, { ...plain, template, name: 'Leila' }, 0);
        const small = new OffscreenCanvas(96, 54).getContext('2d');
        if (!small) throw new Error('no 2D canvas');
        small.drawImage(canvas, 0, 0, 96, 54);
        const { data } = small.getImageData(0, 0, 96, 54);
        const lights = Array.from(
          { length: 96 * 54 },
          (_, i) =>
            0.3 * (data[4 * i] ?? 0) +
            0.55 * (data[4 * i + 1] ?? 0) +
            0.15 * (data[4 * i + 2] ?? 0),
        );
        const mean = lights.reduce((sum, light) => sum + light, 0) / lights.length;
        const square = lights.reduce((sum, light) => sum + (light - mean) ** 2, 0) / lights.length;
        const frame = await new Promise<Blob | null>((done) => canvas.toBlob(done));
        if (!frame) throw new Error('no picture');
        // Blurred and in coarse dots, the other two show no more than a shape.
        const clear = template === 'sheet' || template === 'slices';
        const analysis = clear ? await engine.analyse(frame) : undefined;
        found.push({ template, spread: Math.sqrt(square), faces: analysis?.faces.length ?? 1 });
        if (analysis) engine.release(analysis);
      }
      return found;
    },
    { templates: INTRO_TEMPLATE_IDS, plain: NEW_INTRO },
  );
  expect(seen).toHaveLength(INTRO_TEMPLATE_IDS.length);
  for (const { template, spread, faces } of seen) {
    // Empty paper with its grain has a spread below 3.
    expect(spread, template).toBeGreaterThan(12);
    expect(faces, template).toBeGreaterThan(0);
  }
});
