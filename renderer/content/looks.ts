import type { VerdictCode } from '../core/engines/attempts.ts';
import type { EngineFailure } from '../core/engines/setup.ts';
import { SENTENCES } from '../core/errors.ts';
import { i18n } from '../i18n/index.ts';

/** The looks' titles, by id. */
export const LOOK_TITLES: Readonly<Record<string, string>> = {
  linkedin: i18n.t('LinkedIn classic'),
  executive: i18n.t('Executive'),
  'start-up': i18n.t('Start-up'),
  lawyer: i18n.t('Lawyer'),
  doctor: i18n.t('Doctor'),
  teacher: i18n.t('Teacher'),
  'estate-agent': i18n.t('Estate agent'),
  creative: i18n.t('Creative'),
  actor: i18n.t('Actor’s headshot'),
  city: i18n.t('In the city'),
  garden: i18n.t('Garden'),
  cafe: i18n.t('Café'),
  beach: i18n.t('Beach'),
  'country-house': i18n.t('Country house'),
  evening: i18n.t('Evening'),
  sport: i18n.t('Sport'),
  'black-and-white': i18n.t('Black and white'),
  oil: i18n.t('Oil portrait'),
  comic: i18n.t('Comic hero'),
  animated: i18n.t('Animated film'),
  own: i18n.t('Your own words'),
};

/** What went wrong with an engine of the user's own, by code, in one sentence. */
export const ENGINE_FAILURES: Readonly<Record<EngineFailure['code'], string>> = {
  'not-running': i18n.t('The engine doesn’t answer. Start it, and check its address.'),
  'address-refused': i18n.t('Photos aren’t sent to this address.'),
  redirected: i18n.t('The engine redirects to another address. Set it up with that one.'),
  forbidden: i18n.t(
    'The engine refused the request. Check what your key allows, and whether a proxy blocks it.',
  ),
  key: i18n.t('The engine doesn’t accept the key.'),
  quota: i18n.t('The engine’s account has no credit left, or a limit is reached.'),
  busy: i18n.t('The engine is busy. Try again later.'),
  'cannot-edit': i18n.t('The engine can’t edit pictures.'),
  'not-ready': i18n.t('The engine isn’t ready.'),
  moderation: i18n.t('The engine’s safety check refused the picture. Choose another look.'),
  memory: i18n.t('The engine ran out of memory. Free some, or use a smaller model.'),
  'too-large': i18n.t('The engine’s answer is too large.'),
  'not-a-picture': i18n.t('The engine didn’t answer with a picture.'),
  'nothing-made': i18n.t('The engine ended without a new picture.'),
  'job-lost': i18n.t('The engine was restarted and no longer knows this picture.'),
  'lost-after-sending': i18n.t(
    'The connection was lost after the photo was sent. The engine may have made the picture, and may charge for it.',
  ),
  'timed-out': i18n.t(
    'The engine was silent for too long. It may have made the picture, and may charge for it.',
  ),
  cancelled: i18n.t('The look was cancelled.'),
  failed: i18n.t('The engine failed.'),
  'not-allowed': i18n.t('Nothing was sent: photos aren’t allowed to go to this engine.'),
  'not-contacted': SENTENCES['rpc-declined'],
  'not-asked': SENTENCES['rpc-not-asked'],
  'unknown-engine': i18n.t('This engine isn’t set up any more.'),
};

/** A failure in our words, with the engine's own behind them. */
export const failureWords = ({ code, said }: EngineFailure): string =>
  said === ''
    ? ENGINE_FAILURES[code]
    : i18n.t('{sentence} It says: {said}', { sentence: ENGINE_FAILURES[code], said });

/** Why a picture isn't surely the person. */
export const VERDICT_WORDS: Readonly<Partial<Record<VerdictCode, string>>> = {
  'no-face': i18n.t('It shows no clear face.'),
  'several-faces': i18n.t('It shows several faces.'),
  'small-face': i18n.t('The face in it is too small.'),
  copy: i18n.t('It is a copy of the photo.'),
  'art-shape': i18n.t('The face has a different shape from the photo’s.'),
  shape: i18n.t('The face has a different shape from the photo’s.'),
  'poor-photo': i18n.t('It may be somebody else; the photo isn’t good enough to tell.'),
  'somebody-else': i18n.t('It shows somebody else.'),
  'maybe-else': i18n.t('It may be somebody else.'),
};
