import { labDistance, labOf, type Lab } from '../../../renderer/core/colour.ts';
import { rngOf, type Rng } from '../../../renderer/engine/styles/shared/random.ts';
import { cutOutOf } from './lab.ts';

/** Size of a background in pixels, before it is scaled to a portrait. */
const WIDTH = 720;
const HEIGHT = 900;

export type CompositeGround = 'flag' | 'bricks' | 'leaves' | 'window';

type Context = OffscreenCanvasRenderingContext2D;

function canvas(width = WIDTH, height = HEIGHT): Context {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no 2D canvas');
  return context;
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
      context.beginPath();
      context.ellipse(0, 0, 8 + rng() * 22, 4 + rng() * 9, 0, 0, 2 * Math.PI);
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
  const picture = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let i = 0; i < picture.data.length; i += 4) {
    const grain = (rng() + rng() + rng() - 1.5) * 9;
    for (let k = i; k < i + 3; k += 1) picture.data[k] = (picture.data[k] ?? 0) + grain;
  }
  context.putImageData(picture, 0, 0);
}

const cutOuts = new Map<string, ReturnType<typeof cutOutOf>>();

/** JPEG quality of a shrunk composite. */
const QUALITY = 0.8;

/**
 * A portrait's person, cut out finely, in front of a busy background: the photo, and the person as
 * straight RGBA. What the composite is made of is exactly known, whoever cut the person out (as in
 * N. Xu et al., "Deep image matting", 2017).
 *
 * @param longest shrinks it to this longer side and compresses it, as people's photos are; without
 *   it, it is a PNG
 */
export async function drawComposite(
  portrait: string,
  ground: CompositeGround,
  longest?: number,
): Promise<{ photo: Blob; person: Uint8ClampedArray<ArrayBuffer> }> {
  const made =
    cutOuts.get(portrait) ?? window.harness.file(portrait).then((file) => cutOutOf(file, true));
  cutOuts.set(portrait, made);
  const { person, width, height } = await made;
  const scale = longest === undefined ? 1 : longest / Math.max(width, height);
  const size = [Math.round(width * scale), Math.round(height * scale)] as const;
  const rng = rngOf(1, ground);
  const behind = canvas();
  GROUNDS[ground](behind, rng);
  const whole = canvas(width, height);
  whole.putImageData(new ImageData(person, width, height), 0, 0);
  const front = canvas(...size);
  front.imageSmoothingQuality = 'high';
  front.drawImage(whole.canvas, 0, 0, ...size);
  const context = canvas(...size);
  context.filter = `blur(${String(1.6 * scale)}px)`;
  context.drawImage(behind.canvas, 0, 0, ...size);
  context.filter = 'none';
  context.drawImage(front.canvas, 0, 0);
  addGrain(context, rng);
  return {
    photo: await context.canvas.convertToBlob(
      longest === undefined ? { type: 'image/png' } : { type: 'image/jpeg', quality: QUALITY },
    ),
    person: front.getImageData(0, 0, ...size).data,
  };
}

/** Pixels with an alpha between these, of 255, are on the outline. */
const RIM = [13, 242] as const;

/**
 * How far two cut-outs of one size are apart on clean white along the outline of either: mean OKLab
 * distance times 100.
 */
export function rimApart(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  const onWhite = (pixels: Uint8ClampedArray, i: number): Lab => {
    const alpha = (pixels[i + 3] ?? 0) / 255;
    const [r, g, b] = [0, 1, 2].map((k) => 1 + alpha * ((pixels[i + k] ?? 0) / 255 - 1));
    return labOf([r ?? 0, g ?? 0, b ?? 0]);
  };
  const isRim = (alpha = 0): boolean => alpha > RIM[0] && alpha < RIM[1];
  let [sum, count] = [0, 0];
  for (let i = 0; i < one.length; i += 4) {
    if (!isRim(one[i + 3]) && !isRim(other[i + 3])) continue;
    sum += labDistance(onWhite(one, i), onWhite(other, i));
    count += 1;
  }
  return (100 * sum) / Math.max(1, count);
}
