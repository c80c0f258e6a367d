import { CLAIMS } from '../../content/claims.ts';

export interface StepWords {
  readonly title: string;
  readonly words: string;
}

/** The words of the four steps from a payment to pictures. `ofAll` counts the batch: '3 of 12'. */
export const stepWords = (
  ofAll?: string,
): readonly [StepWords, StepWords, StepWords, StepWords] => [
  {
    title: 'Verify payment',
    words: `We read the transfer from the chain. That typically takes ${CLAIMS.verificationTime}.`,
  },
  {
    title: 'AI processing',
    words: ofAll
      ? `Your photo becomes avatars on this device: ${ofAll}.`
      : 'Your photo becomes avatars, on this device.',
  },
  {
    title: 'Quality check & rendering',
    words: 'Every picture is checked. Any that doesn’t look like you is redone.',
  },
  {
    title: 'Delivery to dashboard',
    words: ofAll
      ? `${ofAll} are in your dashboard.`
      : 'Finished pictures go to your dashboard at once.',
  },
];
