import { i18n } from '../i18n/index.ts';
import { UNLESS_OWN_ENGINE } from './brand.ts';

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
}

/** The Contact page's three questions. */
export const FAQ: readonly Question[] = [
  {
    id: 'how-long',
    question: i18n.t('How long does it take to get my avatars?'),
    answer: i18n.t(
      'Avatars usually take 5-15 minutes, complex animations up to 30. That allows for a full set and for the payment to be verified, which typically takes 1-3 minutes. A single picture develops in seconds, in front of you, because there is no queue.',
    ),
  },
  {
    id: 'refund',
    question: i18n.t('Can I get a refund?'),
    answer: i18n.t(
      'Yes, within 7 days of paying, without giving a reason: that is the satisfaction guarantee. Write to us with the transaction’s signature and the address to refund to. Apart from that, payments in SOL are final.',
    ),
  },
  {
    id: 'photo',
    question: i18n.t('What happens to my photo?'),
    answer: `${i18n.t(
      'It never leaves your device. It is deleted as soon as your avatars are done, and after 24 hours at the latest. The live ledger on the Trust & Security page lists every request the app makes and the photo bytes it carried.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
];
