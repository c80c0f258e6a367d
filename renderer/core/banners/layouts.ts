import { moveOf, type BannerLayoutId } from './design.ts';
import {
  areaLeftOf,
  areaRightOf,
  beside,
  bottom,
  clamp,
  coverWith,
  placePerson,
  right,
} from './places.ts';
import type { Draft, Frame, LayoutInput, Placed } from './plan.ts';
import type { Rect } from './sizes.ts';
import { given, stack } from './stack.ts';

const NOTHING = { rules: [], frames: [], panels: [] } as const;

/** The person at the end of the lines, with words in front of them. */
function personAtEnd(input: LayoutInput, least: number) {
  const { words, height, headTop } = input.size;
  const portrait = placePerson(
    input,
    words.x + words.width * (words.width / words.height > 3 ? 0.82 : 0.77),
    headTop * height,
    height * least,
  );
  const edge = portrait.x + input.subject.left * portrait.size - words.height * 0.05;
  // Beside a wide hat or hair the words are set narrower, as long as they stay readable.
  const room = Math.max(edge, words.x + words.width * 0.4);
  return { portrait: { ...portrait, inFrontOfName: false }, room };
}

/** How each layout places the person, words and frames. */
export const LAYOUTS: Readonly<Record<BannerLayoutId, (input: LayoutInput) => Draft>> = {
  dots(input) {
    const { words } = input.size;
    const { portrait, room } = personAtEnd(input, 1.15);
    const area = areaLeftOf(words, room);
    return {
      ...NOTHING,
      portrait,
      ...stack(input, {
        area,
        name: words.height * 0.32,
        nameWidth: Math.max(words.height * 1.45, area.width * 0.6),
        indent: 0.62,
        rest: 0.1,
      }),
    };
  },

  studio(input) {
    const { words } = input.size;
    const { portrait, room } = personAtEnd(input, 0);
    const area = areaLeftOf(beside(input), room);
    return {
      ...NOTHING,
      portrait,
      ...stack(input, { area, name: words.height * 0.27, rest: 0.5, rule: true }),
    };
  },

  facets(input) {
    const { words, height, headTop } = input.size;
    const { subject } = input;
    const start = beside(input);
    // Placed once to learn how wide the person is, then again with that side at the words' edge.
    const unmoved = { ...input, design: { ...input.design, moves: {} } };
    const trial = placePerson(unmoved, 0, headTop * height);
    const half = (subject.face.x + subject.face.width / 2 - subject.left) * trial.size;
    const gap = words.height * 0.07;
    const latest = right(words) - words.width * 0.34;
    const wanted = start.x + Math.min(half, start.width * 0.3);
    // Wide hair goes towards the edge, as long as the face stays beside the site's avatar.
    const over = wanted + trial.x + subject.right * trial.size + gap - latest;
    const spare = wanted - (subject.face.width / 2) * trial.size - start.x;
    const portrait = placePerson(
      input,
      wanted - clamp(over, 0, Math.max(0, spare)),
      headTop * height,
    );
    const edge = portrait.x + subject.right * portrait.size + gap;
    const area = areaRightOf(words, clamp(edge, words.x, latest));
    return {
      ...NOTHING,
      portrait: { ...portrait, inFrontOfName: false },
      ...stack(input, { area, name: words.height * 0.27, rest: 0.5, rule: true }),
    };
  },

  behind(input) {
    const { words, height, width, headTop, zones } = input.size;
    // Where most screens show only a strip, there is no room for a face below the name.
    if (zones.some(({ kind }) => kind === 'shown')) return LAYOUTS.dots(input);
    const { subject, measure } = input;
    const texts = given(input.design);
    const others = texts.tagline !== '' || texts.links.length > 0;
    const face = input.design.face;
    const cap = words.height * (others ? 0.6 : 0.72) * moveOf(input.design, 'name').scale;
    const one = Math.min(cap, words.width / Math.max(0.01, measure(texts.name, face)));
    const nameOnly = { ...input, design: { ...input.design, tagline: '', links: [] } };
    const name = stack(nameOnly, {
      area: { ...words, height: one < cap * 0.3 ? words.height * 0.5 : words.height * 0.8 },
      name: cap,
      nameLines: one < cap * 0.3 ? 2 : 1,
      rest: 0,
    });
    const set = name.words[0];
    const last = set ? (set.lines.at(-1)?.baseline ?? 0) : headTop * height;
    // If letters are small, the head hides their lower two fifths, never a whole letter.
    const top = set ? last - set.size * 0.2 : headTop * height;
    // Under the end of the name, whose letters are half hidden there.
    const under = set ? set.box.x + set.box.width * 0.72 : width * 0.64;
    const portrait = placePerson(
      input,
      clamp(under, words.x + words.width * 0.26, words.x + words.width * 0.8),
      Math.min(top, height * 0.62),
      height * 0.6,
    );
    // Hair that the picture's top edge cuts off can't be lowered: it would hide whole letters.
    if (set && portrait.y + subject.top * portrait.size < last - set.size * 0.36)
      return LAYOUTS.dots(input);
    const gap = words.height * 0.06;
    const before = portrait.x + subject.left * portrait.size - gap;
    const behind = portrait.x + subject.right * portrait.size + gap;
    const begin = set ? last + set.size * 0.22 : words.y;
    // Beside the person, on the side with more room.
    const side =
      before - words.x >= right(words) - behind
        ? areaLeftOf(words, Math.max(before, words.x + words.width * 0.34))
        : areaRightOf(words, Math.min(behind, right(words) - words.width * 0.34));
    const area = {
      ...side,
      y: Math.min(begin, bottom(words) - words.height * 0.2),
      height: Math.max(bottom(words) - begin, words.height * 0.2),
    };
    const rest = stack(
      { ...input, design: { ...input.design, name: '' } },
      { area, name: 0, rest: 1 },
    );
    return {
      ...NOTHING,
      portrait: { ...portrait, inFrontOfName: true },
      words: [...name.words, ...rest.words],
    };
  },

  sheet(input) {
    const { words, width } = input.size;
    const { subject } = input;
    // The strip is as high as the part that every screen shows; more rows of film fill the rest.
    const pad = Math.min(words.y, words.height * 0.06);
    const strip = { x: 0, y: words.y - pad, width, height: words.height + 2 * pad };
    const rows = [strip];
    if (strip.y > strip.height * 0.3) {
      const tall = strip.height * 1.9;
      rows.push(
        { ...strip, y: strip.y - tall - pad, height: tall },
        { ...strip, y: bottom(strip) + pad, height: tall },
      );
    }
    const title = areaLeftOf(beside(input), beside(input).x + words.width * 0.37);
    const frames: Frame[] = [];
    const add = (x: number, row: Rect, which: number): void => {
      const edge = row.height * 0.77;
      const window = { x, y: row.y + (row.height - edge) / 2, width: edge, height: edge };
      frames.push({
        ...window,
        which,
        picture: coverWith(window, subject, edge * 0.56, {
          x: x + edge / 2,
          y: window.y + edge * 0.5,
        }),
      });
    };
    const step = strip.height * 0.82;
    const gap = strip.height * 0.06;
    let which = 0;
    for (let x = right(title) + gap; x < width; x += step) add(x, strip, which++);
    // On the other side, unless the site's avatar is there: it must never cover a face.
    if (!input.avatar)
      for (let x = title.x - gap - step; x > -step; x -= step) add(x, strip, ++which);
    for (const [at, row] of rows.slice(1).entries())
      for (let x = -row.height * (at === 0 ? 0.35 : 0.6); x < width; x += row.height * 0.82)
        add(x, row, which++);
    return {
      ...NOTHING,
      frames,
      panels: rows,
      ...stack(input, { area: title, name: words.height * 0.37, rest: 0.5 }),
    };
  },

  slices(input) {
    const { words, width, height } = input.size;
    const { subject } = input;
    const start = beside(input);
    const first = start.x + start.width * 0.4;
    const region = { x: first, y: 0, width: width - first, height };
    const gap = Math.max(2, height / 240);
    const each = (region.width - 5 * gap) / 6;
    const view = { y: words.y, height: words.height };
    const picture = coverWith(region, subject, view.height * 0.86, {
      x: first + region.width / 2,
      y: view.y + view.height * 0.52,
    });
    const move = moveOf(input.design, 'portrait');
    const size = Math.max(Math.max(region.width, height), picture.size * move.scale);
    const moved = {
      size,
      x: clamp(picture.x + move.x * width - (size - picture.size) / 2, right(region) - size, first),
      y: clamp(picture.y + move.y * height - (size - picture.size) / 2, height - size, 0),
    };
    const frames = Array.from({ length: 6 }, (_, at) => ({
      x: first + at * (each + gap),
      y: 0,
      width: each,
      height,
      which: at,
      picture: moved,
    }));
    const area = areaLeftOf(start, first - words.height * 0.07);
    const foot = frames[2];
    return {
      ...NOTHING,
      frames,
      panels: foot
        ? [{ x: foot.x, y: height - height / 80, width: foot.width, height: height / 80 }]
        : [],
      ...stack(input, { area, name: words.height * 0.26, rest: 0.12, rule: true }),
    };
  },

  print(input) {
    const { words } = input.size;
    const { subject } = input;
    const v = words.height;
    const move = moveOf(input.design, 'portrait');
    const wide = Math.min(words.width * 0.32, v) * move.scale;
    const paper = {
      x: clamp(
        right(words) - v * 0.15 - wide + move.x * input.size.width,
        words.x,
        input.size.width - wide * 0.5,
      ),
      y: words.y + v * 0.015 + move.y * input.size.height,
      width: wide,
      height: wide * 1.24,
    };
    const edge = wide * 0.048;
    const window = {
      x: paper.x + edge,
      y: paper.y + edge,
      width: wide - 2 * edge,
      height: paper.height - 2.2 * edge,
    };
    const film = {
      x: paper.x - v * 0.4,
      y: words.y + v * 0.27,
      width: v * 0.56,
      height: v * 0.69,
    };
    const small = {
      x: film.x + v * 0.03,
      y: film.y + v * 0.07,
      width: film.width - v * 0.06,
      height: film.height - v * 0.14,
    };
    const centre = (frame: Rect, share: number): Placed =>
      coverWith(frame, subject, frame.height * share, {
        x: frame.x + frame.width / 2,
        y: frame.y + frame.height * 0.47,
      });
    const area = areaLeftOf(words, Math.max(film.x - v * 0.06, words.x + words.width * 0.4));
    return {
      ...NOTHING,
      panels: [paper, film],
      frames: [
        { ...window, which: 0, picture: centre(window, 0.5) },
        { ...small, which: 1, picture: centre(small, 0.62) },
      ],
      ...stack(input, { area, name: v * 0.28, rest: 0.08 }),
    };
  },

  registration(input) {
    const { words, width, height } = input.size;
    const { subject } = input;
    const texts = given(input.design);
    const v = words.height;
    const start = beside(input);
    const tall = v * (texts.tagline === '' ? 0.3 : 0.4);
    const plate = {
      x: 0,
      y: bottom(words) - tall + v * 0.04,
      width,
      height: 0,
    };
    // Down to the foot, unless only some screens show that much.
    const shownTo = bottom(words) + v * 0.12;
    const panel = { ...plate, height: (shownTo < height * 0.9 ? shownTo : height) - plate.y };
    const top = bottom(panel) < height ? Math.max(0, words.y - v * 0.1) : 0;
    const tallRow = plate.y + 1 - top;
    // If only part of the banner is shown everywhere, that part is one row, and more rows fill the
    // rest.
    const rows = [top];
    for (let y = top - tallRow; y > -tallRow; y -= tallRow) rows.push(y);
    if (bottom(panel) < height) for (let y = bottom(panel); y < height; y += tallRow) rows.push(y);
    const frames = rows.flatMap((y, row) =>
      Array.from({ length: 4 }, (_, at) => {
        const window = { x: (at * width) / 4, y, width: width / 4 + 1, height: tallRow };
        return {
          ...window,
          which: at + row,
          picture: coverWith(window, subject, tallRow * 0.74, {
            x: window.x + window.width / 2,
            y: y + tallRow * 0.55,
          }),
        };
      }),
    );
    const inner = {
      x: start.x,
      y: plate.y + v * 0.035,
      width: start.width,
      height: bottom(words) - plate.y - v * 0.035,
    };
    const links = texts.links.length > 0;
    const title = stack(
      { ...input, avatar: undefined, design: { ...input.design, links: [] } },
      {
        area: { ...inner, width: inner.width * (links ? 0.64 : 1) },
        name: inner.height * 0.62,
        nameLines: 1,
        rest: 0.5,
      },
    );
    // Links go at the end of the plate, on the same foot.
    const side = stack(
      {
        ...input,
        avatar: undefined,
        design: { ...input.design, name: '', tagline: '' },
      },
      {
        area: { ...inner, x: inner.x + inner.width * 0.68, width: inner.width * 0.32 },
        name: 0,
        rest: 0.5,
      },
    );
    return {
      ...NOTHING,
      frames,
      panels: [panel],
      words: [...title.words, ...side.words],
    };
  },
};
