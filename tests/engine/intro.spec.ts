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
