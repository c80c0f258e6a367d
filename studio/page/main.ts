// The app's own trusted types policy; the engine's worker starts under it.
import '../../renderer/public/boot.js';
// The typefaces of banners.
import '../../renderer/ui/fonts.css';
import { paintedRecipe, type Recipe } from '../../renderer/core/avatars.ts';
import { fromBase64, toBase64 } from '../../renderer/core/base64.ts';
import { errorCode, LikenessError } from '../../renderer/core/errors.ts';
import { framesOf, MOTION_RATE } from '../../renderer/core/motion.ts';
import { drawBanner } from '../../renderer/drawing/banner.ts';
import { fileOf } from '../../renderer/drawing/canvas.ts';
import { cutMaterial, firstMaterial } from '../../renderer/drawing/material.ts';
import { createEngine } from '../../renderer/engine/client.ts';
import type { PhotoAnalysis, Rendered } from '../../renderer/ports/engine.ts';
import { loopFrames } from '../../renderer/state/motion/frames.ts';
import type { Answer, EnginePage, PictureFacts, Work, WorkOf } from './contract.ts';

const textOf = async (blob: Blob): Promise<string> =>
  toBase64(new Uint8Array(await blob.arrayBuffer()));
const blobOf = (text: string): Blob => new Blob([fromBase64(text)]);

async function answer<T>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() };
  } catch (thrown) {
    return {
      refused: errorCode(thrown),
      ...(thrown instanceof Error && { detail: thrown.message }),
    };
  }
}

const engine = createEngine();
/** Open photos by number. */
const open = new Map<number, PhotoAnalysis>();
let last = 0;

const analysisOf = (photo: number): PhotoAnalysis => {
  const found = open.get(photo);
  if (!found) throw new RangeError('this photo is not open');
  return found;
};

interface Made extends PictureFacts {
  readonly file: Blob;
  readonly small: Blob;
}

const factsOf = ({ likeness, softened, faults }: Rendered): PictureFacts => ({
  likeness: likeness ?? 1,
  softened,
  faults: faults ?? [],
});

function make(analysis: PhotoAnalysis, work: Work, thumbnail: number): Promise<Made> {
  switch (work.kind) {
    case 'picture':
      return makePicture(analysis, work, thumbnail);
    case 'animation':
      return makeAnimation(analysis, work, thumbnail);
    case 'banner':
      return makeBanner(analysis, work, thumbnail);
  }
}

const render = (
  analysis: PhotoAnalysis,
  recipe: Recipe,
  { size, format, thumb }: Pick<WorkOf<'picture'>, 'size' | 'format'> & { thumb?: number },
): Promise<Rendered> =>
  engine.render(analysis, recipe, {
    size,
    format,
    ...(thumb !== undefined && { thumb }),
    check: true,
    priority: 'batch',
  });

const thumbnailOf = ({ thumb }: Rendered): Blob => {
  if (!thumb) throw new LikenessError('engine-failed', { reason: 'no thumbnail' });
  return thumb;
};

async function makePicture(
  analysis: PhotoAnalysis,
  { recipe, size, format }: WorkOf<'picture'>,
  thumbnail: number,
): Promise<Made> {
  const rendered = await render(analysis, recipe, { size, format, thumb: thumbnail });
  return { ...factsOf(rendered), file: rendered.picture, small: thumbnailOf(rendered) };
}

/**
 * As in the app: the still is made and checked first, then the loop moves as gently as it must.
 */
async function makeAnimation(
  analysis: PhotoAnalysis,
  { recipe, living, format }: WorkOf<'animation'>,
  thumbnail: number,
): Promise<Made> {
  const { size } = living;
  const still = await render(analysis, recipe, { size, format: 'png', thumb: thumbnail });
  const painted = paintedRecipe(recipe, still);
  const { file } = await (
    await engine.video()
  ).encode(format, {
    width: size,
    height: size,
    rate: MOTION_RATE,
    count: framesOf(living),
    alpha: recipe.background === 'none',
    frames: loopFrames(engine, analysis, painted, living, { priority: 'batch' }),
  });
  return { ...factsOf(still), file, small: thumbnailOf(still) };
}

/** Edge of the avatar that a banner is made from, in pixels, as in the app. */
const AVATAR_EDGE = 1_024;

async function makeBanner(
  analysis: PhotoAnalysis,
  { recipe, design, format }: WorkOf<'banner'>,
  thumbnail: number,
): Promise<Made> {
  const avatar = await render(analysis, recipe, { size: AVATAR_EDGE, format: 'png' });
  const first = await firstMaterial(avatar.picture, []);
  const material = await cutMaterial(
    engine,
    avatar.picture,
    first,
    new AbortController().signal,
    async () => {
      const person = { ...paintedRecipe(recipe, avatar), background: 'none' } as const;
      const { picture } = await engine.render(analysis, person, {
        size: AVATAR_EDGE,
        format: 'png',
        priority: 'batch',
      });
      return picture;
    },
  );
  const canvas = await drawBanner(design, material);
  const small = document.createElement('canvas');
  small.width = thumbnail;
  small.height = Math.max(1, Math.round((thumbnail * canvas.height) / canvas.width));
  small.getContext('2d')?.drawImage(canvas, 0, 0, small.width, small.height);
  return {
    ...factsOf(avatar),
    file: await fileOf(canvas, format),
    small: await fileOf(small, 'webp'),
  };
}

const page: EnginePage = {
  open: (file) =>
    answer(async () => {
      const { analysis } = await engine.openPhoto(blobOf(file));
      open.set((last += 1), analysis);
      return { photo: last, notes: analysis.notes };
    }),
  make: (photo, work, thumbnail) =>
    answer(async () => {
      const { file, small, ...facts } = await make(analysisOf(photo), work, thumbnail);
      return {
        ...facts,
        file: await textOf(file),
        type: file.type,
        thumbnail: await textOf(small),
        thumbnailType: small.type,
      };
    }),
  portrait: (photo) => answer(async () => textOf(await engine.portrait(analysisOf(photo)))),
  compare: (photo, file) =>
    answer(async () => {
      const compared = await engine.compare(analysisOf(photo), blobOf(file), { thumb: 1 });
      const { picture, thumb: _, ...found } = compared;
      return { found, file: await textOf(picture) };
    }),
  close(photo) {
    const analysis = open.get(photo);
    if (!analysis) return;
    open.delete(photo);
    engine.release(analysis);
  },
  selfTest: () => answer(async () => engine.selfTest()),
  videoFormats: () =>
    answer(async () => {
      const clip = { width: 480, height: 480, rate: MOTION_RATE };
      return (await (await engine.video()).offers(clip)).map(({ format }) => format);
    }),
};

window.enginePage = page;
