import type { HdFormat } from '../../core/avatars.ts';
import type { BannerDesign } from '../../core/banners/design.ts';
import { layOut } from '../../core/banners/layout.ts';
import { LikenessError } from '../../core/errors.ts';
import { sheetOf } from './canvas.ts';
import type { Material } from './material.ts';
import { paintBanner } from './paint.ts';
import { loadFaces, measureOn } from './type-faces.ts';

const QUALITY = 0.92;

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

/**
 * Encodes the canvas as a file.
 * @throws LikenessError 'download-failed' if the browser can't write the format
 */
export async function fileOf(canvas: HTMLCanvasElement, format: HdFormat): Promise<Blob> {
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, `image/${format}`, QUALITY);
  });
  if (blob?.type !== `image/${format}`) throw new LikenessError('download-failed');
  return blob;
}
