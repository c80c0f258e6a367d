import { i18n } from '../i18n/index.ts';
import type { RecipeOptions } from './avatars.ts';
import { strokesOf } from './strokes.ts';

/** The faults of a cut-out that can be detected from the cut-out alone. */
export const CUT_OUT_FAULTS = ['stray-piece', 'hole', 'see-through', 'lost-ear', 'ragged'] as const;
export type CutOutFault = (typeof CUT_OUT_FAULTS)[number];

/** What the user is shown before paying. */
export const FAULT_SENTENCES: Record<CutOutFault, string> = {
  'stray-piece': i18n.t('A piece of the background seems to have stayed beside you.'),
  hole: i18n.t('Part of you may be missing from the cut-out.'),
  'see-through': i18n.t('Part of you seems to be see-through.'),
  'lost-ear': i18n.t('An ear seems to be missing.'),
  ragged: i18n.t('Your outline looks ragged.'),
};

/**
 * The faults to report for a draft; none once the user has used the brush, and so has checked the
 * cut-out.
 */
export const shownFaults = ({
  faults = [],
  options,
}: {
  readonly faults?: readonly CutOutFault[];
  readonly options: Pick<RecipeOptions, 'face' | 'strokes'>;
}): readonly CutOutFault[] => (strokesOf(options.strokes, options.face).length > 0 ? [] : faults);
