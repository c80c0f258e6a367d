import type { EnginePart } from '../../ports/engine.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { Gpu } from '../gl/gpu.ts';
import type { Program } from '../gl/program.ts';
import type { Models } from '../models/runtime.ts';
import { canvasOf, decode } from '../photo/picture.ts';
import { encode, ifUnsupported } from './encode.ts';

/** Edge of the test picture, in pixels. */
const SIDE = 64;
/** Of 255, per value: JPEG changes flat fields by less, browsers that add noise by more. */
const TOLERANCE = 8;

/** Four flat fields, straight RGBA. */
const FIELDS = [
  [200, 90, 40],
  [30, 120, 200],
  [240, 230, 210],
  [20, 24, 28],
] as const;
const fieldAt = (x: number, y: number) =>
  FIELDS[(x < SIDE / 2 ? 0 : 1) + (y < SIDE / 2 ? 0 : 2)] ?? FIELDS[0];

function drawn(): OffscreenCanvas {
  const { canvas, context } = canvasOf(SIDE, SIDE);
  for (const [index, [r, g, b]] of FIELDS.entries()) {
    context.fillStyle = `rgb(${String(r)} ${String(g)} ${String(b)})`;
    context.fillRect((index % 2) * (SIDE / 2), Math.floor(index / 2) * (SIDE / 2), 32, 32);
  }
  return canvas;
}

/** Checks points well inside the fields, as an encoder may smear their borders. */
function holdsTheFields(pixels: Uint8ClampedArray, factor = 1): boolean {
  for (let y = 4; y < SIDE; y += 8)
    for (let x = 4; x < SIDE; x += 8) {
      const want = fieldAt(x, y);
      for (let channel = 0; channel < 3; channel++) {
        const found = pixels[(y * SIDE + x) * 4 + channel];
        if (Math.abs(found - want[channel] * factor) > TOLERANCE) return false;
      }
    }
  return true;
}

const pixelsOf = (canvas: OffscreenCanvas): Uint8ClampedArray =>
  canvas.getContext('2d')?.getImageData(0, 0, SIDE, SIDE).data ?? new Uint8ClampedArray();

const multiplied = (by: string): Program => ({
  name: `self-test by ${by}`,
  fragment: `
uniform sampler2D source;
void main() { color = vec4(texture(source, uv).rgb * ${by}, 1.0); }`,
});
/** Makes values brighter than white, which only a float target keeps for the second pass. */
const BRIGHTER = multiplied('4.0');
const DARKER = multiplied('0.125');

async function draws(canvas: OffscreenCanvas, checkpoint: Checkpoint): Promise<boolean> {
  const gpu = new Gpu();
  try {
    const source = gpu.upload(pixelsOf(canvas), SIDE, SIDE);
    const float = gpu.target(SIDE, SIDE, 'rgba16f');
    const out = gpu.target(SIDE, SIDE, 'rgba8');
    gpu.pass(BRIGHTER, float, { source });
    gpu.pass(DARKER, out, { source: float });
    return holdsTheFields(await gpu.read(out, checkpoint), 0.5);
  } finally {
    gpu.destroy();
  }
}

/** A module that needs WebAssembly SIMD: (func (result v128) (i8x16.splat (i32.const 0)) …). */
const SIMD = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);
const runsModels = (): boolean => typeof WebAssembly === 'object' && WebAssembly.validate(SIMD);

async function thinks(models: Models): Promise<boolean> {
  for (const model of Object.values(models)) {
    const outputs = await model.run(new Float32Array(model.edge ** 2 * 3).fill(0.5));
    if (outputs.length === 0 || !outputs.every((output) => output.every(Number.isFinite)))
      return false;
  }
  return true;
}

const canDecode = async (file: Blob): Promise<boolean> => {
  // A failure to decode isn't an error here: it is the answer.
  const bitmap = await decode(file).catch(() => undefined);
  if (!bitmap) return false;
  const { canvas, context } = canvasOf(SIDE, SIDE);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return holdsTheFields(pixelsOf(canvas));
};

/** Tests every step from photo to file and returns the parts that this browser lacks. */
export async function selfTest(
  models: () => Promise<Models>,
  checkpoint: Checkpoint,
): Promise<readonly EnginePart[]> {
  const lacks = new Set<EnginePart>();
  const canvas = drawn();
  // Some browsers add noise to canvases they read back, against fingerprinting.
  if (!holdsTheFields(pixelsOf(canvas))) lacks.add('pixels');
  // WebP isn't tested: it is optional. Every avatar needs these two.
  for (const format of ['png', 'jpeg'] as const) {
    const file = await encode(canvas, format).catch(ifUnsupported(undefined));
    if (!file) lacks.add('encode');
    else if (!(await canDecode(file))) lacks.add('decode');
  }
  checkpoint();
  const graphics = await draws(canvas, checkpoint).catch(ifUnsupported(false));
  if (!graphics) lacks.add('graphics');
  checkpoint();
  if (!runsModels() || !(await thinks(await models()))) lacks.add('models');
  // Without true pixels, the other tests tell nothing.
  if (lacks.has('pixels')) return ['pixels'];
  return [...lacks];
}
