import type { Camera, Motion, MotionNote, Move } from '../../core/motion.ts';
import { t } from '../../i18n/index.ts';
import type { VideoFormat, VideoOffer } from '../../ports/video.ts';

export const MOTION_LABELS: Readonly<Record<Motion, string>> = {
  calm: t('Calm'),
  lively: t('Lively'),
  paint: t('Only the paint'),
};

export const MOVE_LABELS: Readonly<Record<Move, string>> = {
  look: t('A look aside'),
  nod: t('A nod'),
  tilt: t('A tilt of the head'),
  smile: t('A smile'),
};

export const CAMERA_LABELS: Readonly<Record<Camera, string>> = {
  still: t('At rest'),
  push: t('Nearer'),
  drift: t('Drifting'),
  orbit: t('Around'),
};

/** Why this face gets less of the motion. */
export const NOTE_WORDS: Readonly<Record<MotionNote, string>> = {
  turned: t('The face is turned already, so the head moves less.'),
  smiling: t('The smile is there already, so it grows only a little.'),
  'eyes-shut': t('The eyes are shut in the photo, so they don’t blink.'),
  'eyes-covered': t('The eyes are covered, so they don’t blink.'),
  close: t('The face fills the frame, so breathing would show as a wobble and is left out.'),
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
    : t(
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
        ? t('Opens everywhere (H.264).')
        : t('This browser doesn’t encode H.264, so it is {codec} in MP4: newer players open it.', {
            codec,
          });
    case 'webm':
      return t('For the web, in {codec}.', { codec });
    case 'webp':
    case 'apng':
      return t('A picture that moves, for pages and chats.');
    case 'gif':
      return t('Opens everywhere, in 255 colours, under 8 MB and at most 540 pixels.');
  }
}

/** What becomes of a transparent background. */
function groundWords({ format, alpha }: VideoOffer): string {
  if (format === 'gif') return t('Edges are not smoothed.');
  return alpha
    ? t('The transparent background is kept.')
    : t('The transparent background becomes white.');
}
