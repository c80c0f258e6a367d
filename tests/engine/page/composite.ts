import { rngOf, type Rng } from '../../../renderer/engine/styles/shared/random.ts';

/**
 * Pictures to measure cut-outs on: people in front of busy backgrounds, whose alpha is known
 * exactly because they are drawn separately. Only used here, so that figures stay comparable if the
 * app's own people are redrawn.
 */
const WIDTH = 720;
const HEIGHT = 900;
/** Width of every face in pixels. */
export const FACE_WIDTH = 190;
/** Middle of every face. */
const MIDDLE = { x: 352, y: 380 } as const;
/** Blur of the lens in pixels, which makes outlines as soft as in a photo. */
const LENS = 0.8;

interface Person {
  readonly skin: string;
  readonly shade: string;
  readonly lips: string;
  readonly iris: string;
  readonly brows: string;
  readonly clothes: string;
  readonly hair: 'long' | 'curls' | 'cropped' | 'bun' | 'none';
  readonly dark: string;
  readonly light: string;
}

const PEOPLE: Readonly<Record<string, Person>> = {
  long: {
    skin: '#e8b796',
    shade: '#a86a4b',
    lips: '#b35a55',
    iris: '#5b7a6a',
    brows: '#5a3a24',
    clothes: '#7c2f3a',
    hair: 'long',
    dark: '#3c2415',
    light: '#9a6a3f',
  },
  curls: {
    skin: '#8d5a3c',
    shade: '#4c2a19',
    lips: '#7d3b38',
    iris: '#2a1a10',
    brows: '#160e0a',
    clothes: '#d8d2c4',
    hair: 'curls',
    dark: '#120c0a',
    light: '#4a3428',
  },
  cropped: {
    skin: '#d9a57f',
    shade: '#8f5a3c',
    lips: '#a8625a',
    iris: '#4a3524',
    brows: '#2a1d14',
    clothes: '#22262e',
    hair: 'cropped',
    dark: '#1b1512',
    light: '#54463c',
  },
  bun: {
    skin: '#f0cdb4',
    shade: '#bb8568',
    lips: '#c46a68',
    iris: '#51708c',
    brows: '#9a7546',
    clothes: '#3f6f73',
    hair: 'bun',
    dark: '#a57c3e',
    light: '#ecd194',
  },
  bald: {
    skin: '#b98461',
    shade: '#6b432b',
    lips: '#92504a',
    iris: '#36261a',
    brows: '#33241a',
    clothes: '#39456b',
    hair: 'none',
    dark: '#000',
    light: '#000',
  },
};
export const COMPOSITE_PEOPLE: readonly string[] = Object.keys(PEOPLE);
export const COMPOSITE_GROUNDS = ['flag', 'bricks', 'leaves', 'window'] as const;
export type CompositeGround = (typeof COMPOSITE_GROUNDS)[number];

type Context = OffscreenCanvasRenderingContext2D;

function canvas(): Context {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas');
  return context;
}

/** Traces a smooth closed outline along points; lengths are in faces from the face's middle. */
function shape(context: Context, points: readonly (readonly [number, number])[]): void {
  const at = (k: number): readonly [number, number] =>
    points[(k + points.length) % points.length] ?? [0, 0];
  const between = (k: number): [number, number] => [
    (at(k)[0] + at(k + 1)[0]) / 2,
    (at(k)[1] + at(k + 1)[1]) / 2,
  ];
  context.beginPath();
  context.moveTo(...between(-1));
  for (let k = 0; k < points.length; k += 1) context.quadraticCurveTo(...at(k), ...between(k));
  context.closePath();
}

/** Adds the mirror image of one half. */
const mirrored = (half: readonly (readonly [number, number])[]): (readonly [number, number])[] => [
  ...half,
  ...half.map(([x, y]) => [-x, y] as const).reverse(),
];

function ellipse(context: Context, x: number, y: number, across: number, down: number): void {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
}

/** Draws a patch of light or shadow with a soft edge, only on what is already drawn. */
function soften(
  context: Context,
  colour: string,
  alpha: number,
  [x, y, across, down]: readonly [number, number, number, number],
): void {
  context.save();
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = alpha;
  context.translate(x, y);
  context.scale(across, down);
  const fade = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  fade.addColorStop(0, colour);
  fade.addColorStop(1, `${colour}00`);
  context.fillStyle = fade;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

const HEAD = mirrored([
  [0.02, -0.74],
  [0.36, -0.68],
  [0.51, -0.36],
  [0.51, 0.1],
  [0.45, 0.44],
  [0.26, 0.72],
  [0.03, 0.76],
]);
const NECK = mirrored([
  [0.2, 0.3],
  [0.27, 0.55],
  [0.28, 0.85],
  [0.42, 1.15],
  [0.2, 1.3],
]);
const BODY = mirrored([
  [0.22, 0.98],
  [0.42, 1.0],
  [0.95, 1.16],
  [1.3, 1.5],
  [1.45, 2.2],
  [1.45, 3.4],
  [0.5, 3.4],
]);

function drawFace(context: Context, person: Person): void {
  const { skin, shade, lips, iris, brows } = person;
  context.fillStyle = skin;
  for (const side of [-1, 1]) {
    ellipse(context, side * 0.52, 0.03, 0.075, 0.16);
    context.fill();
    soften(context, shade, 0.8, [side * 0.52, 0.03, 0.04, 0.1]);
  }
  shape(context, NECK);
  context.fill();
  soften(context, shade, 0.95, [0, 0.62, 0.5, 0.4]);
  shape(context, HEAD);
  const across = context.createLinearGradient(-0.55, 0, 0.55, 0);
  across.addColorStop(0, shade);
  across.addColorStop(0.2, skin);
  across.addColorStop(0.7, skin);
  across.addColorStop(1, shade);
  context.fillStyle = across;
  context.fill();
  soften(context, '#ffffff', 0.22, [-0.08, -0.46, 0.34, 0.2]);
  for (const side of [-1, 1]) {
    soften(context, '#ffffff', 0.16, [side * 0.27, 0.16, 0.16, 0.14]);
    soften(context, shade, 0.6, [side * 0.2, -0.07, 0.2, 0.13]);
    soften(context, shade, 0.4, [side * 0.36, 0.42, 0.16, 0.24]);
    soften(context, shade, 0.55, [side * 0.085, 0.1, 0.05, 0.2]);
  }
  soften(context, '#ffffff', 0.3, [-0.01, 0.1, 0.045, 0.2]);
  soften(context, shade, 0.7, [0, 0.25, 0.14, 0.05]);
  soften(context, shade, 0.45, [0, 0.53, 0.16, 0.05]);
  for (const side of [-1, 1]) {
    context.fillStyle = shade;
    ellipse(context, side * 0.048, 0.225, 0.028, 0.014);
    context.fill();
    context.save();
    context.translate(side * 0.2, -0.06);
    context.beginPath();
    context.moveTo(-0.1, 0.008);
    context.quadraticCurveTo(0, -0.075, 0.1, 0);
    context.quadraticCurveTo(0, 0.06, -0.1, 0.008);
    context.fillStyle = '#efe9e4';
    context.fill();
    context.save();
    context.clip();
    context.fillStyle = iris;
    ellipse(context, 0, -0.008, 0.044, 0.044);
    context.fill();
    context.fillStyle = '#0b0807';
    ellipse(context, 0, -0.008, 0.02, 0.02);
    context.fill();
    context.fillStyle = '#ffffff';
    ellipse(context, -0.014, -0.022, 0.008, 0.008);
    context.fill();
    context.restore();
    context.lineWidth = 0.018;
    context.strokeStyle = '#1d120d';
    context.beginPath();
    context.moveTo(-0.105, 0.012);
    context.quadraticCurveTo(0, -0.08, 0.105, 0.002);
    context.stroke();
    context.lineWidth = 0.008;
    context.strokeStyle = shade;
    context.beginPath();
    context.moveTo(-0.1, -0.04);
    context.quadraticCurveTo(0, -0.115, 0.1, -0.045);
    context.stroke();
    context.restore();
    context.lineWidth = 0.045;
    context.lineCap = 'round';
    context.strokeStyle = brows;
    context.beginPath();
    context.moveTo(side * 0.085, -0.2);
    context.quadraticCurveTo(side * 0.2, -0.265, side * 0.325, -0.2);
    context.stroke();
  }
  context.fillStyle = lips;
  context.beginPath();
  context.moveTo(-0.18, 0.41);
  context.quadraticCurveTo(-0.06, 0.35, 0, 0.375);
  context.quadraticCurveTo(0.06, 0.35, 0.18, 0.41);
  context.quadraticCurveTo(0, 0.535, -0.18, 0.41);
  context.fill();
  soften(context, '#ffffff', 0.25, [-0.01, 0.455, 0.09, 0.03]);
  context.lineWidth = 0.014;
  context.strokeStyle = '#3c1715';
  context.beginPath();
  context.moveTo(-0.185, 0.408);
  context.quadraticCurveTo(0, 0.435, 0.185, 0.408);
  context.stroke();
}

/** Draws a bent strand from a point in a direction. */
function strand(
  context: Context,
  [x, y]: readonly [number, number],
  angle: number,
  length: number,
  bend: number,
): void {
  const [dx, dy] = [Math.cos(angle) * length, Math.sin(angle) * length];
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x + dx / 2 - dy * bend, y + dy / 2 + dx * bend, x + dx, y + dy);
  context.stroke();
}

const LONG = mirrored([
  [0.02, -0.98],
  [0.44, -0.9],
  [0.68, -0.5],
  [0.7, 0.1],
  [0.78, 0.8],
  [0.72, 1.35],
  [0.4, 1.3],
  [0.25, 0.6],
]);
const CAP = mirrored([
  [0.02, -0.93],
  [0.42, -0.86],
  [0.6, -0.5],
  [0.56, -0.12],
  [0.49, -0.02],
  [0.46, -0.4],
  [0.3, -0.56],
  [0.02, -0.6],
]);

/** Fills a volume of hair with strands in both tones. */
function hairVolume(
  context: Context,
  person: Person,
  outline: readonly (readonly [number, number])[],
  rng: Rng,
  down: boolean,
): void {
  shape(context, outline);
  context.fillStyle = person.dark;
  context.fill();
  context.save();
  context.clip();
  context.lineWidth = 0.012;
  for (let k = 0; k < 420; k += 1) {
    const x = (rng() * 2 - 1) * 0.8;
    const y = -1 + rng() * (down ? 2.2 : 0.9);
    context.strokeStyle = k % 3 === 0 ? person.light : person.dark;
    context.globalAlpha = 0.25 + 0.5 * rng();
    strand(context, [x, y], Math.PI / 2 + x * (down ? -0.25 : 0.9), 0.5, (rng() - 0.5) * 0.4);
  }
  context.restore();
}

/** Draws loose strands outside an ellipse, from `from` to `to` radians. */
function looseStrands(
  context: Context,
  person: Person,
  [x, y, across, down]: readonly [number, number, number, number],
  [from, to]: readonly [number, number],
  count: number,
  length: number,
  rng: Rng,
): void {
  context.save();
  for (let k = 0; k < count; k += 1) {
    const angle = from + (to - from) * rng();
    context.lineWidth = 0.005 + 0.007 * rng();
    context.strokeStyle = rng() < 0.5 ? person.dark : person.light;
    strand(
      context,
      [x + Math.cos(angle) * across * 0.94, y + Math.sin(angle) * down * 0.94],
      angle + (rng() - 0.5) * 1.6,
      length * (0.5 + rng()),
      (rng() - 0.5) * 1.2,
    );
  }
  context.restore();
}

function curls(context: Context, person: Person, rng: Rng, front: boolean): void {
  context.save();
  for (let k = 0; k < (front ? 240 : 900); k += 1) {
    const angle = Math.PI + Math.PI * (front ? 0.08 + 0.84 * rng() : 1.3 * rng() - 0.15);
    const far = front ? 0.5 + 0.25 * rng() : 0.98 * Math.sqrt(rng());
    const [x, y] = [Math.cos(angle) * far * 0.92, -0.22 + Math.sin(angle) * far * 0.95];
    if (front && y > -0.42) continue;
    context.strokeStyle = k % 4 === 0 ? person.light : person.dark;
    context.lineWidth = 0.022 + 0.016 * rng();
    context.beginPath();
    context.arc(x, y, 0.035 + 0.045 * rng(), rng() * 6.3, rng() * 6.3 + 4.6);
    context.stroke();
  }
  context.restore();
}

function hairBehind(context: Context, person: Person, rng: Rng): void {
  if (person.hair === 'long') {
    hairVolume(context, person, LONG, rng, true);
    looseStrands(context, person, [0, -0.3, 0.68, 0.66], [Math.PI, 2 * Math.PI], 120, 0.16, rng);
    looseStrands(context, person, [0, 0.5, 0.76, 0.8], [-0.4, 0.9], 60, 0.22, rng);
    looseStrands(context, person, [0, 0.5, 0.76, 0.8], [2.2, 3.6], 60, 0.22, rng);
  } else if (person.hair === 'curls') {
    ellipse(context, 0, -0.28, 0.78, 0.72);
    context.fillStyle = person.dark;
    context.fill();
    curls(context, person, rng, false);
  } else if (person.hair === 'bun') {
    ellipse(context, 0.05, -1.02, 0.26, 0.22);
    context.fillStyle = person.dark;
    context.fill();
    looseStrands(context, person, [0.05, -1.02, 0.24, 0.2], [0, 2 * Math.PI], 90, 0.12, rng);
    looseStrands(context, person, [0, -0.1, 0.55, 0.6], [-0.3, 0.9], 24, 0.3, rng);
    looseStrands(context, person, [0, -0.1, 0.55, 0.6], [2.2, 3.5], 24, 0.3, rng);
  }
}

function hairBefore(context: Context, person: Person, rng: Rng): void {
  if (person.hair === 'none') return;
  if (person.hair === 'curls') {
    curls(context, person, rng, true);
    return;
  }
  hairVolume(context, person, CAP, rng, false);
  const [count, length] = person.hair === 'cropped' ? [260, 0.07] : [90, 0.12];
  looseStrands(
    context,
    person,
    [0, -0.34, 0.57, 0.58],
    [Math.PI * 1.03, Math.PI * 1.97],
    count,
    length,
    rng,
  );
}

function drawPerson(name: string): Context {
  const person = PEOPLE[name];
  if (!person) throw new Error(`nobody is called ${name}`);
  const context = canvas();
  const rng = rngOf(COMPOSITE_PEOPLE.indexOf(name) + 1, 'strands');
  context.translate(MIDDLE.x, MIDDLE.y);
  context.scale(FACE_WIDTH, FACE_WIDTH);
  context.rotate(COMPOSITE_PEOPLE.indexOf(name) * 0.02 - 0.04);
  hairBehind(context, person, rng);
  // Draw clothes and face on separate canvases, so that shading stays on its own part.
  for (const draw of [
    (sheet: Context) => {
      shape(sheet, BODY);
      sheet.fillStyle = person.clothes;
      sheet.fill();
      for (let k = 0; k < 9; k += 1)
        soften(sheet, k % 2 === 0 ? '#000000' : '#ffffff', 0.22, [
          (rng() - 0.5) * 2.2,
          1.3 + rng() * 1.4,
          0.12 + 0.2 * rng(),
          0.5,
        ]);
    },
    (sheet: Context) => {
      drawFace(sheet, person);
    },
  ]) {
    const sheet = canvas();
    sheet.setTransform(context.getTransform());
    draw(sheet);
    context.save();
    context.resetTransform();
    context.drawImage(sheet.canvas, 0, 0);
    context.restore();
  }
  hairBefore(context, person, rng);
  const seen = canvas();
  seen.filter = `blur(${String(LENS)}px)`;
  seen.drawImage(context.canvas, 0, 0);
  return seen;
}

const GROUNDS: Readonly<Record<CompositeGround, (context: Context, rng: Rng) => void>> = {
  flag(context) {
    // A flag hung in folds: stripes and a field of stars.
    context.fillStyle = '#cfc8bd';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let k = 0; k < 12; k += 1) {
      context.fillStyle = k % 2 === 0 ? '#a3212f' : '#eee9e2';
      context.save();
      context.transform(1, 0.12, 0, 1, 0, 0);
      context.fillRect(260, k * 78 - 80, WIDTH, 78);
      context.restore();
    }
    context.fillStyle = '#27386b';
    context.fillRect(0, 0, 330, 520);
    context.fillStyle = '#f3f0ea';
    for (let y = 0; y < 9; y += 1)
      for (let x = 0; x < 6; x += 1) {
        context.beginPath();
        for (let k = 0; k < 10; k += 1) {
          const [far, angle] = [k % 2 === 0 ? 17 : 7, (k * Math.PI) / 5 - Math.PI / 2];
          context.lineTo(
            30 + x * 58 + (y % 2) * 26 + Math.cos(angle) * far,
            34 + y * 58 + Math.sin(angle) * far,
          );
        }
        context.fill();
      }
    for (let x = 0; x < WIDTH; x += 90) {
      const fold = context.createLinearGradient(x, 0, x + 90, 0);
      fold.addColorStop(0, '#0006');
      fold.addColorStop(0.5, '#fff2');
      fold.addColorStop(1, '#0006');
      context.fillStyle = fold;
      context.fillRect(x, 0, 90, HEIGHT);
    }
  },
  bricks(context, rng) {
    context.fillStyle = '#9d9184';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let row = 0; row * 42 < HEIGHT; row += 1)
      for (let x = -100 + (row % 2) * 52; x < WIDTH; x += 104) {
        const tone = 96 + rng() * 70;
        context.fillStyle = `rgb(${String(tone + 40)} ${String(tone * 0.66)} ${String(tone * 0.52)})`;
        context.fillRect(x + 3, row * 42 + 3, 98, 36);
        context.fillStyle = '#0003';
        context.fillRect(x + 3, row * 42 + 33, 98, 6);
      }
  },
  leaves(context, rng) {
    context.fillStyle = '#1f2a18';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (let k = 0; k < 1500; k += 1) {
      const light = k / 1500;
      context.fillStyle = `hsl(${String(70 + rng() * 60)} ${String(25 + rng() * 40)}% ${String(12 + light * 40 * rng() + light * 12)}%)`;
      context.save();
      context.translate(rng() * WIDTH, rng() * HEIGHT);
      context.rotate(rng() * 6.3);
      ellipse(context, 0, 0, 8 + rng() * 22, 4 + rng() * 9);
      context.fill();
      context.restore();
    }
  },
  window(context, rng) {
    // A dark room with a bright window and a curtain, and books on the other side.
    context.fillStyle = '#453a33';
    context.fillRect(0, 0, WIDTH, HEIGHT);
    const sky = context.createLinearGradient(0, 0, 0, 560);
    sky.addColorStop(0, '#dfeaf3');
    sky.addColorStop(1, '#b9c9a8');
    context.fillStyle = sky;
    context.fillRect(40, 30, 350, 560);
    context.fillStyle = '#7d736a';
    context.fillRect(206, 30, 16, 560);
    context.fillRect(40, 300, 350, 14);
    context.fillStyle = '#b7a58d';
    for (let k = 0; k < 5; k += 1) {
      context.fillStyle = k % 2 === 0 ? '#a8957c' : '#c7b69d';
      context.fillRect(k * 18 - 8, 0, 18, HEIGHT);
    }
    for (let row = 0; row < 5; row += 1) {
      context.fillStyle = '#2b211b';
      context.fillRect(430, row * 180 + 150, 290, 14);
      for (let x = 432; x < WIDTH;) {
        const thick = 14 + rng() * 24;
        const tall = 100 + rng() * 45;
        context.fillStyle = `hsl(${String(rng() * 360)} ${String(15 + rng() * 45)}% ${String(18 + rng() * 45)}%)`;
        context.fillRect(x, row * 180 + 150 - tall, thick - 2, tall);
        x += thick;
      }
    }
  },
};

/** Adds film grain in place, as photos have no flat colours; the same in every run. */
function addGrain(context: Context, rng: Rng): void {
  const picture = context.getImageData(0, 0, WIDTH, HEIGHT);
  for (let i = 0; i < picture.data.length; i += 4) {
    const grain = (rng() + rng() + rng() - 1.5) * 9;
    for (let k = i; k < i + 3; k += 1) picture.data[k] = (picture.data[k] ?? 0) + grain;
  }
  context.putImageData(picture, 0, 0);
}

/** A person in front of a background as a PNG, and the person's alpha, one byte per pixel. */
export async function drawComposite(
  name: string,
  ground: CompositeGround,
): Promise<{ photo: Blob; alpha: Uint8Array<ArrayBuffer>; width: number; height: number }> {
  const person = drawPerson(name);
  const rng = rngOf(COMPOSITE_GROUNDS.indexOf(ground) + 1, 'ground');
  const behind = canvas();
  GROUNDS[ground](behind, rng);
  const context = canvas();
  context.filter = 'blur(1.6px)';
  context.drawImage(behind.canvas, 0, 0);
  context.filter = 'none';
  context.drawImage(person.canvas, 0, 0);
  addGrain(context, rng);
  const { data } = person.getImageData(0, 0, WIDTH, HEIGHT);
  return {
    photo: await context.canvas.convertToBlob({ type: 'image/png' }),
    alpha: Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => data[i * 4 + 3] ?? 0),
    width: WIDTH,
    height: HEIGHT,
  };
}
