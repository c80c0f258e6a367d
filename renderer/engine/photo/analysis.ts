import type { CutOutFault } from '../../core/cut-out-faults.ts';
import type { FaceFound } from '../../ports/engine.ts';
import type { Square } from '../raster/planes.ts';
import type { FaceLabels } from './labels.ts';

/**
 * What is worked out once about one person of a photo and used by all their avatars. Coordinates
 * are pixels of the working picture unless said otherwise; x to the right, y down.
 */
export interface Analysis {
  /** Names the photo, the face, and the cut-out's fineness and mending; the key for GPU caches. */
  readonly id: string;
  /** Size of the working picture: the photo, scaled so that the long side is at most 2048. */
  readonly width: number;
  readonly height: number;
  /** The working picture, RGBA, 8 bit, sRGB, opaque; width * height * 4 bytes. */
  readonly photo: Uint8ClampedArray<ArrayBuffer>;
  /**
   * The cut-out person: straight (not premultiplied) RGBA, 8 bit, sRGB; alpha is the refined
   * matte, and the colours of the edge are free of the old background.
   */
  readonly person: Uint8ClampedArray<ArrayBuffer>;
  /** What is wrong with the cut-out; missing for a quick one, which isn't judged. */
  readonly faults?: readonly CutOutFault[];
  /** The square around the worst fault, as fractions of the picture's sides. */
  readonly faultBox?: FaceFound['box'];
  /** What is where around this person's face. */
  readonly labels: FaceLabels;
  /** How likely each pixel of the face's close-up (faces/lenses.ts) lies within a lens of glasses. */
  readonly lenses: Square;
  /** One at least, the largest first. */
  readonly faces: readonly AnalysedFace[];
}

/** A face in the photo; its numbers are pixels of the working picture. */
export interface AnalysedFace extends Omit<FaceFound, 'maxSize' | 'notes'> {
  /** MediaPipe's 468 mesh points x, y, z (z in the unit of x; smaller is nearer), in its order. */
  readonly landmarks: Float32Array<ArrayBuffer>;
}
