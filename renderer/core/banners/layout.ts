import { isRightToLeft, type BannerDesign } from './design.ts';
import type { Measure } from './fit-text.ts';
import { LAYOUTS } from './layouts.ts';
import { areaLeftOf } from './places.ts';
import type { BannerPlan, Placed } from './plan.ts';
import { bannerSize, type BannerSize, type Rect } from './sizes.ts';
import type { BannerSubject } from './subject.ts';

const mirrorRect = <R extends Rect>(rect: R, width: number): R => ({
  ...rect,
  x: width - rect.x - rect.width,
});

/** Computes where everything in a banner goes. */
export function layOut(design: BannerDesign, subject: BannerSubject, measure: Measure): BannerPlan {
  const size = bannerSize(design.size, design.own);
  const { width, height, words: area, zones } = size;
  const mirrored = isRightToLeft(design.name.trim() || design.tagline);
  // Right-to-left banners are laid out mirrored, then flipped at the end, except the pictures.
  const seen: BannerSize = mirrored
    ? {
        ...size,
        words: mirrorRect(area, width),
        zones: zones.map((zone) => ({ ...zone, box: mirrorRect(zone.box, width) })),
      }
    : size;
  const flipped: BannerDesign = mirrored
    ? {
        ...design,
        moves: Object.fromEntries(
          Object.entries(design.moves).map(([part, move]) => [part, { ...move, x: -move.x }]),
        ),
      }
    : design;
  const turned: BannerSubject = mirrored
    ? {
        ...subject,
        face: { ...subject.face, x: 1 - subject.face.x - subject.face.width },
        left: 1 - subject.right,
        right: 1 - subject.left,
      }
    : subject;
  const avatar = seen.zones.find(({ kind }) => kind === 'avatar')?.box;
  // If the site's avatar is where the lines end, neither they nor the person may reach below it.
  const end = avatar && avatar.x >= width / 2 ? avatar.x - area.height * 0.05 : Infinity;
  const draft = LAYOUTS[design.layout]({
    design: flipped,
    size: { ...seen, words: areaLeftOf(seen.words, end) },
    subject: turned,
    measure,
    avatar: avatar && avatar.x < width / 2 ? avatar : undefined,
  });
  const plan = { layout: design.layout, width, height, area, zones };
  if (!mirrored) return { ...plan, ...draft, mirrored };
  const placed = <P extends Placed>(picture: P): P => ({
    ...picture,
    x: width - picture.x - picture.size,
  });
  return {
    ...plan,
    ...draft,
    mirrored,
    words: draft.words.map((words) => ({
      ...words,
      align: 'right',
      box: mirrorRect(words.box, width),
      lines: words.lines.map((line) => ({ ...line, x: width - line.x })),
    })),
    ...(draft.portrait && { portrait: placed(draft.portrait) }),
    rules: draft.rules.map((rule) => mirrorRect(rule, width)),
    panels: draft.panels.map((panel) => mirrorRect(panel, width)),
    frames: draft.frames.map((frame) => ({
      ...mirrorRect(frame, width),
      picture: placed(frame.picture),
    })),
  };
}
