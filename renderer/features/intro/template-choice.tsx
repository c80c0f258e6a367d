import { useCallback } from 'react';

import {
  INTRO_TEMPLATE_IDS,
  INTRO_TEMPLATE_LABELS,
  type IntroDesign,
  type IntroTemplateId,
} from '../../core/intro/design.ts';
import { prepareIntro } from '../../drawing/intro.ts';
import type { Material } from '../../drawing/material.ts';
import { i18n } from '../../i18n/index.ts';
import { DrawnChoice } from '../banners/index.ts';
import styles from './intro.module.css';

/** The most telling moment of each template, before its end, as a fraction of its length. */
const TELLING_FRAME: Readonly<Record<IntroTemplateId, number>> = {
  developing: 0.24,
  sheet: 0.36,
  slices: 0.34,
  halftone: 0.36,
};

/** The templates to choose from, each drawn with this avatar at its most telling moment. */
export function TemplateChoice({
  design,
  material,
  onChange,
}: {
  readonly design: IntroDesign;
  readonly material: Material;
  readonly onChange: (template: IntroTemplateId) => void;
}) {
  const { tone, ground } = design;
  const draw = useCallback(
    (template: IntroTemplateId, canvas: HTMLCanvasElement): void => {
      const plain = { template, seconds: 6, tone, ground, face: 'display', name: '', handle: '' };
      prepareIntro(plain as IntroDesign, material).draw(canvas, 6 * TELLING_FRAME[template]);
    },
    [tone, ground, material],
  );
  return (
    <DrawnChoice
      label={i18n.t('Template')}
      ids={INTRO_TEMPLATE_IDS}
      labels={INTRO_TEMPLATE_LABELS}
      chosen={design.template}
      onChoose={onChange}
      width={336}
      height={189}
      className={styles.template}
      draw={draw}
      pause={120}
    />
  );
}
