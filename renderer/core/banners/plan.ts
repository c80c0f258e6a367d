import type { BannerDesign, BannerLayoutId, BannerPart } from './design.ts';
import type { FaceId, Measure } from './fit-text.ts';
import type { BannerSize, Rect, Zone } from './sizes.ts';
import type { BannerSubject } from './subject.ts';

/** A placed text, in pixels of the banner. */
export interface Words {
  readonly part: Exclude<BannerPart, 'portrait'>;
  readonly face: FaceId;
  readonly size: number;
  readonly align: 'left' | 'right';
  readonly rightToLeft: boolean;
  /** The box around all of its lines. */
  readonly box: Rect;
  readonly lines: readonly {
    readonly text: string;
    /** The edge it is aligned to. */ readonly x: number;
    readonly baseline: number;
  }[];
}

/** Where the avatar's square picture lies; it may reach beyond the banner. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A window of the banner through which a picture is seen. */
export interface Frame extends Rect {
  readonly picture: Placed;
  /** Which of several pictures is shown; the index wraps around. */
  readonly which: number;
}

/** All of a banner's geometry; nothing here depends on a canvas. */
export interface BannerPlan {
  readonly layout: BannerLayoutId;
  readonly width: number;
  readonly height: number;
  /** Laid out from right to left: everything except the pictures themselves is mirrored. */
  readonly mirrored: boolean;
  readonly words: readonly Words[];
  /** Where words may go. */
  readonly area: Rect;
  readonly zones: readonly Zone[];
  /** The person in front of the ground. */
  readonly portrait?: Placed & { readonly inFrontOfName: boolean };
  readonly rules: readonly Rect[];
  readonly frames: readonly Frame[];
  /** Flat areas under words or pictures: film, the paper of a print, the plate of a title. */
  readonly panels: readonly Rect[];
}

/** What a layout returns; the rest is the same for all layouts. */
export type Draft = Omit<BannerPlan, 'layout' | 'width' | 'height' | 'mirrored' | 'area' | 'zones'>;

/** Everything that a layout works from. */
export interface LayoutInput {
  readonly design: BannerDesign;
  readonly size: BannerSize;
  readonly subject: BannerSubject;
  readonly measure: Measure;
  /** What the site lays over the banner on the side where lines begin; words keep clear of it. */
  readonly avatar: Rect | undefined;
}
