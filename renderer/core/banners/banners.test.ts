import { describe, expect, it } from 'vitest';

import { contrast, contrastOn, hexOf, legible, mix, ofOklch, oklchOf, rgbOf } from './colour.ts';
import {
  BANNER_LAYOUT_IDS,
  bannerDesignSchema,
  isRightToLeft,
  moved,
  NEW_BANNER,
  type BannerDesign,
} from './design.ts';
import { fitText, type Measure } from './fit-text.ts';
import { layOut } from './layout.ts';
import { BANNER_SIZE_IDS, bannerSize, ownSize, type Rect } from './sizes.ts';
import {
  bannerSubjectOf,
  flatGround,
  GRID,
  groundOf,
  paletteOf,
  tonedGround,
  USUAL_FACE,
} from './subject.ts';

/** Letters as wide as the display face's average, and a few that are known to be narrow. */
const measure: Measure = (text, face) =>
  Array.from(text, (letter) =>
    /[ .,ilj]/u.test(letter) ? 0.28 : face === 'mono' ? 0.6 : 0.52,
  ).reduce((sum, width) => sum + width, 0);

/** A head with shoulders, as the engine frames one. */
const person = Uint8ClampedArray.from({ length: GRID * GRID }, (_, at) => {
  const [x, y] = [(at % GRID) / GRID, Math.floor(at / GRID) / GRID];
  const head = Math.hypot((x - 0.5) / 0.22, (y - 0.42) / 0.32) < 1;
  const shoulders = y > 0.75 && Math.abs(x - 0.5) < 0.2 + (y - 0.75) * 1.4;
  return head || shoulders ? 255 : 0;
});
const subject = bannerSubjectOf(person, USUAL_FACE);

const TEXTS: readonly Pick<BannerDesign, 'name' | 'tagline' | 'links'>[] = [
  { name: 'Ada', tagline: 'Light and engines', links: ['ada.example'] },
  {
    name: 'Alexandrina Wilhelmina Featherstonehaugh-Cholmondeley-Ross',
    tagline:
      'A tagline that goes on for quite a while, up to the hundred and twenty characters that the field will let one type in.',
    links: ['one.example/a/long/way/to/go', '@two', 'three.example'],
  },
  { name: 'W'.repeat(60), tagline: '', links: [] },
  { name: '', tagline: 'Only a tagline', links: [] },
  { name: '', tagline: '', links: ['w'.repeat(60), 'w'.repeat(60), 'w'.repeat(60)] },
  {
    name: 'Ada Montgomery-Featherstone the Third',
    tagline: 'Portraits by daylight, film by night, and a long tagline of two lines',
    links: ['northwindow.example/ada', '@ada.montgomery'],
  },
  { name: '佐藤 花子', tagline: 'ゆっくり撮る肖像写真と短い映画', links: ['hanako.example'] },
  { name: 'مرسم الضوء', tagline: 'صور شخصية من ورق وضوء', links: ['marsam.example'] },
];

const inside = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;
const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.each(BANNER_LAYOUT_IDS)('the layout %s', (layout) => {
  it.each(BANNER_SIZE_IDS)('fits every text on %s, inside of where words may stand', (size) => {
    for (const texts of TEXTS) {
      const plan = layOut({ ...NEW_BANNER, ...texts, layout, size }, subject, measure);
      const links = texts.links.join('');
      const written = plan.words.map(({ lines }) => lines.map(({ text }) => text).join(''));
      const plain = (text: string): string => text.replaceAll(/[\s·]/gu, '');
      // Nothing is left out or repeated.
      expect(plain(written.join(''))).toBe(plain(texts.name + texts.tagline + links));
      for (const words of plan.words) {
        expect(words.size).toBeGreaterThan(0);
        expect(inside(words.box, plan.area), `${words.part} of ${JSON.stringify(texts)}`).toBe(
          true,
        );
        for (const { text, x, baseline } of words.lines) {
          const width = measure(text, words.face) * words.size;
          const line = {
            x: words.align === 'left' ? x : x - width,
            y: baseline - words.size * 0.7,
            width,
            height: words.size * 0.7,
          };
          expect(inside(line, words.box)).toBe(true);
        }
        for (const zone of plan.zones)
          if (zone.kind !== 'shown') expect(overlap(words.box, zone.box)).toBe(false);
      }
      const [tagline, below] = (['tagline', 'links'] as const).map(
        (part) => plan.words.find((one) => one.part === part)?.box,
      );
      // Links below a tagline start where it starts, even beside an avatar.
      if (
        !isRightToLeft(texts.name) &&
        tagline &&
        below &&
        below.y > tagline.y + tagline.height - 1
      )
        expect(below.x, JSON.stringify(texts)).toBeCloseTo(tagline.x, 3);
      for (const [at, one] of plan.words.entries())
        for (const other of plan.words.slice(at + 1))
          expect(overlap(one.box, other.box), `${one.part} on ${other.part}`).toBe(false);
    }
  });

  it('cuts the person off at its foot, and lets no picture end inside its frame', () => {
    for (const size of BANNER_SIZE_IDS) {
      const plan = layOut({ ...NEW_BANNER, name: 'Ada', layout, size }, subject, measure);
      const { portrait } = plan;
      if (portrait)
        expect(portrait.y + subject.end * portrait.size).toBeGreaterThan(plan.height - 1);
      for (const { picture, ...frame } of plan.frames)
        expect(inside(frame, { ...picture, width: picture.size, height: picture.size })).toBe(true);
      expect(portrait !== undefined || plan.frames.length > 0).toBe(true);
    }
  });

  it('shows the eyes in the strip that every device shows of a YouTube banner', () => {
    const plan = layOut({ ...NEW_BANNER, name: 'Ada', layout, size: 'youtube' }, subject, measure);
    const strip = plan.zones.find(({ label }) => label === 'Every device')?.box;
    if (!strip) throw new Error('no strip');
    const pictures = plan.portrait ? [plan.portrait] : plan.frames.map(({ picture }) => picture);
    const eyes = pictures.map(
      ({ y, size }) => y + (subject.face.y + 0.4 * subject.face.height) * size,
    );
    expect(eyes.some((at) => at > strip.y + 20 && at < strip.y + strip.height - 60)).toBe(true);
  });

  it('is mirrored for right-to-left text, except for the pictures themselves', () => {
    const name = 'ابجد';
    const plan = layOut({ ...NEW_BANNER, layout, name, size: 'twitch' }, subject, measure);
    expect(plan.mirrored).toBe(true);
    for (const words of plan.words) {
      expect(words.align).toBe('right');
      expect(words.rightToLeft).toBe(true);
    }
    const other = layOut({ ...NEW_BANNER, layout, name: 'Aden', size: 'twitch' }, subject, measure);
    expect(other.words.every(({ align }) => align === 'left')).toBe(true);
    const face = (at: typeof plan): number | undefined =>
      at.portrait && at.portrait.x + at.portrait.size * (subject.face.x + subject.face.width / 2);
    const here = face(plan);
    const there = face(other);
    if (here !== undefined && there !== undefined)
      expect(Math.abs(here - (plan.width - there))).toBeLessThan(12);
  });
});

describe('moving a part', () => {
  const design: BannerDesign = { ...NEW_BANNER, name: 'Ada', tagline: 'Light', size: 'x' };
  const nameOf = (moving: BannerDesign): Rect => {
    const found = layOut(moving, subject, measure).words.find(({ part }) => part === 'name');
    if (!found) throw new Error('no name');
    return found.box;
  };

  it('goes to the requested place, within the area for words', () => {
    const home = nameOf(design);
    const there = nameOf(moved(design, 'name', { x: 0.1, y: 0.02 }));
    expect(there.x - home.x).toBeCloseTo(150, 0);
    expect(there.y - home.y).toBeCloseTo(10, 0);
    for (const [x, y] of [
      [-1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const far = nameOf(moved(design, 'name', { x, y }));
      const { words, zones } = bannerSize('x', design.own);
      expect(inside(far, words)).toBe(true);
      expect(zones.some(({ box }) => overlap(box, far))).toBe(false);
    }
  });

  it('takes the rule above the links along, within the area for words', () => {
    const links: BannerDesign = { ...design, layout: 'studio', links: ['ada.example'] };
    const ruled = (by: { x?: number; y?: number }): readonly number[] => {
      const { rules, words, area } = layOut(moved(links, 'links', by), subject, measure);
      const [rule, box] = [rules[0], words.find(({ part }) => part === 'links')?.box];
      if (!rule || !box) throw new Error('no rule');
      expect(inside(rule, area)).toBe(true);
      return [rule.x - box.x, Math.round(box.y - rule.y)];
    };
    const home = ruled({});
    for (const by of [{ x: 0.1 }, { x: 1 }, { y: -0.1 }]) expect(ruled(by)).toEqual(home);
    ruled({ y: -1 });
  });

  it('changes its size within limits, and the person always reaches the foot', () => {
    expect(nameOf(moved(design, 'name', { scale: 0.8 })).height).toBeLessThan(
      nameOf(design).height,
    );
    expect(moved(design, 'name', { scale: 100 }).moves.name?.scale).toBe(1.8);
    const up = layOut(moved(design, 'portrait', { y: -1, scale: 0.5 }), subject, measure).portrait;
    expect(up && up.y + subject.end * up.size).toBeGreaterThanOrEqual(499);
  });
});

describe('setting a text', () => {
  const set = (text: string, change: object = {}) =>
    fitText(
      {
        text,
        face: 'display',
        size: 100,
        width: 600,
        height: 300,
        mostLines: 2,
        leading: 1,
        ...change,
      },
      measure,
    );

  it('keeps its size if there is room, and takes a second line before it shrinks much', () => {
    expect(set('Ada')).toEqual({ lines: ['Ada'], size: 100 });

    expect(set('Slow portraits of you').lines.length).toBe(2);
    expect(set('Slow portraits of you', { mostLines: 1 }).lines.length).toBe(1);
  });

  it('breaks a word only where no line could hold it', () => {
    const { lines, size } = set('w'.repeat(60));
    expect(lines.join('')).toBe('w'.repeat(60));
    expect(Math.max(...lines.map((line) => measure(line, 'display') * size))).toBeLessThanOrEqual(
      601,
    );
  });

  it('breaks a long double name after its hyphen', () => {
    expect(set('Ada Montgomery-Featherstone').lines).toEqual(['Ada Montgomery-', 'Featherstone']);
  });

  it('breaks a text that is written without spaces between its words, but not a name', () => {
    const { lines } = set('ゆっくり撮る肖像写真と短い映画。', { width: 420 });
    expect(lines).toHaveLength(2);
    expect(lines.join('')).toBe('ゆっくり撮る肖像写真と短い映画。');
    expect(lines[1]).not.toMatch(/^[。ー]/);
    expect(lines.every((line) => !line.includes(' '))).toBe(true);
    expect(set('佐藤花子', { width: 200 }).lines).toEqual(['佐藤花子']);
  });

  it('is nothing for nothing', () => {
    expect(set('   ')).toEqual({ lines: [], size: 0 });
  });
});

describe('reading on a ground', () => {
  const pixels = (...colours: readonly (readonly [number, number, number])[]): Uint8ClampedArray =>
    Uint8ClampedArray.from(
      Array.from({ length: 400 }, (_, at) => [
        ...(colours[at % colours.length] ?? [0, 0, 0]),
        255,
      ]).flat(),
    );

  it('is measured as in WCAG, by its worst part', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 1);
    expect(contrastOn(pixels([255, 255, 255], [119, 119, 119]), [0, 0, 0])).toBeCloseTo(
      contrast([0, 0, 0], [119, 119, 119]),
      3,
    );
  });

  it.each([
    ['a light ground', pixels([250, 246, 240])],
    ['a dark one', pixels([20, 18, 30])],
    ['a middle one, on which nothing reads', pixels([128, 120, 110])],
    ['a wild one', pixels([255, 40, 0], [0, 30, 200], [250, 250, 90], [0, 0, 0])],
  ])('has an ink of at least 4.5 on %s, with a shade where it needs one', (_, ground) => {
    const inks = [
      { ink: [20, 16, 12] as const, shade: [250, 246, 240] as const },
      { ink: [250, 246, 240] as const, shade: [20, 16, 12] as const },
    ];
    const { ink, shade, alpha } = legible(ground, inks, 4.5);
    for (let at = 0; at < ground.length; at += 4) {
      const under = mix([ground[at] ?? 0, ground[at + 1] ?? 0, ground[at + 2] ?? 0], shade, alpha);
      expect(contrast(ink, under)).toBeGreaterThan(4.45);
    }
  });

  it('uses no shade if none is needed', () => {
    const inks = [{ ink: [0, 0, 0] as const, shade: [255, 255, 255] as const }];
    expect(legible(pixels([255, 255, 255]), inks, 4.5).alpha).toBe(0);
  });

  it('converts colours to Oklch and back', () => {
    for (const hex of ['#be341a', '#43389c', '#ffffff', '#000000', '#5fc6b6'])
      expect(hexOf(ofOklch(oklchOf(rgbOf(hex))))).toBe(hex);
  });
});

describe('what is read from an avatar', () => {
  const rgba = Uint8ClampedArray.from(
    Array.from({ length: GRID * GRID }, (_, at) =>
      (person[at] ?? 0) > 0 ? [180, 90, 60, 255] : [40, 120, 160 + Math.floor(at / GRID), 255],
    ).flat(),
  );

  it('is where the person is, down to where the frame cuts them off', () => {
    expect(subject.top).toBeCloseTo(0.1, 1);
    expect(subject.end).toBeGreaterThan(0.9);
    expect(subject.left).toBeLessThan(0.3);
    const empty = bannerSubjectOf(new Uint8ClampedArray(GRID * GRID), USUAL_FACE);
    expect(empty).toMatchObject({ top: 0, end: 1, left: 0, right: 1 });
  });

  it('is the ground, filled in smoothly behind the person', () => {
    const ground = groundOf(rgba, person);
    const middle = (32 * GRID + 32) * 4;
    expect(ground[middle]).toBeCloseTo(40, -1);
    expect(ground[middle + 1]).toBeCloseTo(120, -1);
    expect(Math.abs((ground[middle + 2] ?? 0) - 192)).toBeLessThan(14);
    // The visible part of the ground stays as it is.
    expect(Math.abs((ground[2] ?? 0) - 160)).toBeLessThan(3);
    const nothing = groundOf(rgba, new Uint8ClampedArray(GRID * GRID).fill(255));
    expect([...nothing.slice(0, 4)]).toEqual([128, 128, 128, 255]);
  });

  it('is without the dots that a picture’s ground is printed in', () => {
    const dots = Uint8ClampedArray.from({ length: GRID * GRID * 4 }, (_, at) => {
      const [x, y] = [(at >> 2) % GRID, Math.floor((at >> 2) / GRID)];
      return at % 4 === 3 || (x % 3 === 0 && (y + (x & 1)) % 3 === 0) ? 255 : 60;
    });
    const ground = groundOf(dots, person);
    const around = (cell: number): number[] =>
      [0, 1, GRID, GRID + 1].map((by) => ground[(cell + by) * 4] ?? 0);
    for (const cell of [5 * GRID + 5, 8 * GRID + 52, 20 * GRID + 6]) {
      const seen = around(cell);
      expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(12);
    }
  });

  it('is a palette whose dark and paper are readable on each other', () => {
    const { dark, paper, accent } = paletteOf(rgba, person, groundOf(rgba, person));
    expect(contrast(dark, paper)).toBeGreaterThan(12);
    expect(oklchOf(accent).hue).toBeCloseTo(oklchOf([180, 90, 60]).hue, 1);
  });

  it('can be made flat, lighter or darker', () => {
    expect(tonedGround(flatGround([10, 20, 30]), [255, 255, 255], 1)[0]).toBe(255);
    const flat = flatGround([190, 52, 26]);
    expect(contrast([flat[0] ?? 0, flat[1] ?? 0, flat[2] ?? 0], [190, 52, 26])).toBeLessThan(1.4);
  });
});

describe('a design', () => {
  it('is read back as it was written, all of it filled', () => {
    const full: BannerDesign = {
      size: 'own',
      own: { width: 1234, height: 500 },
      layout: 'facets',
      tone: 'own',
      ground: '#123456',
      face: 'text',
      name: 'Ada',
      tagline: 'Light',
      links: ['a', 'b', 'c'],
      moves: {
        portrait: { x: 0.1, y: -0.2, scale: 1.2 },
        name: { x: 0, y: 0, scale: 1 },
        tagline: { x: 1, y: 1, scale: 0.6 },
        links: { x: -1, y: -1, scale: 1.8 },
      },
    };
    expect(bannerDesignSchema.parse(JSON.parse(JSON.stringify(full)))).toEqual(full);
    expect(bannerDesignSchema.parse(NEW_BANNER)).toEqual(NEW_BANNER);
  });

  it('finds a text’s direction by its first letter', () => {
    expect(isRightToLeft('12 — مرسم')).toBe(true);
    expect(isRightToLeft('שלום Ada')).toBe(true);
    expect(isRightToLeft('Ada مرسم')).toBe(false);
    expect(isRightToLeft('')).toBe(false);
  });

  it('uses the nearest size that a banner may have', () => {
    expect(ownSize(900, 9_000)).toEqual({ width: 900, height: 600 });
    expect(ownSize(4_000, 10)).toEqual({ width: 4_000, height: 500 });
    expect(ownSize(99_999, 1_000)).toEqual({ width: 4_096, height: 1_000 });
  });
});
