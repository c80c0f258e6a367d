import { INTRO, introFrames, type IntroDesign } from '../../../renderer/core/intro/design.ts';
import { trimmed, type Samples } from '../../../renderer/core/intro/sound.ts';
import { sheetOf } from '../../../renderer/drawing/canvas.ts';
import { prepareIntro } from '../../../renderer/drawing/intro.ts';
import { cutMaterial, firstMaterial, type Material } from '../../../renderer/drawing/material.ts';
import { loadFaces } from '../../../renderer/drawing/type-faces.ts';
import type { Engine } from '../../../renderer/ports/engine.ts';
import type { EncodedVideo, VideoFormat } from '../../../renderer/ports/video.ts';

/**
 * Prepares avatars for banners and intros.
 * @param person the first one painted without a ground; otherwise its person is cut out
 */
export async function materialOf(
  engine: Engine,
  avatars: readonly Blob[],
  person?: Blob,
): Promise<Material> {
  const [own, ...others] = avatars;
  if (!own) throw new Error('no avatar');
  const first = await firstMaterial(own, others);
  const { signal } = new AbortController();
  return cutMaterial(engine, own, first, signal, () => Promise.resolve(person));
}

/** Draws an intro's frame at a moment, as the app does when saving it. */
export async function introFrame(
  material: Material,
  design: IntroDesign,
  seconds: number,
): Promise<HTMLCanvasElement> {
  await loadFaces([design.name, design.handle]);
  const { canvas } = sheetOf(INTRO.width, INTRO.height);
  prepareIntro(design, material).draw(canvas, seconds);
  return canvas;
}

/** Encodes an intro as the app does when saving it. */
export async function encodeIntro(
  engine: Engine,
  material: Material,
  design: IntroDesign,
  format: VideoFormat,
  sound?: Samples,
): Promise<EncodedVideo> {
  const intro = prepareIntro(design, material);
  const { canvas } = sheetOf(INTRO.width, INTRO.height);
  const count = introFrames(design);
  async function* frames(): AsyncGenerator<HTMLCanvasElement> {
    for (let k = 0; k < count; k += 1) {
      intro.draw(canvas, k / INTRO.rate);
      yield await Promise.resolve(canvas);
    }
  }
  return (await engine.video()).encode(format, {
    ...INTRO,
    count,
    frames: frames(),
    ...(sound && { audio: trimmed(sound, 0, design.seconds) }),
  });
}

export { drawBanner } from '../../../renderer/drawing/banner.ts';
