import { labelsFrame } from '../../faces/parser.ts';
import type { Gpu } from '../../gl/gpu.ts';
import type { AnalysedFace, Analysis } from '../../photo/analysis.ts';
import { compose, frontalFrame } from '../../photo/frame.ts';
import { pointOf } from './canvas.ts';
import { faceMaps, framedLandmarks, MAP_SIZE } from './facemap.ts';
import { lazy } from './lazy.ts';
import { CHIN } from './mesh.ts';
import { planesOn } from './person.ts';
import { portraitOf } from './portrait.ts';
import { subjectOf } from './subject.ts';
import { thumbOf } from './thumb.ts';

/** Edge in pixels of the frame in which a person's statistics are measured. */
const PROFILE_PX = 512;
/** Edge in texels of its thumb. */
const THUMB = 128;

/** What can be measured of a face without a GPU. */
export const measuredFace = (analysis: Analysis, face: AnalysedFace) => {
  const frame = frontalFrame(face, PROFILE_PX);
  const landmarks = framedLandmarks(face, frame);
  const maps = faceMaps(landmarks, PROFILE_PX);
  const thumb = thumbOf(analysis, frame, PROFILE_PX, THUMB);
  const scale = THUMB / PROFILE_PX;
  const small = compose({ a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 }, frame);
  const own = labelsFrame(face);
  const [skin, hair, , clothes] = planesOn(analysis.labels, own, THUMB, small, analysis);
  const chin = pointOf({ landmarks }, CHIN)[1] / PROFILE_PX;
  return {
    frame,
    maps,
    subject: subjectOf(thumb, maps, { skin, hair, clothes }, chin, analysis.photo),
  };
};

export type FaceProfile = ReturnType<typeof makeFaceProfile>;

/** What is known about a face of a photo, independent of an avatar's seed, style, crop and size. */
export const makeFaceProfile = (gpu: Gpu, analysis: Analysis, face: AnalysedFace) => {
  const { frame, maps, subject } = measuredFace(analysis, face);
  return {
    /** Maps the photo to a square of `edge` px with the face upright and in the middle. */
    frame,
    edge: PROFILE_PX,
    subject,
    /** The scope of its targets, and of those that styles make from it once. */
    gpu,
    /** Worked out when a style first asks for it, then kept. */
    portrait: lazy(() => portraitOf(analysis, face, subject)),
    features: gpu.upload(maps.features, MAP_SIZE, MAP_SIZE),
    normals: gpu.upload(maps.normals, MAP_SIZE, MAP_SIZE),
  };
};
