import { useCallback } from 'react';

import {
  BANNER_LAYOUT_IDS,
  BANNER_LAYOUT_LABELS,
  type BannerDesign,
  type BannerLayoutId,
} from '../../core/banners/design.ts';
import { layOut } from '../../core/banners/layout.ts';
import { i18n } from '../../i18n/index.ts';
import styles from './banners.module.css';
import { DrawnChoice } from './drawn-choice.tsx';
import type { Material } from './material.ts';
import { paintBanner } from './paint.ts';
import { loadFaces, measureOn } from './type-faces.ts';

/** In CSS pixels; the canvas has twice as many. */
const WIDTH = 168;

interface LayoutChoiceProps {
  readonly design: BannerDesign;
  readonly material: Material;
  readonly onChange: (layout: BannerLayoutId) => void;
}

/** The layouts to choose from, each drawn with this avatar and these words. */
export function LayoutChoice({ design, material, onChange }: LayoutChoiceProps) {
  const prepare = useCallback(
    () => loadFaces([design.name, design.tagline, ...design.links]),
    [design],
  );
  const draw = useCallback(
    (layout: BannerLayoutId, canvas: HTMLCanvasElement): void => {
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) return;
      // Moves belong to one layout, so the samples are drawn without them.
      const shown = { ...design, layout, moves: {} };
      const plan = layOut(shown, material.subject, measureOn(context));
      const scale = (2 * WIDTH) / plan.width;
      paintBanner(canvas, { plan, design: shown, material, scale, marked: false });
    },
    [design, material],
  );
  return (
    <DrawnChoice
      label={i18n.t('Layout')}
      ids={BANNER_LAYOUT_IDS}
      labels={BANNER_LAYOUT_LABELS}
      chosen={design.layout}
      onChoose={onChange}
      width={2 * WIDTH}
      height={WIDTH * 0.7}
      className={styles.layout}
      draw={draw}
      prepare={prepare}
      pause={60}
    />
  );
}
