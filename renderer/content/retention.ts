import { t } from '../i18n/index.ts';
import { UNLESS_OWN_ENGINE } from './brand.ts';

export type RetentionId = 'photos' | 'wallets' | 'avatars' | 'analytics';

export interface RetentionRow {
  readonly id: RetentionId;
  readonly data: string;
  /** How long it is kept, as promised. */
  readonly kept: string;
  /** What that means in this product. */
  readonly detail: string;
}

/** The specification's data-handling table, with what the product actually does beside it. */
export const RETENTION: readonly RetentionRow[] = [
  {
    id: 'photos',
    data: t('Personal images'),
    kept: t('Deleted immediately'),
    detail: `${t(
      'Stay on your device, encrypted. Deleted when your avatars are done, or after 24 hours.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
  {
    id: 'wallets',
    data: t('Wallet addresses'),
    kept: t('Kept as transaction records'),
    detail: t('Are part of your payments on the blockchain, which nobody can erase.'),
  },
  {
    id: 'avatars',
    data: t('Generated avatars'),
    kept: t('Until you delete them'),
    detail: t('Stored on your device only.'),
  },
  {
    id: 'analytics',
    data: t('Usage analytics'),
    kept: t('90 days'),
    detail: t('That is the limit. Today the app collects none.'),
  },
];
