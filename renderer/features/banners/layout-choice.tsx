import { useEffect, useId, useRef } from 'react';

import {
  BANNER_LAYOUT_IDS,
  BANNER_LAYOUT_LABELS,
  type BannerDesign,
  type BannerLayoutId,
} from '../../core/banners/design.ts';
import { layOut } from '../../core/banners/layout.ts';
import cover from '../../ui/cover.module.css';
import styles from './banners.module.css';
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
  const name = useId();
  const canvases = useRef(new Map<BannerLayoutId, HTMLCanvasElement>());
  // Moves belong to one layout, so the samples are drawn without them.
  useEffect(() => {
    let gone = false;
    const draw = async (): Promise<void> => {
      await loadFaces([design.name, design.tagline, ...design.links]);
      for (const [layout, canvas] of canvases.current) {
        // One at a time, so that they never block typing.
        await new Promise((next) => setTimeout(next, 60));
        if (gone) return;
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) return;
        const shown = { ...design, layout, moves: {} };
        const plan = layOut(shown, material.subject, measureOn(context));
        paintBanner(canvas, {
          plan,
          design: shown,
          material,
          scale: (2 * WIDTH) / plan.width,
          marked: false,
        });
      }
    };
    const timer = setTimeout(() => void draw(), 400);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [design, material]);
  return (
    <fieldset className={styles.layouts} aria-label="Layout">
      {BANNER_LAYOUT_IDS.map((id) => (
        <label key={id} className={styles.layout}>
          <input
            className={cover.cover}
            type="radio"
            name={name}
            checked={id === design.layout}
            onChange={() => onChange(id)}
          />
          <canvas
            ref={(canvas) => {
              if (canvas) canvases.current.set(id, canvas);
              else canvases.current.delete(id);
            }}
            width={2 * WIDTH}
            height={WIDTH * 0.7}
            aria-hidden="true"
          />
          <span>{BANNER_LAYOUT_LABELS[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}
