import { t } from '../i18n/index.ts';

/** The question before work is lost: in the page, and at the window in the desktop app. */
export const leavingWords = () => ({
  title: t('Work in progress'),
  what: t(
    'If you leave now, what is being read, saved or signed here is lost. What is already stored stays.',
  ),
  stay: t('Stay'),
  leave: t('Leave'),
});
