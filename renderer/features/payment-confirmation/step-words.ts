import { CLAIMS } from '../../content/claims.ts';
import { i18n } from '../../i18n/index.ts';

/** The words of the four steps from a payment to pictures, with the batch's pictures once known. */
export const stepWords = (pictures?: { readonly made: number; readonly all: number }) => [
  {
    title: i18n.t('Verify payment'),
    words: i18n.t('We read the transfer from the chain. That typically takes {time}.', {
      time: CLAIMS.verificationTime,
    }),
  },
  {
    title: i18n.t('AI processing'),
    words: pictures
      ? i18n.t('Your photo becomes avatars on this device: {made} of {all}.', { ...pictures })
      : i18n.t('Your photo becomes avatars, on this device.'),
  },
  {
    title: i18n.t('Quality check & rendering'),
    words: i18n.t(
      'Every picture is compared with your photo. If one differs too much, it is drawn again.',
    ),
  },
  {
    title: i18n.t('Delivery to dashboard'),
    words: pictures
      ? i18n.t('{made} of {all} are in your dashboard.', { ...pictures })
      : i18n.t('Finished pictures go to your dashboard at once.'),
  },
];
