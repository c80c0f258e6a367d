import type { Camera, Motion, MotionNote, Move } from '../../core/motion.ts';
import type { VideoFormat, VideoOffer } from '../../ports/video.ts';

export const MOTION_LABELS: Readonly<Record<Motion, string>> = {
  calm: 'Calm',
  lively: 'Lively',
  paint: 'Only the paint',
};

export const MOVE_LABELS: Readonly<Record<Move, string>> = {
  look: 'A look aside',
  nod: 'A nod',
  tilt: 'A tilt of the head',
  smile: 'A smile',
};

export const CAMERA_LABELS: Readonly<Record<Camera, string>> = {
  still: 'Still',
  push: 'Nearer',
  drift: 'Drifting',
  orbit: 'Around',
};

/** Why this face gets less of the motion. */
export const NOTE_WORDS: Readonly<Record<MotionNote, string>> = {
  turned: 'The face is turned already, so the head moves less.',
  smiling: 'The smile is there already, so it grows only a little.',
  'eyes-shut': 'The eyes are shut in the photo, so they don’t blink.',
  'eyes-covered': 'The eyes are covered, so they don’t blink.',
  close: 'The face fills the frame, so breathing would show as a wobble and is left out.',
};

export const FORMAT_LABELS: Readonly<Record<VideoFormat, string>> = {
  mp4: 'MP4',
  webm: 'WebM',
  webp: 'WebP',
  apng: 'APNG',
  gif: 'GIF',
};

/** Says what still works in a browser without a video encoder. */
export const withoutVideo = (offers: readonly VideoOffer[]): string | undefined =>
  offers.some(({ format }) => format === 'mp4' || format === 'webm')
    ? undefined
    : 'This browser encodes no video, so MP4 and WebM are missing here; a current Chrome or Edge and the desktop app write them.';

/** What a format is good for here; shown before saving. */
export function formatWords({ format, codec, alpha }: VideoOffer, seeThrough: boolean): string {
  const ground = !seeThrough
    ? ''
    : alpha
      ? ' The transparent background is kept.'
      : ' The transparent background becomes white.';
  switch (format) {
    case 'mp4':
      return codec === 'H.264'
        ? `Opened everywhere (H.264).${ground}`
        : `This browser doesn’t encode H.264, so it is ${codec} in MP4: newer players open it.${ground}`;
    case 'webm':
      return `For the web, in ${codec}.${ground}`;
    case 'webp':
    case 'apng':
      return `A picture that moves, for pages and chats.${ground}`;
    case 'gif':
      return `Opened by everything, in 255 colours, under 8 MB and at most 540 pixels.${
        seeThrough ? ' Edges are cut out hard.' : ''
      }`;
  }
}
