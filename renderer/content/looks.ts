import type { VerdictCode } from '../core/engines/attempts.ts';
import type { EngineFailure } from '../core/engines/setup.ts';
import { SENTENCES } from '../core/errors.ts';
import { t } from '../i18n/index.ts';

/** The looks' titles, by id. */
export const LOOK_TITLES: Readonly<Record<string, string>> = {
  linkedin: t('LinkedIn classic'),
  executive: t('Executive'),
  'start-up': t('Start-up'),
  lawyer: t('Lawyer'),
  doctor: t('Doctor'),
  teacher: t('Teacher'),
  'estate-agent': t('Estate agent'),
  creative: t('Creative'),
  actor: t('Actor’s headshot'),
  city: t('In the city'),
  garden: t('Garden'),
  cafe: t('Café'),
  beach: t('Beach'),
  'country-house': t('Country house'),
  evening: t('Evening'),
  sport: t('Sport'),
  'black-and-white': t('Black and white'),
  oil: t('Oil portrait'),
  comic: t('Comic hero'),
  animated: t('Animated film'),
  own: t('Your own words'),
};

/** What went wrong with an engine of the user's own, by code, in one sentence. */
export const ENGINE_FAILURES: Readonly<Record<EngineFailure['code'], string>> = {
  'not-running': t('The engine doesn’t answer. Start it, and check its address.'),
  'address-refused': t('Photos aren’t sent to this address.'),
  redirected: t('The engine redirects to another address. Set it up with that one.'),
  forbidden: t(
    'The engine refused the request. Check what your key allows, and whether a proxy blocks it.',
  ),
  key: t('The engine doesn’t accept the key.'),
  quota: t('The engine’s account has no credit left, or a limit is reached.'),
  busy: t('The engine is busy. Try again later.'),
  'cannot-edit': t('The engine can’t edit pictures.'),
  'not-ready': t('The engine isn’t ready.'),
  moderation: t('The engine’s safety check refused the picture. Choose another look.'),
  memory: t('The engine ran out of memory. Free some, or use a smaller model.'),
  'too-large': t('The engine’s answer is too large.'),
  'not-a-picture': t('The engine didn’t answer with a picture.'),
  'nothing-made': t('The engine ended without a new picture.'),
  'job-lost': t('The engine was restarted and no longer knows this picture.'),
  'lost-after-sending': t(
    'The connection was lost after the photo was sent. The engine may have made the picture, and may charge for it.',
  ),
  'timed-out': t(
    'The engine was silent for too long. It may have made the picture, and may charge for it.',
  ),
  cancelled: t('The look was cancelled.'),
  failed: t('The engine failed.'),
  'not-allowed': t('Nothing was sent: photos aren’t allowed to go to this engine.'),
  'not-contacted': SENTENCES['rpc-declined'],
  'not-asked': SENTENCES['rpc-not-asked'],
  'unknown-engine': t('This engine isn’t set up any more.'),
};

/** A failure in our words, with the engine's own behind them. */
export const failureWords = ({ code, said }: EngineFailure): string =>
  said === ''
    ? ENGINE_FAILURES[code]
    : t('{sentence} It says: {said}', { sentence: ENGINE_FAILURES[code], said });

/** Why a picture isn't surely the person. */
export const VERDICT_WORDS: Readonly<Partial<Record<VerdictCode, string>>> = {
  'no-face': t('It shows no clear face.'),
  'several-faces': t('It shows several faces.'),
  'small-face': t('The face in it is too small.'),
  copy: t('It is a copy of the photo.'),
  'art-shape': t('The face has a different shape from the photo’s.'),
  shape: t('The face has a different shape from the photo’s.'),
  'poor-photo': t('It may be somebody else; the photo isn’t good enough to tell.'),
  'somebody-else': t('It shows somebody else.'),
  'maybe-else': t('It may be somebody else.'),
};
