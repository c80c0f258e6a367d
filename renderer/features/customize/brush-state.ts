import { atom } from 'jotai';

import type { StrokeMode } from '../../core/strokes.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];

/** The brush's settings, shared by the surface and its controls. */
export interface Brush {
  readonly mode: StrokeMode;
  /** Diameter on the screen, as a fraction of the stage: zoomed in, it paints finer. */
  readonly width: number;
  /** 1 shows the whole photo. */
  readonly zoom: number;
  /** The point of the photo in the middle of the stage, as fractions of the photo. */
  readonly x: number;
  readonly y: number;
}

export const BRUSH_WIDTHS = { least: 0.01, most: 0.2 } as const;
export const MOST_ZOOM = 8;

export const brushAtom = atom<Brush>({ mode: 'keep', width: 0.05, zoom: 1, x: 0.5, y: 0.5 });

/** Keeps the settings within their limits and the view within the photo. */
export function boundBrush(brush: Brush): Brush {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom));
  const margin = 0.5 / zoom;
  const within = (at: number): number => Math.max(margin, Math.min(1 - margin, at));
  return {
    ...brush,
    zoom,
    width: Math.max(BRUSH_WIDTHS.least, Math.min(BRUSH_WIDTHS.most, brush.width)),
    x: within(brush.x),
    y: within(brush.y),
  };
}

/** Where the photo is on the square stage, in per cent of the stage's edge. */
export function sheetOf(
  { zoom, x, y }: Pick<Brush, 'zoom' | 'x' | 'y'>,
  photo: Size,
): { left: number; top: number; width: number; height: number } {
  const longer = Math.max(photo.width, photo.height);
  const width = (photo.width / longer) * zoom * 100;
  const height = (photo.height / longer) * zoom * 100;
  return { left: 50 - x * width, top: 50 - y * height, width, height };
}

/** Zooms by `factor` and keeps the point (fractions of the photo) in its place on the stage. */
export const zoomedAt = (brush: Brush, factor: number, x: number, y: number): Brush => {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom * factor));
  const keeps = brush.zoom / zoom;
  return boundBrush({
    ...brush,
    zoom,
    x: x + (brush.x - x) * keeps,
    y: y + (brush.y - y) * keeps,
  });
};
