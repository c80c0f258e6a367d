import { t } from '../../i18n/index.ts';

/** The sections that the settings always have, by their headings' ids. */
export const SETTINGS_INDEX = [
  ['wallet', t('Connected wallet')],
  ['preferences', t('Your settings')],
  ['saving', t('Saving avatars')],
  ['brand-kit', t('Your brand')],
  ['engines', t('Engines')],
  ['account', t('Email account')],
  ['privacy', t('Privacy')],
  ['backup', t('Backup')],
  ['purchases', t('Purchases')],
] as const;
