import { describe, expect, it } from 'vitest';

import {
  INTRO,
  INTRO_SECONDS,
  INTRO_TEMPLATE_IDS,
  introDesignSchema,
  introFrames,
  NEW_INTRO,
} from './design.ts';
import { FADE, lengthOf, peaksOf, trimmed } from './sound.ts';
import { developing, END_SECONDS, halftone, introAt, sheet, slices } from './timeline.ts';

describe('an intro', () => {
  it('is remembered with all of its parts', () => {
    const full = {
      template: 'halftone',
      seconds: 8,
      tone: 'own',
      ground: '#102030',
      face: 'text',
      name: 'Ada',
      handle: '@ada',
    };
    expect(introDesignSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
    expect(introDesignSchema.parse(NEW_INTRO)).toEqual(NEW_INTRO);
    expect(introDesignSchema.safeParse({ ...full, seconds: 9 }).success).toBe(false);
    expect(introFrames({ seconds: 6 })).toBe(180);
  });

  it.each(
    INTRO_TEMPLATE_IDS.flatMap((id) => INTRO_SECONDS.map((seconds) => [id, seconds] as const)),
  )(
    '%s of %i s moves, brings name and handle in, and stands still at its end',
    (template, seconds) => {
      const stateAt = (t: number) => {
        const now = introAt({ template, seconds }, t);
        const own = { developing, sheet, halftone }[template as 'sheet'] as
          | typeof sheet
          | undefined;
        return { ...now, ...(own ? own(now) : slices(now, 6)) };
      };
      const frames = Array.from({ length: seconds * INTRO.rate }, (_, k) =>
        stateAt(k / INTRO.rate),
      );
      const first = frames[0];
      const last = frames.at(-1);
      expect(first).toMatchObject({ name: 0, handle: 0, drift: 0 });
      expect(last).toMatchObject({ name: 1, handle: 1, drift: 1 });
      const still = frames.slice(-Math.floor(END_SECONDS * INTRO.rate));
      for (const frame of still) expect(frame).toEqual(last);
      // Until then, no two frames are alike.
      const moving = frames.slice(0, -Math.ceil(END_SECONDS * INTRO.rate));
      expect(new Set(moving.map((frame) => JSON.stringify(frame))).size).toBe(moving.length);
    },
  );
});

describe('the sound of an intro', () => {
  const rate = 1000;
  const tone = Float32Array.from({ length: 10 * rate }, (_, i) => (i % 2 === 0 ? 0.5 : -0.5));
  const loudest = (part: Float32Array): number =>
    part.reduce((m, v) => Math.max(m, Math.abs(v)), 0);

  it('is cut at the requested place, and fades at both ends', () => {
    const ramp = Float32Array.from({ length: 10 * rate }, (_, i) => i / (10 * rate));
    const { channels } = trimmed({ rate, channels: [ramp, tone] }, 2, 6);
    expect(channels.map(({ length }) => length)).toEqual([6000, 6000]);
    expect(channels[0]?.[3000]).toBeCloseTo(0.5, 5);
    expect(channels[0]?.[0]).toBe(0);
    expect(channels[0]?.[5999]).toBe(0);
    const right = channels[1] ?? new Float32Array();
    expect(loudest(right.subarray(0, (FADE.in * rate) / 2))).toBeLessThan(0.4);
    expect(loudest(right.subarray(1000, 4000))).toBe(0.5);
    expect(loudest(right.subarray(6000 - 300))).toBeLessThan(0.25);
  });

  it('with one channel is heard on both sides, and ends in silence if it is too short', () => {
    const { channels } = trimmed({ rate, channels: [tone] }, 8, 5);
    expect(channels).toHaveLength(2);
    expect(channels[0]).toEqual(channels[1]);
    expect(loudest((channels[0] ?? new Float32Array()).subarray(2000))).toBe(0);
    // The fade lies before the silence, not in it.
    expect(Math.abs(channels[0]?.[1990] ?? 1)).toBeLessThan(0.02);
  });

  it('is drawn from its peaks', () => {
    const half = Float32Array.from({ length: 100 }, (_, i) => (i < 50 ? 0.25 : -1));
    expect(peaksOf({ rate, channels: [half] }, 4)).toEqual([0.25, 0.25, 1, 1]);
    expect(lengthOf({ rate, channels: [half] })).toBe(0.1);
  });
});
