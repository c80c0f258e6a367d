import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import type { AnalysedFace, Analysis } from '../../photo/analysis.ts';
import { frontalFrame, type Frame } from '../../photo/frame.ts';
import { faceMaps, framedLandmarks, MAP_SIZE } from './facemap.ts';
import { portraitOf, type Portrait } from './portrait.ts';
import { subjectOf, type Subject } from './subject.ts';
import { thumbOf, type Thumb } from './thumb.ts';

/** Edge in pixels of the frame in which a person's statistics are measured. */
const EDGE = 512;

/** What is known about a face of a photo, independent of an avatar's seed, style, crop and size. */
export interface FaceProfile {
  /** Maps the photo to a square of `edge` px with the face upright and in the middle. */
  readonly frame: Frame;
  readonly edge: number;
  /** 468 landmarks in pixels of that square: x, y, z in turn. */
  readonly landmarks: Float32Array;
  readonly thumb: Thumb;
  readonly subject: Subject;
  /** The maps of `FaceMaps`, for that square. */
  readonly features: Target;
  readonly normals: Target;
  /** Worked out when a style first asks for it, then kept. */
  readonly portrait: () => Portrait;
  /** The scope of its targets, and of those that styles make from it once. */
  readonly gpu: Gpu;
}

export const makeFaceProfile = (gpu: Gpu, analysis: Analysis, face: AnalysedFace): FaceProfile => {
  const frame = frontalFrame(face, EDGE);
  const landmarks = framedLandmarks(face, frame);
  const maps = faceMaps(landmarks, EDGE);
  const thumb = thumbOf(analysis, frame, EDGE, 128);
  const y = (index: number): number => landmarks[3 * index + 1] / EDGE;
  const subject = subjectOf(thumb, maps, y(152), y(9));
  let portrait: Portrait | undefined;
  return {
    frame,
    edge: EDGE,
    landmarks,
    thumb,
    subject,
    gpu,
    portrait: () => (portrait ??= portraitOf(analysis, face, subject)),
    features: gpu.upload(maps.features, MAP_SIZE, MAP_SIZE),
    normals: gpu.upload(maps.normals, MAP_SIZE, MAP_SIZE),
  };
};
