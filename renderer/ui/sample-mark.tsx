import { t } from '../i18n/index.ts';
import { cx, ui } from './shared.ts';

/** Marks claims that nobody has checked yet, and people who don't exist. */
export const SampleMark = ({ words = t('Sample') }: { readonly words?: string }) => (
  <p className={cx(ui.small, ui.quiet, ui.mono)}>{words}</p>
);
