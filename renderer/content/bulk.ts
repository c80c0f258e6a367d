import { t } from '../i18n/index.ts';

/** /bulk, for people who make avatars by the hundred. */
export const BULK_WORDS = {
  lead: t(
    'Choose a folder of photos, one face each. Each photo in it is a person, and each subfolder one person with several photos. Everyone gets the same styles, and one photo that can’t be used never stops the others.',
  ),
  freeLook: t('Check your photos for free. Making the avatars needs Pro.'),
  kept: t(
    'The photos stay on this device, encrypted, until the run that they are for is done, and never longer than 24 hours.',
  ),
  again: t('Interrupted? Choose the same folder again: photos already read are skipped.'),
} as const;
