import { useAtom } from 'jotai';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import {
  INTRO_HANDLE_MAX,
  INTRO_NAME_MAX,
  INTRO_SECONDS,
  INTRO_TEMPLATE_IDS,
  INTRO_TEMPLATE_LABELS,
  type IntroDesign,
  type IntroTemplateId,
} from '../../core/intro/design.ts';
import { trimmed } from '../../core/intro/sound.ts';
import { prepareIntro, type Intro } from '../../drawing/intro.ts';
import type { Material } from '../../drawing/material.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import { introDesignAtom } from '../../state/intro.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import {
  Bench,
  DrawnChoice,
  Locked,
  LookFields,
  Maker,
  useFaces,
  type EditorProps,
  type MakerProps,
} from '../banners/index.ts';
import styles from './intro.module.css';
import { playSound, SaveIntro, SoundChoice, type ChosenSound } from './save-intro.tsx';

const REDUCED = '(prefers-reduced-motion: reduce)';
const EDGE = 960;

/** Names the picture, with the words that are drawn on it. */
function labelOf(words: string, marked: boolean): string {
  if (words === '') return marked ? t('Intro, a preview') : t('Intro');
  return marked ? t('Intro, a preview: {words}', { words }) : t('Intro: {words}', { words });
}

/**
 * Plays the intro with its sound, or holds one of its moments. With reduced motion it starts held
 * at the end.
 */
function Preview({
  intro,
  sound,
  words,
  marked,
}: {
  readonly intro: Intro;
  readonly sound: ChosenSound | undefined;
  readonly words: string;
  readonly marked: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { seconds } = intro;
  const [reduced] = useState(() => matchMedia(REDUCED).matches);
  const [at, setAt] = useState(reduced ? seconds : 0);
  const [playing, setPlaying] = useState(!reduced);
  const moment = Math.min(at, seconds);

  useEffect(() => {
    if (canvas.current) intro.draw(canvas.current, moment, marked);
  }, [intro, moment, marked]);

  const start = useEffectEvent(() => (moment >= seconds - 0.05 ? 0 : moment));
  useEffect(() => {
    if (!playing) return undefined;
    const from = start();
    const quiet = sound && playSound(trimmed(sound.samples, sound.from, seconds), from);
    const began = performance.now();
    let next = 0;
    const step = (now: number): void => {
      const passed = from + (now - began) / 1000;
      setAt(Math.min(seconds, passed));
      if (passed < seconds) next = requestAnimationFrame(step);
      else setPlaying(false);
    };
    next = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(next);
      quiet?.();
    };
  }, [playing, seconds, sound]);

  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={EDGE}
        height={(EDGE * 9) / 16}
        role="img"
        aria-label={labelOf(words, marked)}
      />
      <div className={styles.under}>
        <Button size="small" onClick={() => setPlaying(!playing)}>
          {playing ? t('Pause') : t('Play')}
        </Button>
        <Slider
          label={t('Moment')}
          value={moment}
          min={0}
          max={seconds}
          step={0.1}
          origin={0}
          text={t('{moment} s of {length}', {
            moment: formatNumber(moment, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
            length: formatNumber(seconds),
          })}
          onChange={(value) => {
            setPlaying(false);
            setAt(value);
          }}
        />
      </div>
    </>
  );
}

/** Makes an intro, a few seconds of video to open another one with: previews and saves it. */
export const IntroMaker = (props: MakerProps) => (
  <Maker {...props} title={t('Video intro')} thing="intro" Editor={Editor} />
);

function Editor({ material, uid, avatarName, cutting }: EditorProps) {
  const [design, setDesign] = useAtom(introDesignAtom);
  const { unlocked } = useLibraryState();
  const [sound, setSound] = useState<ChosenSound>();
  const [busy, setBusy] = useState(false);
  const loaded = useFaces(`${design.name} ${design.handle}`);
  const intro = useMemo(
    () => prepareIntro(design, material),
    // Text measures differently once its typefaces have loaded.
    // oxlint-disable-next-line react/exhaustive-deps
    [design, material, loaded],
  );
  const open = unlocked.has('video-intro');
  return (
    <Bench
      picture={
        <Preview
          intro={intro}
          sound={sound}
          words={[design.name, design.handle].filter((text) => text.trim() !== '').join(', ')}
          marked={!open}
        />
      }
      under={
        <p role="status" className={cx(ui.note, styles.status)}>
          {cutting ? t('Cutting the person out…') : ''}
        </p>
      }
      choice={
        <TemplateChoice
          design={design}
          material={material}
          onChange={(template) => setDesign({ ...design, template })}
        />
      }
      fields={
        <>
          <Fields design={design} onChange={setDesign} />
          <SoundChoice sound={sound} seconds={design.seconds} busy={busy} onChange={setSound} />
        </>
      }
      save={
        open ? (
          <SaveIntro
            uid={uid}
            design={design}
            material={material}
            sound={sound}
            cutting={cutting}
            avatarName={avatarName}
            onBusy={setBusy}
          />
        ) : (
          <Locked what={t('The video intro')} unlock="video-intro" />
        )
      }
    />
  );
}

function Fields({
  design,
  onChange,
}: {
  readonly design: IntroDesign;
  readonly onChange: (design: IntroDesign) => void;
}) {
  return (
    <div className={styles.group}>
      <Field
        label={t('Name')}
        dir="auto"
        maxLength={INTRO_NAME_MAX}
        autoComplete="off"
        value={design.name}
        onChange={({ target }) => onChange({ ...design, name: target.value })}
      />
      <Field
        label={t('Handle or address')}
        maxLength={INTRO_HANDLE_MAX}
        autoComplete="off"
        spellCheck={false}
        value={design.handle}
        onChange={({ target }) => onChange({ ...design, handle: target.value })}
      />
      <div className={ui.stack2}>
        <p className={styles.label}>{t('Length')}</p>
        <Segmented
          label={t('Length')}
          options={INTRO_SECONDS.map((one) => ({
            id: one,
            label: t('{seconds} s', { seconds: one }),
          }))}
          value={design.seconds}
          onChange={(seconds) => onChange({ ...design, seconds })}
        />
      </div>
      <LookFields look={design} onChange={(part) => onChange({ ...design, ...part })} />
    </div>
  );
}

/** The most telling moment of each template, before its end, as a fraction of its length. */
const TELLING_FRAME: Readonly<Record<IntroTemplateId, number>> = {
  developing: 0.24,
  sheet: 0.36,
  slices: 0.34,
  halftone: 0.36,
};

/** The templates to choose from, each drawn with this avatar at its most telling moment. */
function TemplateChoice({
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
      label={t('Template')}
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
