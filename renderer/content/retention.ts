import { i18n } from '../i18n/index.ts';
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
    data: i18n.t('Personal images'),
    kept: i18n.t('Deleted immediately'),
    detail: `${i18n.t(
      'Stay on your device, encrypted. Deleted when your avatars are done, or after 24 hours.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
  {
    id: 'wallets',
    data: i18n.t('Wallet addresses'),
    kept: i18n.t('Kept as transaction records'),
    detail: i18n.t('Are part of your payments on the blockchain, which nobody can erase.'),
  },
  {
    id: 'avatars',
    data: i18n.t('Generated avatars'),
    kept: i18n.t('Until you delete them'),
    detail: i18n.t('Stored on your device only.'),
  },
  {
    id: 'analytics',
    data: i18n.t('Usage analytics'),
    kept: i18n.t('90 days'),
    detail: i18n.t('That is the limit. Today the app collects none.'),
  },
];
