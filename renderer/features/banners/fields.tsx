import { useCallback, useEffect, useId, useRef, useState } from 'react';

import {
  BANNER_LAYOUT_IDS,
  BANNER_LAYOUT_LABELS,
  BANNER_TONE_LABELS,
  BANNER_TONES,
  LINK_MAX,
  LINKS_MAX,
  NAME_MAX,
  TAGLINE_MAX,
  type BannerDesign,
  type BannerLayoutId,
  type BannerLook,
} from '../../core/banners/design.ts';
import { layOut } from '../../core/banners/layout.ts';
import {
  BANNER_SIZE_IDS,
  BANNER_SIZE_LABELS,
  bannerSize,
  OWN_SIZE,
  ownSize,
  type BannerSizeId,
} from '../../core/banners/sizes.ts';
import { paintBanner } from '../../drawing/banner.ts';
import { contextOf } from '../../drawing/canvas.ts';
import type { Material } from '../../drawing/material.ts';
import { loadFaces, measureOn } from '../../drawing/type-faces.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { Field, SelectField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import styles from './banners.module.css';
import maker from './maker.module.css';

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
      // Moves belong to one layout, so the samples are drawn without them.
      const shown = { ...design, layout, moves: {} };
      const plan = layOut(shown, material.subject, measureOn(contextOf(canvas)));
      const scale = (2 * WIDTH) / plan.width;
      paintBanner(canvas, { plan, design: shown, material, scale, marked: false });
    },
    [design, material],
  );
  return (
    <DrawnChoice
      label={t('Layout')}
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

interface FieldsProps {
  readonly design: BannerDesign;
  readonly change: (design: BannerDesign, what: string) => void;
}

interface LookFieldsProps {
  readonly look: BannerLook;
  readonly onChange: (part: Partial<BannerLook>, what: keyof BannerLook) => void;
}

/** Fields for the colours and the typeface of a banner or an intro. */
export const LookFields = ({ look: { tone, ground, face }, onChange }: LookFieldsProps) => (
  <>
    <div className={ui.stack2}>
      <p className={styles.label}>{t('Colours')}</p>
      <Segmented
        label={t('Colours')}
        variant="words"
        options={BANNER_TONES.map((id) => ({ id, label: BANNER_TONE_LABELS[id] }))}
        value={tone}
        onChange={(chosen) => onChange({ tone: chosen }, 'tone')}
      />
      {tone === 'own' && (
        <Field
          label={t('Background')}
          type="color"
          value={ground}
          onChange={({ target }) => onChange({ ground: target.value }, 'ground')}
        />
      )}
    </div>
    <div className={ui.stack2}>
      <p className={styles.label}>{t('Font of the name')}</p>
      <Segmented
        label={t('Font of the name')}
        variant="words"
        options={[
          { id: 'display', label: 'Fraunces' },
          { id: 'text', label: 'Geist' },
        ]}
        value={face}
        onChange={(chosen) => onChange({ face: chosen }, 'face')}
      />
    </div>
  </>
);

/** Fields for a banner's words, size, colours and typeface. */
export function Fields({ design, change }: FieldsProps) {
  const link = (at: number, text: string): void => {
    const links = Array.from({ length: LINKS_MAX }, (_, one) =>
      one === at ? text : (design.links[one] ?? ''),
    );
    change({ ...design, links }, `link ${String(at)}`);
  };
  return (
    <>
      <div className={ui.stack4}>
        <Field
          label={t('Name')}
          name="name"
          dir="auto"
          maxLength={NAME_MAX}
          autoComplete="off"
          value={design.name}
          onChange={({ target }) => change({ ...design, name: target.value }, 'name')}
        />
        <Field
          label={t('Tagline')}
          name="tagline"
          dir="auto"
          maxLength={TAGLINE_MAX}
          autoComplete="off"
          value={design.tagline}
          onChange={({ target }) => change({ ...design, tagline: target.value }, 'tagline')}
        />
        {Array.from({ length: LINKS_MAX }, (_, at) => (
          <Field
            key={at}
            label={
              at === 0 ? t('Link or handle') : t('Link or handle {number}', { number: at + 1 })
            }
            {...(at === 0 && { name: 'links' })}
            maxLength={LINK_MAX}
            autoComplete="off"
            spellCheck={false}
            value={design.links[at] ?? ''}
            onChange={({ target }) => link(at, target.value)}
          />
        ))}
      </div>
      <div className={ui.stack4}>
        <SelectField
          label={t('For')}
          value={design.size}
          onChange={({ target }) =>
            change({ ...design, size: target.value as BannerSizeId, moves: {} }, 'size')
          }
        >
          {BANNER_SIZE_IDS.map((id) => {
            const { width, height } = bannerSize(id, design.own);
            return (
              <option key={id} value={id}>
                {t('{size}, {width} × {height}', {
                  size: BANNER_SIZE_LABELS[id],
                  width,
                  height,
                })}
              </option>
            );
          })}
        </SelectField>
        {design.size === 'own' && (
          <OwnSize own={design.own} onChange={(own) => change({ ...design, own }, 'own size')} />
        )}
        <LookFields look={design} onChange={(part, what) => change({ ...design, ...part }, what)} />
      </div>
    </>
  );
}

function OwnSize({
  own,
  onChange,
}: {
  readonly own: BannerDesign['own'];
  readonly onChange: (own: BannerDesign['own']) => void;
}) {
  const { squarest, widest } = OWN_SIZE;
  return (
    <div className={styles.own}>
      <EdgeField
        label={t('Width')}
        value={own.width}
        onChange={(width) => onChange(ownSize(width, own.height))}
      />
      <EdgeField
        label={t('Height')}
        hint={t('{squarest} to {widest} times as wide as high.', {
          squarest: formatNumber(squarest),
          widest: formatNumber(widest),
        })}
        value={own.height}
        onChange={(height) => onChange(ownSize(own.width, height))}
      />
    </div>
  );
}

/** An edge length in pixels. It applies on blur or Enter: a half-typed number is no size. */
function EdgeField({
  label,
  hint,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const apply = (): void => {
    // What isn't a number is empty here.
    if (typed) onChange(Number(typed));
    setTyped(undefined);
  };
  return (
    <Field
      label={label}
      type="number"
      min={OWN_SIZE.least}
      max={OWN_SIZE.most}
      {...(hint !== undefined && { hint })}
      value={typed ?? String(value)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}

interface DrawnChoiceProps<T extends string> {
  readonly label: string;
  readonly ids: readonly T[];
  readonly labels: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (id: T) => void;
  /** Of each sample's canvas, in its own pixels. */
  readonly width: number;
  readonly height: number;
  readonly className: string | undefined;
  /** Draws one sample. A new function draws all of them again, so memoise it. */
  readonly draw: (id: T, canvas: HTMLCanvasElement) => void;
  /** What drawing has to wait for. */
  readonly prepare?: () => Promise<void>;
  /** Milliseconds before each sample, so that drawing never blocks anything else. */
  readonly pause: number;
}

const SETTLED_MS = 400;

/** A choice of samples that are drawn here: a radio group of canvases. */
export function DrawnChoice<T extends string>({
  label,
  ids,
  labels,
  chosen,
  onChoose,
  width,
  height,
  className,
  draw,
  prepare,
  pause,
}: DrawnChoiceProps<T>) {
  const name = useId();
  const canvases = useRef(new Map<T, HTMLCanvasElement>());
  useEffect(() => {
    let gone = false;
    const drawAll = async (): Promise<void> => {
      await prepare?.();
      for (const [id, canvas] of canvases.current) {
        await new Promise((next) => setTimeout(next, pause));
        if (gone) return;
        draw(id, canvas);
      }
    };
    const timer = setTimeout(() => void drawAll(), SETTLED_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [draw, prepare, pause]);
  return (
    <fieldset className={maker.choices} aria-label={label}>
      {ids.map((id) => (
        <label key={id} className={maker.choice}>
          <input
            className={ui.cover}
            type="radio"
            name={name}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <canvas
            ref={(canvas) => {
              if (canvas) canvases.current.set(id, canvas);
              else canvases.current.delete(id);
            }}
            className={cx(maker.sample, ui.covered, className)}
            width={width}
            height={height}
            aria-hidden="true"
          />
          <span>{labels[id]}</span>
        </label>
      ))}
    </fieldset>
  );
}
