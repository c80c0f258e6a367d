import { CLAIMS } from '../../content/claims.ts';
import { i18n } from '../../i18n/index.ts';

export interface StepWords {
  readonly title: string;
  readonly words: string;
}

/** The words of the four steps from a payment to pictures. `ofAll` counts the batch: '3 of 12'. */
export const stepWords = (
  ofAll?: string,
): readonly [StepWords, StepWords, StepWords, StepWords] => [
  {
    title: i18n.t('Verify payment'),
    words: i18n.t('We read the transfer from the chain. That typically takes {verificationTime}.', {
      verificationTime: CLAIMS.verificationTime,
    }),
  },
  {
    title: i18n.t('AI processing'),
    words: ofAll
      ? i18n.t('Your photo becomes avatars on this device: {ofAll}.', { ofAll })
      : i18n.t('Your photo becomes avatars, on this device.'),
  },
  {
    title: i18n.t('Quality check & rendering'),
    words: i18n.t('Every picture is checked. Any that doesn’t look like you is redone.'),
  },
  {
    title: i18n.t('Delivery to dashboard'),
    words: ofAll
      ? i18n.t('{ofAll} are in your dashboard.', { ofAll })
      : i18n.t('Finished pictures go to your dashboard at once.'),
  },
];
