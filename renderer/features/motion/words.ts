import type { Camera, Motion, MotionNote, Move } from '../../core/motion.ts';
import { i18n } from '../../i18n/index.ts';
import type { VideoFormat, VideoOffer } from '../../ports/video.ts';

export const MOTION_LABELS: Readonly<Record<Motion, string>> = {
  calm: i18n.t('Calm'),
  lively: i18n.t('Lively'),
  paint: i18n.t('Only the paint'),
};

export const MOVE_LABELS: Readonly<Record<Move, string>> = {
  look: i18n.t('A look aside'),
  nod: i18n.t('A nod'),
  tilt: i18n.t('A tilt of the head'),
  smile: i18n.t('A smile'),
};

export const CAMERA_LABELS: Readonly<Record<Camera, string>> = {
  still: i18n.t('At rest'),
  push: i18n.t('Nearer'),
  drift: i18n.t('Drifting'),
  orbit: i18n.t('Around'),
};

/** Why this face gets less of the motion. */
export const NOTE_WORDS: Readonly<Record<MotionNote, string>> = {
  turned: i18n.t('The face is turned already, so the head moves less.'),
  smiling: i18n.t('The smile is there already, so it grows only a little.'),
  'eyes-shut': i18n.t('The eyes are shut in the photo, so they don’t blink.'),
  'eyes-covered': i18n.t('The eyes are covered, so they don’t blink.'),
  close: i18n.t('The face fills the frame, so breathing would show as a wobble and is left out.'),
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
    : i18n.t(
        'This browser can’t make MP4 or WebM videos; a current Chrome or Edge and the desktop app can.',
      );

/** What a format is good for here; shown before saving. */
export function formatWords(offer: VideoOffer, seeThrough: boolean): string {
  return seeThrough ? `${purposeWords(offer)} ${groundWords(offer)}` : purposeWords(offer);
}

function purposeWords({ format, codec }: VideoOffer): string {
  switch (format) {
    case 'mp4':
      return codec === 'H.264'
        ? i18n.t('Opens everywhere (H.264).')
        : i18n.t(
            'This browser doesn’t encode H.264, so it is {codec} in MP4: newer players open it.',
            { codec },
          );
    case 'webm':
      return i18n.t('For the web, in {codec}.', { codec });
    case 'webp':
    case 'apng':
      return i18n.t('A picture that moves, for pages and chats.');
    case 'gif':
      return i18n.t('Opens everywhere, in 255 colours, under 8 MB and at most 540 pixels.');
  }
}

/** What becomes of a transparent background. */
function groundWords({ format, alpha }: VideoOffer): string {
  if (format === 'gif') return i18n.t('Edges are not smoothed.');
  return alpha
    ? i18n.t('The transparent background is kept.')
    : i18n.t('The transparent background becomes white.');
}
