import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import type { BannerPart, Move } from '../../core/banners/design.ts';
import type { BannerPlan } from '../../core/banners/plan.ts';
import type { Rect } from '../../core/banners/sizes.ts';
import type { Subject } from '../../core/banners/subject.ts';
import { i18n } from '../../i18n/index.ts';
import styles from './banners.module.css';

const PART_LABELS: Readonly<Record<BannerPart, string>> = {
  portrait: i18n.t('Portrait'),
  name: i18n.t('Name'),
  tagline: i18n.t('Tagline'),
  links: i18n.t('Links'),
};
/** Fractions of the banner's width and height. */
const STEP = 0.004;
const LARGE_STEP = 0.03;
const LARGER = 1.04;

interface HandlesProps {
  readonly plan: BannerPlan;
  readonly subject: Subject;
  readonly hint: string;
  readonly onMove: (part: BannerPart, by: Partial<Move>) => void;
  readonly onReset: (part: BannerPart) => void;
  readonly onEdit: (part: BannerPart) => void;
}

/** The position in per cent of the banner, so that it fits the canvas at any size. */
const placed = ({ x, y, width, height }: Rect, plan: BannerPlan) => ({
  left: `${String((x / plan.width) * 100)}%`,
  top: `${String((y / plan.height) * 100)}%`,
  width: `${String((width / plan.width) * 100)}%`,
  height: `${String((height / plan.height) * 100)}%`,
});

/** The movable parts of a banner: buttons over the canvas, for pointer and keyboard. */
export function Handles(props: HandlesProps) {
  const { plan, subject } = props;
  const { portrait } = plan;
  const first = plan.frames[0];
  const movable = plan.layout === 'slices' || plan.layout === 'print' ? first : undefined;
  const face: Rect | undefined = portrait
    ? {
        x: portrait.x + subject.face.x * portrait.size,
        y: portrait.y + subject.face.y * portrait.size,
        width: subject.face.width * portrait.size,
        height: subject.face.height * portrait.size,
      }
    : movable;
  return (
    <>
      {face && <Handle {...props} part="portrait" box={face} />}
      {plan.words.map(({ part, box }) => (
        <Handle key={part} {...props} part={part} box={box} />
      ))}
    </>
  );
}

function Handle({
  plan,
  part,
  box,
  hint,
  onMove,
  onReset,
  onEdit,
}: HandlesProps & { readonly part: BannerPart; readonly box: Rect }) {
  const from = useRef<{ x: number; y: number }>(undefined);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const act = {
      ArrowLeft: () => onMove(part, { x: -step }),
      ArrowRight: () => onMove(part, { x: step }),
      ArrowUp: () => onMove(part, { y: -step * 2 }),
      ArrowDown: () => onMove(part, { y: step * 2 }),
      '+': () => onMove(part, { scale: LARGER }),
      '=': () => onMove(part, { scale: LARGER }),
      '-': () => onMove(part, { scale: 1 / LARGER }),
      '0': () => onReset(part),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const drag = (event: PointerEvent<HTMLButtonElement>): void => {
    const stage = event.currentTarget.parentElement;
    if (!from.current || !stage) return;
    const { width, height } = stage.getBoundingClientRect();
    onMove(part, {
      x: (event.clientX - from.current.x) / width,
      y: (event.clientY - from.current.y) / height,
    });
    from.current = { x: event.clientX, y: event.clientY };
  };
  const drop = (): void => {
    from.current = undefined;
  };
  return (
    <button
      type="button"
      className={styles.handle}
      style={placed(box, plan)}
      aria-label={PART_LABELS[part]}
      aria-describedby={hint}
      onKeyDown={press}
      onClick={(event) => {
        // Detail 0 means Enter or a screen reader; a pointer click only ends a move.
        if (event.detail === 0) onEdit(part);
      }}
      onDoubleClick={() => onEdit(part)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  );
}

/** Shows what the site lays over the banner and where words are safe. Never part of the picture. */
export const Zones = ({ plan }: { readonly plan: BannerPlan }) => (
  <div className={styles.zones} aria-hidden="true">
    <div className={styles.safe} style={placed(plan.area, plan)}>
      <span>{i18n.t('Keep words inside')}</span>
    </div>
    {plan.zones.map(({ label, kind, box }) => (
      <div key={label} className={styles[kind]} style={placed(box, plan)}>
        <span>{label}</span>
      </div>
    ))}
  </div>
);
