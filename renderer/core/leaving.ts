import { t } from '../i18n/index.ts';

/** The desktop app's question before work is lost; a browser asks in its own words. */
export const leavingWords = () => ({
  title: t('Work in progress'),
  what: t(
    'If you leave now, what is being read, made or saved here is lost. What is in your library stays.',
  ),
  stay: t('Stay'),
  leave: t('Leave'),
});
