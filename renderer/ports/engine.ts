import type { AvatarSize, HdFormat, Recipe } from '../core/avatars.ts';

export interface Progress {
  /** 0 to 1. */
  readonly done: number;
  readonly stage:
    | 'decode'
    | 'face'
    | 'landmarks'
    | 'matte'
    | 'frame'
    | 'style'
    | 'background'
    | 'encode'
    | 'check';
}

export interface LongOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** A face of the photo; all numbers are fractions of the photo's width and height, 0 to 1. */
export interface FaceFound {
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** Detector's score, 0 to 1. */
  readonly score: number;
  /** Landmark model's presence, 0 to 1. */
  readonly presence: number;
  /** Tilt of the line between the eyes, degrees. */
  readonly roll: number;
  /** Centre of each eye, the person's right (left in the picture) first. */
  readonly eyes: readonly [readonly [number, number], readonly [number, number]];
}

/** What is poor about a photo; told before paying. */
export type PhotoNote =
  'small' | 'blurred' | 'dark' | 'bright' | 'cut-off' | 'several-faces' | 'far-away' | 'turned';

/** What is wrong with a cut-out, as far as it can be told from itself; told before paying. */
export type CutOutFault = 'stray-piece' | 'hole' | 'see-through' | 'lost-ear' | 'ragged';

/** A photo that was analysed once. Cheap to render from as often as wanted. */
export interface PhotoAnalysis {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly faces: readonly FaceFound[];
  readonly notes: readonly PhotoNote[];
  /** Largest avatar size that the photo has the detail for. */
  readonly maxSize: AvatarSize;
  /** Milliseconds of each stage. */
  readonly timings: Readonly<Record<string, number>>;
}

export interface RenderOptions extends LongOptions {
  /** Edge length in pixels, 64 to 2048. */
  readonly size: number;
  readonly format: HdFormat;
  /** Look for the face again in the result and measure likeness; off for chips and previews. */
  readonly check?: boolean;
  /**
   * With the quick cut-out while the fine one isn't there yet: for what is looked at, never for what
   * is kept. Without it the first picture of a person waits a second or two for the fine one.
   */
  readonly draft?: boolean;
  /** A preview goes before a batch's items, a chip after. */
  readonly priority?: 'preview' | 'chip' | 'batch';
}

export interface Rendered {
  readonly picture: Blob;
  readonly size: number;
  /** Present when checked: 1 - mean landmark drift / distance between the eyes. */
  readonly likeness?: number;
  readonly softened: boolean;
  /** Of the cut-out that it was made with; missing in a draft. */
  readonly faults?: readonly CutOutFault[];
  readonly timings: Readonly<Record<string, number>>;
}

/** A part of the way from a photo to a file; 'pixels' are read back from a canvas as they were drawn. */
export type EnginePart = 'pixels' | 'models' | 'graphics' | 'encode' | 'decode';

/**
 * Photo -> avatar, on this device. All methods reject with LikenessError: photo-* for pictures
 * that can't be used, engine-* for failures; aborting rejects with 'engine-aborted'.
 */
export interface Engine {
  /** Version of styles and models; part of every recipe. */
  readonly version: number;
  /**
   * Checks, re-encodes without metadata, orients and bounds a picked file: what is kept as the
   * draft. At most 4096 px on the long side. Gives a PNG or JPEG Blob.
   */
  importPhoto(
    file: Blob,
    options?: LongOptions,
  ): Promise<{ photo: Blob; width: number; height: number }>;
  /**
   * Analyses a photo; repeated calls with the same Blob contents reuse the first's work. Each
   * answered call is to be dismissed once.
   */
  analyse(photo: Blob, options?: LongOptions): Promise<PhotoAnalysis>;
  render(analysis: PhotoAnalysis, recipe: Recipe, options: RenderOptions): Promise<Rendered>;
  /** The photo framed exactly as `recipe` frames the avatar, for before/after. */
  framedPhoto(
    analysis: PhotoAnalysis,
    recipe: Recipe,
    options: { size: number; signal?: AbortSignal },
  ): Promise<Blob>;
  /**
   * Re-encodes or scales down a stored avatar; a transparent one becomes white as JPEG. 'compact'
   * is the first of WebP, JPEG (not where there is transparency) and PNG that this browser writes.
   */
  convert(picture: Blob, options: { size: number; format: HdFormat | 'compact' }): Promise<Blob>;
  /**
   * Goes the way from a picture to a file once, with a small drawn one: reading canvases, the
   * models, drawing to float targets, each format written and read. Gives the parts that this
   * browser lacks; rejects where that can't be told, e.g. when the models can't be loaded.
   */
  selfTest(): Promise<readonly EnginePart[]>;
  /** Forgets a photo's analysis, matte and textures once everyone who sat with it has dismissed it. */
  release(analysis: PhotoAnalysis): void;
}
