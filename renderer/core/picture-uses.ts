import { t } from '../i18n/index.ts';
import { withChunk } from './chunks.ts';

/** A size that an avatar is cut to for a certain use. Sizes in pixels. */
export interface PictureUse {
  readonly id: string;
  /** For the list: 'LinkedIn'. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Whether the place shows it as a circle. */
  readonly round?: boolean;
  /** Dots per inch written into the file; they give a print its size in centimetres. */
  readonly dpi?: number;
}

export const PICTURE_USES: readonly PictureUse[] = [
  { id: 'linkedin', label: 'LinkedIn', width: 800, height: 800, round: true },
  { id: 'x', label: 'X', width: 400, height: 400, round: true },
  { id: 'discord', label: 'Discord', width: 512, height: 512, round: true },
  { id: 'github', label: 'GitHub', width: 500, height: 500, round: true },
  { id: 'slack', label: 'Slack', width: 512, height: 512 },
  { id: 'favicon', label: t('Favicon'), width: 32, height: 32 },
  { id: 'touch-icon', label: t('Touch icon'), width: 180, height: 180 },
  { id: 'portrait', label: t('Portrait 4:5'), width: 1080, height: 1350 },
  { id: 'print', label: t('Print 5 × 5 cm'), width: 591, height: 591, dpi: 300 },
  { id: 'print-large', label: t('Print 10 × 10 cm'), width: 1181, height: 1181, dpi: 300 },
  { id: 'print-largest', label: t('Print 30 × 30 cm'), width: 3543, height: 3543, dpi: 300 },
  { id: 'poster', label: t('Poster'), width: 4096, height: 4096, dpi: 150 },
];

/** The part of the picture to use. */
export interface UseCrop {
  /** 1 uses as much as fits, 2 half of it. */
  readonly zoom: number;
  /** The centre, as fractions of the picture's edge. */
  readonly x: number;
  readonly y: number;
}

export const MOST_ZOOM = 2.5;
export const WHOLE: UseCrop = { zoom: 1, x: 0.5, y: 0.5 };

export interface Cut {
  /** The part of the picture, in the picture's pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The file's size: never more pixels than the part has. */
  readonly outWidth: number;
  readonly outHeight: number;
}

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** Cuts a square picture of `pixels` edge length; a crop that leaves the picture is moved back. */
export function cutFor({ width, height }: PictureUse, crop: UseCrop, pixels: number): Cut {
  const zoom = between(1, crop.zoom, MOST_ZOOM);
  const longer = Math.max(width, height);
  const taken = {
    width: (pixels * width) / longer / zoom,
    height: (pixels * height) / longer / zoom,
  };
  const scale = Math.min(1, taken.width / width);
  return {
    left: between(0, crop.x * pixels - taken.width / 2, pixels - taken.width),
    top: between(0, crop.y * pixels - taken.height / 2, pixels - taken.height),
    ...taken,
    outWidth: Math.round(width * scale),
    outHeight: Math.round(height * scale),
  };
}

/** Whether the crop has enough pixels. A print with fewer would be smaller than its name says. */
export const fits = (use: PictureUse, crop: UseCrop, pixels: number): boolean =>
  cutFor(use, crop, pixels).outWidth === use.width;

/** Prints need enough pixels to be offered; pictures for screens are given as large as possible. */
export const usesFor = (crop: UseCrop, pixels: number): readonly PictureUse[] =>
  PICTURE_USES.filter((use) => use.dpi === undefined || fits(use, crop, pixels));

const INCH_METRES = 0.0254;
/**
 * Adds the size on paper to a PNG file, as a pHYs chunk after the header.
 * @param png as a canvas writes it, without such a chunk
 * @param dpi dots per inch
 */
export function withDensity(png: Uint8Array, dpi: number): Uint8Array {
  const body = new Uint8Array(9);
  const view = new DataView(body.buffer);
  const perMetre = Math.round(dpi / INCH_METRES);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  body[8] = 1; // The unit is the metre.
  return withChunk(png, 'pHYs', body);
}
