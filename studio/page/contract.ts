import type { HdFormat, PictureFormat, Recipe } from '../../renderer/core/avatars.ts';
import type { BannerDesign } from '../../renderer/core/banners/design.ts';
import type { CutOutFault } from '../../renderer/core/cut-out-faults.ts';
import type { Compared } from '../../renderer/core/engines/verdict.ts';
import type { ErrorCode } from '../../renderer/core/errors.ts';
import type { Living } from '../../renderer/core/motion.ts';
import type { PhotoNote } from '../../renderer/core/photo-notes.ts';
import type { EnginePart } from '../../renderer/ports/engine.ts';
import type { VideoFormat } from '../../renderer/ports/video.ts';

/** A call's result, or the code of the product's own sentence. */
export type Answer<T> =
  | { readonly value: T }
  | { readonly refused: ErrorCode; readonly detail?: string };

/** What is to be known about a photo that was imported and analysed. */
export interface PhotoFacts {
  readonly notes: readonly PhotoNote[];
}

/** One file to make of a photo. The same photo and work give the same file. */
export type Work =
  | {
      readonly kind: 'picture';
      readonly recipe: Recipe;
      /** Edge length in pixels, 64 to 2048. */
      readonly size: number;
      readonly format: PictureFormat;
    }
  | {
      readonly kind: 'animation';
      readonly recipe: Recipe;
      readonly living: Living;
      readonly format: VideoFormat;
    }
  | {
      readonly kind: 'banner';
      readonly recipe: Recipe;
      readonly design: BannerDesign;
      readonly format: HdFormat;
    };

export type WorkOf<Kind extends Work['kind']> = Extract<Work, { readonly kind: Kind }>;

/** Result of an avatar's check; for an animation or a banner, of the still it is made from. */
export interface PictureFacts {
  /** 1 - mean landmark drift / distance between the eyes. */
  readonly likeness: number;
  readonly softened: boolean;
  readonly faults: readonly CutOutFault[];
}

/** The functions that the engine's page offers its driver. Files travel as base64. */
export interface EnginePage {
  open(file: string): Promise<Answer<PhotoFacts & { readonly photo: number }>>;
  /** @param thumbnail longer edge of the small copy in pixels */
  make(
    photo: number,
    work: Work,
    thumbnail: number,
  ): Promise<
    Answer<
      PictureFacts & {
        readonly file: string;
        readonly type: string;
        readonly thumbnail: string;
        readonly thumbnailType: string;
      }
    >
  >;
  /** What an engine of the user's own gets of the photo: a JPEG. */
  portrait(photo: number): Promise<Answer<string>>;
  /** Compares a picture that such an engine made with the photo. */
  compare(
    photo: number,
    file: string,
  ): Promise<
    Answer<{
      readonly found: Compared;
      /** PNG. */
      readonly file: string;
    }>
  >;
  /** Frees a photo; unknown ones are ignored. */
  close(photo: number): void;
  /** Parts that this browser lacks. */
  selfTest(): Promise<Answer<readonly EnginePart[]>>;
  /** The formats that this browser writes animations in. */
  videoFormats(): Promise<Answer<readonly VideoFormat[]>>;
}

declare global {
  interface Window {
    enginePage: EnginePage;
  }
}
