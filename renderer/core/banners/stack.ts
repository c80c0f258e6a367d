import { isRightToLeft, moveOf, type BannerDesign } from './design.ts';
import { fitText, type FaceId, type Measure } from './fit-text.ts';
import { bottom, clamp, overlap, right } from './places.ts';
import type { Draft, LayoutInput, Words } from './plan.ts';
import type { Rect } from './sizes.ts';

/** Ascent of the faces, in units of their size; a box needs to know nothing else about them. */
const ASCENT = 0.78;

interface Stack {
  readonly area: Rect;
  /** The name's size if there is room, in pixels. */
  readonly name: number;
  readonly nameLines?: number;
  /** The maximum width of its lines. */
  readonly nameWidth?: number;
  /** How far the second line of a name is indented, in units of its size. */
  readonly indent?: number;
  /** Vertical position: 0 at the top of the area, 1 at its foot. */
  readonly rest: number;
  /** Draws a line between tagline and links. */
  readonly rule?: boolean;
}

const TAGLINE_LEADING = 1.36;
const LINKS_LEADING = 1.6;

/** Sites show banners at half their size or less, so small text is made as large as it can be. */
const sizesOf = ({ width, height }: Rect): { tagline: number; links: number } => ({
  tagline: Math.max(12 + 0.034 * height, width / 46),
  links: Math.max(10 + 0.018 * height, width / 66),
});

interface Block {
  readonly part: Words['part'];
  readonly face: FaceId;
  readonly text: string;
  readonly size: number;
  readonly mostLines: number;
  readonly leading: number;
  readonly before: number;
  readonly indent: number;
}

/** The lines of links: one if they fit. */
function linkLines(links: readonly string[], measure: Measure, size: number, width: number) {
  const joined = links.join('  ·  ');
  return measure(joined, 'mono') * size <= width ? [joined] : [...links];
}

export const given = (design: BannerDesign) => ({
  name: design.name.trim(),
  tagline: design.tagline.trim(),
  links: design.links.map((link) => link.trim()).filter((link) => link !== ''),
});

/** The parts that have words, in order from top to bottom. */
function blocksOf(
  { design, size }: LayoutInput,
  { area, name, nameLines = 2, indent = 0, rule }: Stack,
) {
  const texts = given(design);
  const usual = sizesOf(size.words);
  const gap = area.height * 0.055;
  const blocks: Block[] = [];
  if (texts.name !== '')
    blocks.push({
      part: 'name',
      face: design.face,
      text: texts.name,
      size: name * moveOf(design, 'name').scale,
      mostLines: nameLines,
      leading: design.face === 'display' ? 0.98 : 1.06,
      before: 0,
      indent,
    });
  if (texts.tagline !== '')
    blocks.push({
      part: 'tagline',
      face: 'text',
      text: texts.tagline,
      size: usual.tagline * moveOf(design, 'tagline').scale,
      mostLines: 3,
      leading: TAGLINE_LEADING,
      before: gap * 0.8,
      indent: 0,
    });
  if (texts.links.length > 0)
    blocks.push({
      part: 'links',
      face: 'mono',
      text: texts.links.join('\n'),
      size: usual.links * moveOf(design, 'links').scale,
      mostLines: 3,
      leading: LINKS_LEADING,
      before: rule ? gap * 1.7 : gap * 0.8,
      indent: 0,
    });
  return blocks;
}

/** A block's lines, starting at x and no wider than the rest of the area. */
interface SetBlock {
  readonly x: number;
  readonly lines: readonly string[];
  readonly size: number;
  /** How far its second line is indented. */
  readonly inset: number;
}

function setBlock(
  block: Block,
  x: number,
  size: number,
  { design, measure }: LayoutInput,
  { area, nameWidth = Infinity }: Stack,
): SetBlock {
  const width = Math.max(1, right(area) - x);
  if (block.part === 'links') {
    const lines = linkLines(given(design).links, measure, size, width);
    const widest = Math.max(...lines.map((line) => measure(line, 'mono')));
    return { x, lines, size: Math.min(size, width / widest), inset: 0 };
  }
  const fitted = fitText(
    {
      text: block.text,
      face: block.face,
      size,
      width: Math.min(width, block.part === 'name' ? nameWidth : size * 24),
      height: area.height,
      mostLines: block.mostLines,
      leading: block.leading,
    },
    measure,
  );
  // The second line is indented only as far as there is room.
  const second = fitted.lines.length === 2 ? (fitted.lines[1] ?? '') : '';
  const room = width - measure(second, block.face) * fitted.size;
  return {
    x,
    ...fitted,
    inset: second === '' ? 0 : Math.min(block.indent * fitted.size, Math.max(0, room)),
  };
}

/** Where a set block goes, after any move by hand. */
function place(
  input: LayoutInput,
  block: Block,
  set: SetBlock,
  top: number,
): { box: Rect; words: Words } {
  const { design, measure } = input;
  const { x, lines, size, inset } = set;
  const widths = lines.map((line) => measure(line, block.face) * size);
  const moved = moveOf(design, block.part);
  const box = {
    x,
    y: top,
    width: Math.max(...widths.map((width, line) => width + (line === 1 ? inset : 0)), 1),
    height: lines.length * size * block.leading,
  };
  const shift = clear(input, box, moved.x * input.size.width, moved.y * input.size.height);
  return {
    box,
    words: {
      part: block.part,
      face: block.face,
      size,
      align: 'left',
      rightToLeft: isRightToLeft(block.text),
      box: { ...box, x: box.x + shift.x, y: box.y + shift.y },
      lines: lines.map((text, line) => ({
        text,
        x: x + shift.x + (line === 1 ? inset : 0),
        baseline:
          top + shift.y + size * ((block.leading - 1) / 2 + ASCENT) + line * size * block.leading,
      })),
    },
  };
}

/**
 * Sets all blocks from `start` down, with their sizes multiplied by `shrink`.
 * @param together whether the tagline starts where the links start, beside the avatar
 */
function flow(
  input: LayoutInput,
  request: Stack,
  blocks: readonly Block[],
  shrink: number,
  start: number,
  together: boolean,
) {
  const { avatar } = input;
  const { area, rule = false } = request;
  let y = start;
  const words: Words[] = [];
  const rules: Rect[] = [];
  /** Where each part starts before it is moved by hand. */
  const starts = new Map<Block['part'], number>();
  for (const [at, block] of blocks.entries()) {
    const above = at === 0 ? 0 : block.before * shrink;
    let set = setBlock(block, area.x, block.size * shrink, input, request);
    const height = set.lines.length * set.size * block.leading;
    const pad = area.height * 0.05;
    const beside =
      avatar && y + above < bottom(avatar) + pad && y + above + height > avatar.y - pad * 0.4;
    if (
      avatar &&
      area.x < right(avatar) + pad &&
      (beside || (together && block.part === 'tagline'))
    )
      set = setBlock(block, right(avatar) + pad, block.size * shrink, input, request);
    starts.set(block.part, set.x);
    const placed = place(input, block, set, y + above);
    const { box } = placed.words;
    if (block.part === 'links' && rule && at > 0)
      rules.push({
        x: box.x,
        y: Math.max(input.size.words.y, box.y - above * 0.5),
        width: Math.min(right(area) - set.x, area.height * 1.6, right(input.size.words) - box.x),
        height: Math.max(1, area.height / 320),
      });
    y = bottom(placed.box);
    words.push(placed.words);
  }
  const [tagline, links] = [starts.get('tagline'), starts.get('links')];
  const stepped = tagline !== undefined && links !== undefined && tagline < links;
  return { words, rules, height: y - start, stepped };
}

/** Stacks name, tagline and links, avoiding what the site lays over them. */
export function stack(input: LayoutInput, request: Stack): Pick<Draft, 'words' | 'rules'> {
  const { area, rest } = request;
  const blocks = blocksOf(input, request);
  // Blocks too high for the area are all shrunk together.
  let shrink = 1;
  let together = false;
  let set = flow(input, request, blocks, shrink, area.y, together);
  for (let round = 0; round < 40; round++) {
    const start = area.y + Math.max(0, area.height - set.height) * rest;
    set = flow(input, request, blocks, shrink, start, together);
    if (set.stepped && !together) {
      together = true;
      set = flow(input, request, blocks, shrink, area.y, together);
      continue;
    }
    if (start + set.height <= bottom(area) + 0.5) break;
    shrink *= 0.95;
    set = flow(input, request, blocks, shrink, area.y, together);
  }
  return { words: set.words, rules: set.rules };
}

/** How far a box can really be moved: it stays where words may go, and clear of the avatar. */
function clear({ size: { words }, avatar }: LayoutInput, box: Rect, dx: number, dy: number) {
  if (dx === 0 && dy === 0) return { x: 0, y: 0 };
  const most = (least: number, room: number): number => Math.max(least, room);
  let x = clamp(box.x + dx, words.x, most(words.x, right(words) - box.width));
  let y = clamp(box.y + dy, words.y, most(words.y, bottom(words) - box.height));
  if (avatar && overlap({ ...box, x, y }, avatar)) {
    const aside = right(avatar) + 4;
    if (aside + box.width <= right(words)) x = aside;
    else y = Math.max(words.y, avatar.y - box.height - 4);
  }
  return { x: x - box.x, y: y - box.y };
}
