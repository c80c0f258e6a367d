import { useEffect, useId, useRef } from 'react';

import {
  INTRO_TEMPLATE_IDS,
  INTRO_TEMPLATE_LABELS,
  type IntroDesign,
  type IntroTemplateId,
} from '../../core/intro/design.ts';
import cover from '../../ui/cover.module.css';
import type { Material } from '../banners/index.ts';
import styles from './intro.module.css';
import { prepareIntro } from './paint.ts';

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
  const name = useId();
  const canvases = useRef(new Map<IntroTemplateId, HTMLCanvasElement>());
  const { tone, ground } = design;
  useEffect(() => {
    let gone = false;
    const draw = async (): Promise<void> => {
      for (const [template, canvas] of canvases.current) {
        // One at a time, so that they never block anything else.
        await new Promise((next) => setTimeout(next, 120));
        if (gone) return;
        const plain = { template, seconds: 6, tone, ground, face: 'display', name: '', handle: '' };
        prepareIntro(plain as IntroDesign, material).draw(canvas, 6 * TELLING_FRAME[template]);
      }
    };
    const timer = setTimeout(() => void draw(), 400);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [tone, ground, material]);
  return (
    <fieldset className={styles.templates} aria-label="Template">
      {INTRO_TEMPLATE_IDS.map((id) => (
        <label key={id} className={styles.template}>
          <input
            className={cover.cover}
            type="radio"
            name={name}
            checked={design.template === id}
            onChange={() => onChange(id)}
          />
          <canvas
            ref={(canvas) => {
              if (canvas) canvases.current.set(id, canvas);
              else canvases.current.delete(id);
            }}
            width={336}
            height={189}
            aria-hidden="true"
          />
          <span>{INTRO_TEMPLATE_LABELS[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}
