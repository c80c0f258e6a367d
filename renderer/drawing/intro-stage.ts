import { cssOf, legible, mix, type Legible, type Rgb255 } from '../core/banners/colour.ts';
import { isRightToLeft } from '../core/banners/design.ts';
import { fitText } from '../core/banners/fit-text.ts';
import { tonedGround, type Palette } from '../core/banners/subject.ts';
import { INTRO, type IntroDesign } from '../core/intro/design.ts';
import { sheetOf, within, type Context } from './canvas.ts';
import { fillGround, grain, meanOf, toned } from './grounds.ts';
import { LEAST_CONTRAST } from './lettering.ts';
import type { Material } from './material.ts';
import { measureOn, writeLine } from './type-faces.ts';

const { width: W, height: H } = INTRO;

/** How far the ground reaches beyond the frame, to move behind it. */
const MARGIN = 64;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** What an intro's frames are drawn with: made once per design and avatar. */
export interface Stage {
  readonly design: IntroDesign;
  readonly material: Material;
  readonly palette: Palette;
  /** The ground with its margin. */
  readonly ground: HTMLCanvasElement;
  readonly middle: Rgb255;
  /** Everything but the pictures is mirrored: words are on the right. */
  readonly mirrored: boolean;
  /** Where the person ends up, beside the words. */
  readonly portrait: Box;
  readonly words: WordsBlock;
}

interface Line {
  readonly text: string;
  readonly baseline: number;
}
interface WordsBlock {
  /** The edge that lines are aligned to. */
  readonly x: number;
  readonly align: 'left' | 'right';
  /** The width that their lines have. */
  readonly room: number;
  readonly name: { readonly size: number; readonly lines: readonly Line[] };
  readonly handle: Line & { readonly size: number };
  readonly ink: Legible;
}

/** The handle's type size: a video's small words are read from afar. */
const HANDLE = 44;
const EDGE = 150;

/** Places the person: cut off by the frame's lower edge, with the face in the outer half. */
function placePerson({ subject }: Material, mirrored: boolean): Box {
  const { face, top, end } = subject;
  const cutAbove = top < 0.02;
  const headTop = cutAbove ? 0 : 0.07 * H;
  const size = Math.min(1.5 * H, (H - headTop) / (end - top));
  const faceX = (mirrored ? 0.29 : 0.71) * W;
  return { size, x: faceX - (face.x + face.width / 2) * size, y: H - end * size };
}

/** Sets name and handle as a block in the middle of the frame's height. */
function setWords(
  { name, handle, face }: IntroDesign,
  mirrored: boolean,
  room: number,
): Omit<WordsBlock, 'ink'> {
  const { context } = sheetOf(1, 1);
  const measure = measureOn(context);
  const leading = face === 'display' ? 1.02 : 1.1;
  const set = fitText(
    {
      text: name.trim(),
      face,
      size: 168,
      width: room,
      height: 0.6 * H,
      mostLines: 2,
      leading,
    },
    measure,
  );
  const text = handle.trim();
  const size = Math.min(HANDLE, room / Math.max(0.01, measure(text, 'mono')));
  const lines = name.trim() === '' ? [] : set.lines;
  const tall = lines.length * set.size * leading;
  const gap = 64;
  const start = (H - tall - (text === '' ? 0 : gap + size)) / 2;
  return {
    x: mirrored ? W - EDGE : EDGE,
    align: mirrored ? 'right' : 'left',
    room,
    name: {
      size: set.size,
      lines: lines.map((line, k) => ({
        text: line,
        baseline: start + set.size * (0.8 + k * leading),
      })),
    },
    handle: { text, size, baseline: start + tall + gap + size * 0.8 },
  };
}

/**
 * The ground's colours in this design. Unless the user chose otherwise, the darkroom is dark and
 * the slices are on paper.
 */
function colours(design: IntroDesign, material: Material) {
  const own = toned(design, material);
  const { paper, dark, ground } = own.palette;
  if (design.tone !== 'picture') return own;
  if (design.template === 'developing')
    return { ...own, ground: tonedGround(own.ground, mix(dark, [0, 0, 0], 0.5), 0.94) };
  if (design.template === 'slices')
    return { ...own, ground: tonedGround(own.ground, mix(paper, ground, 0.06), 0.97) };
  return own;
}

/** The width for the words beside what the end shows. */
const roomOf = (
  { template }: IntroDesign,
  portrait: Box,
  material: Material,
  mirrored: boolean,
) => {
  if (template === 'developing') return 800;
  if (template === 'slices') return 580;
  const { left, right } = material.subject;
  const edge = mirrored
    ? W - (portrait.x + right * portrait.size)
    : portrait.x + left * portrait.size;
  return Math.max(560, Math.min(900, edge - EDGE - 30));
};

/** Prepares an intro. Its typefaces must be loaded. */
export function prepareStage(design: IntroDesign, material: Material): Stage {
  const { ground: cells, palette } = colours(design, material);
  const mirrored = isRightToLeft(`${design.name} ${design.handle}`);
  const plan = { width: W + 2 * MARGIN, height: H + 2 * MARGIN };
  const { canvas: ground, context } = sheetOf(plan.width, plan.height);
  fillGround({ context, plan, ground: cells });
  grain({ context, plan }, 0.025);
  const portrait = placePerson(material, mirrored);
  const words = setWords(design, mirrored, roomOf(design, portrait, material, mirrored));
  const middle = meanOf(cells);
  // A small copy of what is behind the words, enough to choose their ink by.
  const under = sheetOf(96, 54);
  under.context.drawImage(ground, MARGIN, MARGIN, W, H, 0, 0, 96, 54);
  const { data } = under.context.getImageData(mirrored ? 48 : 0, 12, 48, 30);
  const ink = legible(
    data,
    [
      { ink: palette.dark, shade: mix(middle, palette.paper, 0.9) },
      { ink: palette.paper, shade: mix(middle, palette.dark, 0.92) },
    ],
    LEAST_CONTRAST,
  );
  return {
    design,
    material,
    palette,
    ground,
    middle,
    mirrored,
    portrait,
    words: { ...words, ink },
  };
}

/** Draws the ground. @param drift how far it has moved, 0..1 */
export function drawGround(context: Context, { ground, mirrored }: Stage, drift: number): void {
  const by = (mirrored ? 1 : -1) * MARGIN * 0.9 * (2 * drift - 1);
  context.drawImage(ground, by - MARGIN, -MARGIN - by * 0.35);
}

/** Draws the ground with the person on it, as at the end. */
export function drawEnd(context: Context, stage: Stage, drift: number): void {
  drawGround(context, stage, drift);
  const { x, y, size } = stage.portrait;
  context.drawImage(stage.material.person, x, y, size, size);
}

/** Veils the words' side where their ink would be hard to read, and no more of the person. */
function veil(context: Context, { words: { ink, room }, mirrored }: Stage, amount: number): void {
  if (ink.alpha <= 0 || amount <= 0) return;
  const far = EDGE + room + 60;
  const gradient = context.createLinearGradient(mirrored ? W : 0, 0, mirrored ? W - far : far, 0);
  gradient.addColorStop(0, cssOf(ink.shade, ink.alpha));
  gradient.addColorStop(0.7, cssOf(ink.shade, ink.alpha));
  gradient.addColorStop(1, cssOf(ink.shade, 0));
  context.save();
  context.globalAlpha = amount;
  context.fillStyle = gradient;
  context.fillRect(0, 0, W, H);
  context.restore();
}

/**
 * Draws name and handle as far as they have come in: lines rise from behind an edge, the handle is
 * wiped in.
 * @param second another ink at an offset, multiplied
 */
export function drawWords(
  context: Context,
  stage: Stage,
  { name, handle }: { readonly name: number; readonly handle: number },
  second?: { readonly colour: Rgb255; readonly off: number },
): void {
  const { words, design } = stage;
  veil(context, stage, name);
  const write = (colour: Rgb255, dx: number): void => {
    context.fillStyle = cssOf(colour);
    for (const [k, { text, baseline }] of words.name.lines.entries()) {
      const come = Math.max(0, Math.min(1, name * 1.25 - 0.25 * k));
      if (come <= 0) continue;
      const { size } = words.name;
      const at = { x: words.x + dx, baseline: baseline + (1 - come) * size * 1.2 + dx * 0.4, size };
      within(context, { x: 0, y: baseline - size * 0.95, width: W, height: size * 1.3 }, () =>
        writeLine(context, text, design.face, at, words.align),
      );
    }
  };
  if (second && Math.abs(second.off) > 0.4) {
    context.save();
    context.globalAlpha = 0.85;
    write(second.colour, second.off);
    context.restore();
  }
  write(words.ink.ink, 0);
  if (words.handle.text === '' || handle <= 0) return;
  const { text, baseline, size } = words.handle;
  const width = handle * (W / 2);
  const x = words.align === 'left' ? words.x - 4 : words.x + 4 - width;
  within(context, { x, y: baseline - size, width, height: size * 1.5 }, () =>
    writeLine(context, text, 'mono', { x: words.x, baseline, size }, words.align),
  );
}
