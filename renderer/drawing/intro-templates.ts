import { cssOf, luminance, mix, type Rgb255 } from '../core/banners/colour.ts';
import { INTRO, type IntroTemplateId } from '../core/intro/design.ts';
import {
  developing,
  halftone,
  sheet,
  slices,
  span,
  type IntroMoment,
} from '../core/intro/timeline.ts';
import { sheetOf, squareOf, within, type Context } from './canvas.ts';
import { drawEnd, drawGround, drawWords, type Box, type Stage } from './intro-stage.ts';
import { EDGE_PRINT, inksFor, printed } from './pictures.ts';
import { writeLine } from './type-faces.ts';

const { width: W, height: H } = INTRO;

/** Draws one moment over the whole frame. */
export type DrawMoment = (context: Context, now: IntroMoment) => void;

const lerp = (from: number, to: number, amount: number): number => from + (to - from) * amount;
const SQUARE = { width: 720, height: 720 } as const;

/** Ever softer copies of a picture, the sharpest first, with each copy's blur in pixels at 720. */
function softCopies(picture: CanvasImageSource) {
  let { canvas } = squareOf(picture, SQUARE.width);
  const copies = [{ blur: 0, canvas }];
  for (let edge = 360; edge >= 11; edge = Math.round(edge / 2)) {
    ({ canvas } = squareOf(canvas, edge));
    // Enlarged in steps: in one step the cells would show.
    let large = canvas;
    for (let to = edge * 2; to < 360; to *= 2) large = squareOf(large, to).canvas;
    copies.push({ blur: 720 / edge / 1.4, canvas: large });
  }
  return copies;
}

function makeDeveloping(stage: Stage): DrawMoment {
  const { material, mirrored } = stage;
  const [picture = material.person] = material.pictures;
  const copies = softCopies(picture);
  const aside = mirrored ? EDGE_ROOM : W - EDGE_ROOM - SQUARE.width;
  return (context, now) => {
    const { blur, colour, light, percent, aside: moved } = developing(now);
    drawGround(context, stage, now.drift);
    const x = lerp((W - SQUARE.width) / 2, aside, moved);
    const y = (H - SQUARE.height) / 2;
    if (colour < 1) {
      // The light of the darkroom's lamp.
      const lamp = context.createRadialGradient(W / 2, H / 2, 200, W / 2, H / 2, 1100);
      lamp.addColorStop(0, cssOf([150, 38, 16], 0.42 * (1 - colour)));
      lamp.addColorStop(1, cssOf([40, 6, 2], 0.1 * (1 - colour)));
      context.fillStyle = lamp;
      context.fillRect(0, 0, W, H);
    }
    within(context, { x, y, ...SQUARE }, () => {
      const above = copies.findIndex((copy) => copy.blur >= blur);
      const softer = copies[above < 0 ? copies.length - 1 : above];
      const sharper = copies[Math.max(0, (above < 0 ? copies.length : above) - 1)];
      if (sharper && softer) {
        const share = (blur - sharper.blur) / Math.max(0.01, softer.blur - sharper.blur);
        context.drawImage(sharper.canvas, x, y, SQUARE.width, SQUARE.height);
        context.globalAlpha = Math.max(0, Math.min(1, share));
        context.drawImage(softer.canvas, x, y, SQUARE.width, SQUARE.height);
        context.globalAlpha = 1;
      }
      if (colour >= 1) return;
      context.globalCompositeOperation = 'color';
      context.fillStyle = cssOf([122, 104, 84], 1 - colour);
      context.fillRect(x, y, SQUARE.width, SQUARE.height);
      context.globalCompositeOperation = 'source-over';
      context.fillStyle = cssOf([46, 43, 40], 0.86 * (1 - light));
      context.fillRect(x, y, SQUARE.width, SQUARE.height);
    });
    if (moved < 1) {
      context.fillStyle = cssOf(EDGE_PRINT, 1 - moved);
      const at = { x: mirrored ? x + SQUARE.width : x, baseline: y + SQUARE.height + 62, size: 36 };
      writeLine(context, `${String(percent)} %`, 'mono', at, mirrored ? 'right' : 'left');
    }
    drawWords(context, stage, now);
  };
}
const EDGE_ROOM = 120;

const FILM: Rgb255 = [6, 5, 5];
/** Number of frames on the film, the one in the middle at first, and the chosen one. */
const FRAMES = 13;
const FIRST = 2;
const CHOSEN = 10;
const PITCH = 384;
const FRAME: Box = { x: (W - 344) / 2, y: (H - 344) / 2, size: 344 };
const FILM_HEIGHT = 460;
/** How far fast film is blurred, in pixels of a film a quarter as wide; and of how many copies. */
const SMEAR = 44;
const COPIES = 23;

function makeSheet(stage: Stage): DrawMoment {
  const { material, palette, mirrored, portrait } = stage;
  const own = material.pictures.length;
  const film = sheetOf(FRAMES * PITCH, FILM_HEIGHT);
  film.context.fillStyle = cssOf(FILM);
  film.context.fillRect(0, 0, film.canvas.width, FILM_HEIGHT);
  film.context.imageSmoothingQuality = 'high';
  const inset = (PITCH - FRAME.size) / 2;
  for (let k = 0; k < FRAMES; k += 1) {
    // The first and the chosen frame are the avatar itself.
    const itself = k === FIRST || k === CHOSEN;
    const which = itself ? 0 : own > 1 ? 1 + (k % (own - 1)) : k % 2 === 1 ? k % 6 : 0;
    // Where words run from right to left, so does the film.
    const x = (mirrored ? FRAMES - 1 - k : k) * PITCH + inset;
    const picture = printed(material, which, itself ? undefined : inksFor(stage, which));
    film.context.drawImage(picture, x, (FILM_HEIGHT - FRAME.size) / 2, FRAME.size, FRAME.size);
    film.context.fillStyle = cssOf(EDGE_PRINT);
    const number = { x, baseline: FILM_HEIGHT - 18, size: 22 };
    writeLine(film.context, `▸ ${String(k + 7)}`, 'mono', number, 'left');
    writeLine(film.context, `${String(k + 7)}A`, 'mono', { ...number, baseline: 36 }, 'left');
  }
  // Fast film is blurred along its direction of motion: the mean of copies side by side.
  const smeared = sheetOf(film.canvas.width / 4, FILM_HEIGHT);
  smeared.context.imageSmoothingQuality = 'high';
  for (let k = 0; k < COPIES; k += 1) {
    smeared.context.globalAlpha = 1 / (k + 1);
    const by = SMEAR * (k / (COPIES - 1) - 0.5);
    smeared.context.drawImage(film.canvas, by, 0, smeared.canvas.width, FILM_HEIGHT);
  }
  const paper = mix(palette.paper, palette.ground, 0.08);
  return (context, now) => {
    const { run, speed, chosen, grown } = sheet(now);
    if (grown >= 1) {
      drawEnd(context, stage, now.drift);
      drawWords(context, stage, now);
      return;
    }
    context.fillStyle = cssOf(paper);
    context.fillRect(0, 0, W, H);
    const middle = lerp(FIRST, CHOSEN, run);
    const x = FRAME.x - inset - (mirrored ? FRAMES - 1 - middle : middle) * PITCH;
    const top = (H - FILM_HEIGHT) / 2;
    context.drawImage(film.canvas, x, top);
    const blur = span(speed, 0.1, 0.7);
    if (blur > 0) {
      context.globalAlpha = blur;
      context.drawImage(smeared.canvas, x, top, film.canvas.width, FILM_HEIGHT);
      context.globalAlpha = 1;
    }
    if (chosen > 0) {
      context.fillStyle = cssOf(FILM, 0.62 * chosen);
      context.fillRect(0, top, FRAME.x - 6, FILM_HEIGHT);
      context.fillRect(FRAME.x + FRAME.size + 6, top, W, FILM_HEIGHT);
      const ring = lerp(26, 7, chosen);
      context.strokeStyle = cssOf(palette.accent, chosen);
      context.lineWidth = 8;
      context.strokeRect(
        FRAME.x - ring,
        FRAME.y - ring,
        FRAME.size + 2 * ring,
        FRAME.size + 2 * ring,
      );
    }
    if (grown <= 0) return;
    // The frame opens to the whole picture while the person moves to their final place.
    const window = {
      x: lerp(FRAME.x, 0, grown),
      y: lerp(FRAME.y, 0, grown),
      width: lerp(FRAME.size, W, grown),
      height: lerp(FRAME.size, H, grown),
    };
    const person: Box = {
      x: lerp(FRAME.x, portrait.x, grown),
      y: lerp(FRAME.y, portrait.y, grown),
      size: lerp(FRAME.size, portrait.size, grown),
    };
    within(context, window, () => {
      drawGround(context, stage, now.drift);
      context.drawImage(material.person, person.x, person.y, person.size, person.size);
      const rest = 1 - span(grown, 0, 0.3);
      if (rest <= 0) return;
      const [picture = material.person] = material.pictures;
      context.globalAlpha = rest;
      context.drawImage(picture, person.x, person.y, person.size, person.size);
    });
  };
}

const SLICES = 6;
const SLICE = 165;
const WIDEST = 630;
/** How far a new slice comes from: the frame's height and a gap. */
const STEP = H * 1.05;

function makeSlices(stage: Stage): DrawMoment {
  const { material, palette, mirrored } = stage;
  const all = SLICES * SLICE;
  const [first = material.person] = material.pictures;
  const pictures = Array.from({ length: SLICES }, (_, k) =>
    printed(material, k, inksFor(stage, k)),
  );
  const { face } = material.subject;
  // As high as the frame, with the face in the middle of the six slices.
  const size = H * 1.02;
  const faceX = (face.x + face.width / 2) * size;
  const aside = mirrored ? EDGE_ROOM : W - EDGE_ROOM - all;
  return (context, now) => {
    const { fallen, wide, aside: moved } = slices(now, SLICES);
    drawGround(context, stage, now.drift);
    const box = lerp((W - all) / 2, aside, moved);
    const active = wide.findIndex((one) => one > 0);
    const most = active < 0 ? 0 : (wide[active] ?? 0);
    const widths = pictures.map((_, k) =>
      k === active ? lerp(SLICE, WIDEST, most) : lerp(SLICE, (all - WIDEST) / (SLICES - 1), most),
    );
    let x = box;
    for (const [k, picture] of pictures.entries()) {
      const width = widths[k] ?? SLICE;
      const from = k % 2 === 0 ? -STEP : STEP;
      const y = (1 - (fallen[k] ?? 1)) * from;
      // The slice that widens moves to show its own face.
      const middle = lerp(box + all / 2, x + width / 2, k === active ? most : 0);
      const slice = (shown: CanvasImageSource, top: number): void =>
        within(context, { x, y: top, width: width - 2, height: H }, () =>
          context.drawImage(shown, middle - faceX, top - size + H, size, size),
        );
      slice(picture, y);
      if (y !== 0) slice(first, y - from);
      if (k === active && most > 0) {
        context.fillStyle = cssOf(palette.accent, most);
        context.fillRect(x, H - 16, width - 2, 16);
      }
      x += width;
    }
    drawWords(context, stage, now);
  };
}

const SMALL = { width: 480, height: 270 } as const;

function makeHalftone(stage: Stage): DrawMoment {
  const { palette, portrait } = stage;
  const end = sheetOf(W, H);
  drawEnd(end.context, stage, 1);
  const small = sheetOf(SMALL.width, SMALL.height);
  small.context.imageSmoothingQuality = 'high';
  small.context.drawImage(end.canvas, 0, 0, SMALL.width, SMALL.height);
  const { data } = small.context.getImageData(0, 0, SMALL.width, SMALL.height);
  const lights = Float32Array.from(
    { length: SMALL.width * SMALL.height },
    (_, i) =>
      (0.3 * (data[4 * i] ?? 0) + 0.59 * (data[4 * i + 1] ?? 0) + 0.11 * (data[4 * i + 2] ?? 0)) /
      255,
  );
  // Of the whole range: a raster of a pale picture would show nothing.
  const sorted = Float32Array.from(lights).sort();
  const low = sorted[Math.floor(sorted.length * 0.03)] ?? 0;
  const high = sorted[Math.floor(sorted.length * 0.97)] ?? 1;
  const range = Math.max(high - low, 0.1);
  // Lightened until half of the picture and of the face is free: dots that all touch would hide
  // the person.
  const { face } = stage.material.subject;
  const faces = lights
    .filter((_, i) => {
      const x = ((i % SMALL.width) / SMALL.width) * W - portrait.x;
      const y = (Math.floor(i / SMALL.width) / SMALL.height) * H - portrait.y;
      const [across, down] = [x / portrait.size - face.x, y / portrait.size - face.y];
      return across > 0 && across < face.width && down > 0 && down < face.height;
    })
    .sort();
  const gamma = Math.min(
    ...[sorted, faces].map((part) => {
      const middle = span(part[part.length >> 1] ?? 0.5, low, low + range);
      return Math.log(0.6) / Math.log(Math.max(0.05, Math.min(0.65, middle)));
    }),
  );
  const lightAt = (x: number, y: number): number => {
    const px = Math.max(0, Math.min(SMALL.width - 1, Math.floor((x / W) * SMALL.width)));
    const py = Math.max(0, Math.min(SMALL.height - 1, Math.floor((y / H) * SMALL.height)));
    return span(lights[py * SMALL.width + px] ?? 0, low, low + range) ** gamma;
  };
  const raster = (
    pitch: number,
    angle: number,
    colour: Rgb255,
    strength: number,
  ): HTMLCanvasElement => {
    const { canvas, context } = sheetOf(W, H);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const most = Math.ceil(Math.hypot(W, H) / pitch);
    context.fillStyle = cssOf(colour);
    context.beginPath();
    for (let i = -most; i <= most; i += 1)
      for (let j = -most; j <= most; j += 1) {
        const [x, y] = [W / 2 + (i * cos - j * sin) * pitch, H / 2 + (i * sin + j * cos) * pitch];
        if (x < -pitch || y < -pitch || x > W + pitch || y > H + pitch) continue;
        const radius = pitch * 0.74 * Math.sqrt(Math.max(0, 1 - lightAt(x, y))) * strength;
        if (radius < pitch * 0.06) continue;
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
    context.fill();
    return canvas;
  };
  const dark = luminance(palette.dark) < 0.2 ? palette.dark : ([20, 24, 34] as const);
  let layers:
    | {
        readonly pitch: number;
        readonly ink: HTMLCanvasElement;
        readonly second: HTMLCanvasElement;
      }
    | undefined;
  return (context, now) => {
    const { pitch, whole, off } = halftone(now);
    if (whole < 1) {
      // Keeps the layers of one pitch only.
      if (layers?.pitch !== pitch)
        layers = {
          pitch,
          ink: raster(pitch, 0.26, dark, 1),
          second: raster(pitch, 0.78, palette.accent, 0.8),
        };
      context.fillStyle = cssOf(palette.paper);
      context.fillRect(0, 0, W, H);
      context.save();
      context.globalCompositeOperation = 'multiply';
      context.drawImage(layers.second, off, off * 0.6);
      context.restore();
      context.drawImage(layers.ink, 0, 0);
    }
    if (whole > 0) {
      context.save();
      context.globalAlpha = whole;
      drawEnd(context, stage, now.drift);
      context.restore();
    }
    drawWords(context, stage, now, { colour: palette.accent, off: off * 0.5 });
  };
}

export const TEMPLATES: Readonly<Record<IntroTemplateId, (stage: Stage) => DrawMoment>> = {
  developing: makeDeveloping,
  sheet: makeSheet,
  slices: makeSlices,
  halftone: makeHalftone,
};
