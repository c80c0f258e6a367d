import { labelsFrame } from '../../faces/parser.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { Target } from '../../gl/target.ts';
import type { AnalysedFace, Analysis } from '../../photo/analysis.ts';
import { compose, frontalFrame, type Frame } from '../../photo/frame.ts';
import { pointOf } from './canvas.ts';
import { faceMaps, framedLandmarks, MAP_SIZE, type FaceMaps } from './facemap.ts';
import { lazy } from './lazy.ts';
import { CHIN } from './mesh.ts';
import { likelyOn } from './person.ts';
import { portraitOf, type Portrait } from './portrait.ts';
import { subjectOf, type Subject } from './subject.ts';
import { thumbOf } from './thumb.ts';

/** Edge in pixels of the frame in which a person's statistics are measured. */
const EDGE = 512;

/** Edge in texels of its thumb. */
const THUMB = 128;

/** What is known about a face of a photo, independent of an avatar's seed, style, crop and size. */
export interface FaceProfile {
  /** Maps the photo to a square of `edge` px with the face upright and in the middle. */
  readonly frame: Frame;
  readonly edge: number;
  readonly subject: Subject;
  /** The maps of `FaceMaps`, for that square. */
  readonly features: Target;
  readonly normals: Target;
  /** Worked out when a style first asks for it, then kept. */
  readonly portrait: () => Portrait;
  /** The scope of its targets, and of those that styles make from it once. */
  readonly gpu: Gpu;
}

/** What can be measured of a face without a GPU. */
export const measuredFace = (
  analysis: Analysis,
  face: AnalysedFace,
): Pick<FaceProfile, 'frame' | 'subject'> & { readonly maps: FaceMaps } => {
  const frame = frontalFrame(face, EDGE);
  const landmarks = framedLandmarks(face, frame);
  const maps = faceMaps(landmarks, EDGE);
  const thumb = thumbOf(analysis, frame, EDGE, THUMB);
  const scale = THUMB / EDGE;
  const small = compose({ a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 }, frame);
  const person = likelyOn(analysis.labels, labelsFrame(face), THUMB, small, analysis);
  const chin = pointOf({ landmarks }, CHIN)[1] / EDGE;
  return { frame, maps, subject: subjectOf(thumb, maps, person, chin) };
};

export const makeFaceProfile = (gpu: Gpu, analysis: Analysis, face: AnalysedFace): FaceProfile => {
  const { maps, ...measured } = measuredFace(analysis, face);
  return {
    ...measured,
    edge: EDGE,
    gpu,
    portrait: lazy(() => portraitOf(analysis, face, measured.subject)),
    features: gpu.upload(maps.features, MAP_SIZE, MAP_SIZE),
    normals: gpu.upload(maps.normals, MAP_SIZE, MAP_SIZE),
  };
};
