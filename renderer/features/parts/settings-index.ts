import { i18n } from '../../i18n/index.ts';

/** The sections that the settings always have, by their headings' ids. */
export const SETTINGS_INDEX = [
  ['wallet', i18n.t('Connected wallet')],
  ['preferences', i18n.t('Your settings')],
  ['saving', i18n.t('Saving avatars')],
  ['brand-kit', i18n.t('Your brand')],
  ['engines', i18n.t('Engines')],
  ['account', i18n.t('Email account')],
  ['privacy', i18n.t('Privacy')],
  ['backup', i18n.t('Backup')],
  ['purchases', i18n.t('Purchases')],
] as const;
