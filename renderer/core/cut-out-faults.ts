import { t } from '../i18n/index.ts';
import { keysOf } from './objects.ts';

/** What can be seen to be wrong with a cut-out from the cut-out alone. */
export const FAULT_SENTENCES = {
  'stray-piece': t('A piece of the background seems to have stayed beside you.'),
  hole: t('Part of you may be missing from the cut-out.'),
  'see-through': t('Part of you seems to be see-through.'),
  'lost-ear': t('An ear seems to be missing.'),
  ragged: t('Your outline looks ragged.'),
};
export type CutOutFault = keyof typeof FAULT_SENTENCES;
export const CUT_OUT_FAULTS = keysOf(FAULT_SENTENCES);
