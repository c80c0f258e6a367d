import type { AvatarSize, PictureFormat, Recipe, RecipeOptions } from '../core/avatars.ts';
import type { CutOutFault } from '../core/cut-out-faults.ts';
import type { FaceBox } from '../core/drafts.ts';
import type { Compared } from '../core/engines/verdict.ts';
import type { Living, MotionNote } from '../core/motion.ts';
import type { PhotoNote } from '../core/photo-notes.ts';
import type { Subscribable } from '../core/subscribable.ts';
import type { VideoEncoders } from './video.ts';

export interface Progress {
  /** 0 to 1. */
  readonly done: number;
  /** 'shrink': a photo with more pixels than are kept is being made smaller. */
  readonly stage:
    | 'shrink'
    | 'decode'
    | 'face'
    | 'landmarks'
    | 'matte'
    | 'style'
    | 'encode'
    | 'check';
  /** `openPhoto` only: the imported photo, before it is analysed. */
  readonly photo?: Blob;
}

export interface LongOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** Files of the engine that are being fetched, in bytes before any compression on the way. */
export interface EngineFetch {
  readonly received: number;
  readonly total: number;
}

/** A face in the photo. Its places are fractions of the photo's width and height, 0 to 1. */
export interface FaceFound {
  readonly box: FaceBox;
  /** Detector's score, 0 to 1. */
  readonly score: number;
  /** Landmark model's presence, 0 to 1. */
  readonly presence: number;
  /** Tilt of the line between the eyes, in degrees. */
  readonly roll: number;
  /** Centre of each eye; first the person's right eye, which is on the left of the picture. */
  readonly eyes: readonly [readonly [number, number], readonly [number, number]];
  /** Largest avatar size that the photo has enough detail of it for. */
  readonly maxSize: AvatarSize;
  /** What could be better about the photo for an avatar of it. */
  readonly notes: readonly PhotoNote[];
}

/** A photo that was analysed once. Any number of pictures can be rendered from it cheaply. */
export interface PhotoAnalysis {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** The largest first. */
  readonly faces: readonly FaceFound[];
  /**
   * About the photo and its largest face: the user sees them before paying. `openPhoto` alone can
   * tell that the file is animated.
   */
  readonly notes: readonly PhotoNote[];
}

/** A picked file after its import. */
export interface ImportedPhoto {
  /** PNG or JPEG. */
  readonly photo: Blob;
  readonly width: number;
  readonly height: number;
  /** The file holds several pictures, of which this is the first. */
  readonly animated?: true;
}

export interface OpenedPhoto extends ImportedPhoto {
  readonly analysis: PhotoAnalysis;
}

export interface RenderOptions extends LongOptions {
  /** Edge length in pixels, 64 to 2048. */
  readonly size: number;
  readonly format: PictureFormat;
  /** Find the face again in the result and measure its likeness. Off for chips and previews. */
  readonly check?: boolean;
  /**
   * Also make a thumbnail with this edge length in pixels, in the first of WebP, JPEG (opaque
   * pictures only) and PNG that this browser can write.
   */
  readonly thumb?: number;
  /**
   * Use the quick cut-out while the fine one isn't ready. For previews only, never for a picture
   * that is kept. Without it, a person's first picture waits a second or two for the fine cut-out.
   */
  readonly draft?: boolean;
  /** A preview runs before a batch's items, a chip after them. */
  readonly priority?: 'preview' | 'chip' | 'batch';
}

export interface Rendered {
  readonly picture: Blob;
  /** Present when `thumb` was set. */
  readonly thumb?: Blob;
  readonly size: number;
  /** How like the photo it is, 0 to 1: see `measureLikeness`. Present when `check` was set. */
  readonly likeness?: number;
  readonly softened: boolean;
  /** The factor on the style's strength, if softened. */
  readonly softenedTo?: number;
  /** Faults of the cut-out that was used; missing in a draft. */
  readonly faults?: readonly CutOutFault[];
}

/** The cut-out as a picture, to show and to correct. */
export interface CutOutShown {
  /** PNG of the person in the photo's own frame, transparent around them. */
  readonly picture: Blob;
  readonly faults: readonly CutOutFault[];
  /** The square of the photo around the worst fault, if there is one. */
  readonly faultBox?: FaceBox;
}

/** A picture that an engine of the user's own made, read and compared with the photo. */
export interface ComparedPicture extends Compared {
  /** PNG, made anew from pixels. */
  readonly picture: Blob;
  readonly thumb: Blob;
}

/** Consecutive frames of a living avatar. */
export interface MotionFrames {
  /** Straight RGBA, `living.size` squared. */
  readonly frames: readonly Uint8ClampedArray<ArrayBuffer>[];
  /** Why this face moves less than was asked for. */
  readonly notes: readonly MotionNote[];
}

/**
 * A stage between a photo and a file. 'pixels': a canvas returns the pixels that were drawn on it.
 */
export type EnginePart = 'pixels' | 'models' | 'graphics' | 'encode' | 'decode';

/**
 * Turns a photo into avatars, on this device. All methods reject with LikenessError: photo-* for
 * unusable pictures, engine-* for failures, 'engine-aborted' when aborted.
 */
export interface Engine {
  /** Version of the styles and models; stored in every recipe. */
  readonly version: number;
  /**
   * The files that are being fetched, e.g. for the first photo; undefined while none is. They may
   * come from a cache: only one that takes long needs words.
   */
  readonly fetching: Subscribable<EngineFetch | undefined>;
  /**
   * Checks a picked file, turns it upright, limits it to 4096 px on the long side and re-encodes it
   * without metadata.
   */
  importPhoto(file: Blob, options?: LongOptions): Promise<ImportedPhoto>;
  /** Imports a picked file and analyses it. Needs one `release`, as `analyse` does. */
  openPhoto(file: Blob, options?: LongOptions): Promise<OpenedPhoto>;
  /** Analyses a photo that was imported earlier. Each resolved call needs one `release`. */
  analyse(photo: Blob, options?: LongOptions): Promise<PhotoAnalysis>;
  render(analysis: PhotoAnalysis, recipe: Recipe, options: RenderOptions): Promise<Rendered>;
  /** The photo, framed exactly as `recipe` frames the avatar; for before/after views. */
  framedPhoto(
    analysis: PhotoAnalysis,
    recipe: Recipe,
    options: { size: number; signal?: AbortSignal },
  ): Promise<Blob>;
  /** The fine cut-out of one face with the user's brush strokes applied. */
  cutOut(
    analysis: PhotoAnalysis,
    options: Pick<RecipeOptions, 'face' | 'strokes'>,
    request: LongOptions & {
      /** Pixels of its longer side, at most the photo's own. */ readonly size: number;
    },
  ): Promise<CutOutShown>;
  /** What an engine of the user's own gets: head and shoulders, at most 1,536 px, JPEG without metadata. */
  portrait(analysis: PhotoAnalysis, whose?: Pick<RecipeOptions, 'face'>): Promise<Blob>;
  /** Reads a picture that an engine of the user's own made, and compares its face with the photo's. */
  compare(
    analysis: PhotoAnalysis,
    picture: Blob,
    options: Pick<RecipeOptions, 'face'> & {
      /** Edge of the small copy in pixels. */ readonly thumb: number;
      /** Makes `picture` a square of this edge, with the face in it; else it keeps its shape. */
      readonly square?: number;
    },
  ): Promise<ComparedPicture>;
  /**
   * Re-encodes or scales down a stored avatar. As JPEG, a transparent avatar gets a white
   * background. As SVG, a flat one becomes a drawing of named layers, at most 400 KB, whatever the
   * size. `quality`, 0 to 1, is for JPEG and WebP.
   */
  convert(
    picture: Blob,
    options: { size: number; format: PictureFormat; quality?: number },
  ): Promise<Blob>;
  /**
   * Runs a small drawn picture through the whole pipeline once: reads canvases, loads the models,
   * draws to float targets, writes and reads each format. Returns the stages that this browser
   * lacks. Rejects where it can't tell, e.g. when the models can't be loaded.
   */
  selfTest(): Promise<readonly EnginePart[]>;
  /**
   * Frames of the moving avatar, from the same photo and recipe; frame 0 equals the still picture.
   * Request a few at a time, in order: intermediate results are kept from one call to the next.
   */
  animate(
    analysis: PhotoAnalysis,
    recipe: Recipe,
    options: LongOptions & {
      readonly living: Living;
      readonly from: number;
      readonly count: number;
      readonly priority?: 'preview' | 'batch';
    },
  ): Promise<MotionFrames>;
  /** The video encoders. They run in the page and load on first use. */
  video(): Promise<VideoEncoders>;
  /**
   * Frees an analysis with its matte and textures. Rendering from it rejects from then on.
   */
  release(analysis: PhotoAnalysis): void;
}
