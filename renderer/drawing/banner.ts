import type { BannerDesign } from '../core/banners/design.ts';
import { layOut } from '../core/banners/layout.ts';
import type { BannerPlan } from '../core/banners/plan.ts';
import { contextOf, sheetOf } from './canvas.ts';
import { toned, type Scene } from './grounds.ts';
import { watermark, write, type Contrasts } from './lettering.ts';
import type { Material } from './material.ts';
import { PAINTERS } from './painters.ts';
import { loadFaces, measureOn } from './type-faces.ts';

interface Painting {
  readonly plan: BannerPlan;
  readonly design: BannerDesign;
  readonly material: Material;
  /** Canvas pixels per banner pixel. */
  readonly scale: number;
  /** True to mark it as a preview. */
  readonly marked: boolean;
}

/** Draws a banner on a canvas, which it resizes. The typefaces must be loaded. */
export function paintBanner(canvas: HTMLCanvasElement, painting: Painting): Contrasts {
  const { plan, design, material, scale, marked } = painting;
  canvas.width = Math.round(plan.width * scale);
  canvas.height = Math.round(plan.height * scale);
  const context = contextOf(canvas);
  context.setTransform(canvas.width / plan.width, 0, 0, canvas.height / plan.height, 0, 0);
  const scene: Scene = { context, plan, material, tone: design.tone, ...toned(design, material) };
  const contrasts: Contrasts = {};
  const behind = plan.words.filter(
    ({ part }) => part === 'name' && plan.portrait?.inFrontOfName === true,
  );
  PAINTERS[plan.layout](scene, () => write(scene, behind, contrasts));
  write(
    scene,
    plan.words.filter((words) => !behind.includes(words)),
    contrasts,
  );
  if (marked) watermark(scene);
  return contrasts;
}

/** All texts on a banner. */
export const textsOf = ({ name, tagline, links }: BannerDesign): string[] => [
  name,
  tagline,
  ...links,
];

/** Draws a banner at its full size. */
export async function drawBanner(
  design: BannerDesign,
  material: Material,
): Promise<HTMLCanvasElement> {
  await loadFaces(textsOf(design));
  const { canvas, context } = sheetOf(1, 1);
  const plan = layOut(design, material.subject, measureOn(context));
  paintBanner(canvas, { plan, design, material, scale: 1, marked: false });
  return canvas;
}
