import { useAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';

import { withOptions, type RecipeOptions } from '../../core/avatars.ts';
import { errorCode, isAbort, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import { STROKE_MODES } from '../../core/stroke-limits.ts';
import { strokesOf, withStroke, type Stroke } from '../../core/strokes.ts';
import { formatNumber, formatPercent, t } from '../../i18n/index.ts';
import type { PhotoAnalysis } from '../../ports/engine.ts';
import { useDrafts, type DraftState } from '../../state/drafts/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { TextButton } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { cx } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import styles from './brush.module.css';
import surfaces from './surface.module.css';
import tools from './tools.module.css';
import {
  boundBrush,
  BRUSH_WIDTHS,
  brushAtom,
  MOST_ZOOM,
  sheetOf,
  strokeSize,
  useBrush,
} from './use-brush.ts';

/** Longer side in pixels: enough to look at zoomed in. */
const SIZE = 1536;

interface CutOutView {
  /** The last finished picture; it stays while the next one renders. */
  readonly picture?: Blob;
  /** The brush strokes that the picture contains. */
  readonly strokes: readonly Stroke[];
  readonly busy: boolean;
  readonly error?: ErrorCode;
}

/** What to cut out. */
interface Request {
  readonly analysis: PhotoAnalysis;
  readonly face: number | undefined;
  readonly strokes: readonly Stroke[];
}

const NONE: readonly Stroke[] = [];

/** The person as the engine cuts them out, corrected by the brush strokes. */
function useCutOut(analysis: PhotoAnalysis, { face, strokes = NONE }: RecipeOptions): CutOutView {
  const { engine } = usePorts();
  const [made, setMade] = useState<Request & { readonly picture: Blob }>();
  const [failed, setFailed] = useState<Request & { readonly error: ErrorCode }>();
  useEffect(() => {
    const stop = new AbortController();
    const request: Request = { analysis, face, strokes };
    const make = async (): Promise<void> => {
      const { picture } = await (
        await engine()
      ).cutOut(
        analysis,
        { strokes, ...(face !== undefined && { face }) },
        { size: SIZE, signal: stop.signal },
      );
      if (!stop.signal.aborted) setMade({ ...request, picture });
    };
    make().catch((failure: unknown) => {
      if (!stop.signal.aborted && !isAbort(failure))
        setFailed({ ...request, error: errorCode(failure) });
    });
    return () => stop.abort();
  }, [analysis, engine, face, strokes]);

  const isThis = (one: Request | undefined): boolean =>
    one?.analysis === analysis && one.face === face && one.strokes === strokes;
  const error = isThis(failed) ? failed?.error : undefined;
  const shown = made?.analysis === analysis && made.face === face ? made : undefined;
  return {
    strokes: shown?.strokes ?? NONE,
    busy: !isThis(made) && error === undefined,
    ...(shown && { picture: shown.picture }),
    ...(error !== undefined && { error }),
  };
}

const MODES = {
  keep: t('Keep'),
  remove: t('Remove'),
  soft: t('Soft edge'),
} as const satisfies Record<Stroke['mode'], string>;

const percent = (value: number): string => `${String(value)}%`;
const FULL = t('This photo has as many brush strokes as it can hold. Undo some, or start over.');

/** The photo, dimmed where it is removed, and the brush that corrects the cut-out. */
export function BrushSurface({
  draft,
  analysis,
}: {
  readonly draft: DraftState;
  readonly analysis: PhotoAnalysis;
}) {
  const drafts = useDrafts();
  const surface = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  const { options } = draft.choices;
  const view = useCutOut(analysis, options);
  const photo = useObjectUrl(draft.photo);
  const person = useObjectUrl(view.picture);
  const all = options.strokes ?? [];
  const { brush, line, cursor, down, hands } = useBrush(surface, analysis, (stroke) => {
    const face = options.face;
    const strokes = withStroke(all, { ...stroke, ...(face !== undefined && { face }) });
    setFull(!strokes);
    if (strokes) drafts.choose({ options: withOptions(options, { strokes }) });
  });
  const sheet = sheetOf(brush, analysis);
  const longer = Math.max(analysis.width, analysis.height);
  const size = strokeSize(brush) * longer;
  // Strokes are drawn here until the engine has applied them.
  const waiting = strokesOf(all, options.face).filter((stroke) => !view.strokes.includes(stroke));
  return (
    <div
      ref={surface}
      className={cx(surfaces.surface, styles.surface)}
      role="group"
      tabIndex={0}
      aria-label={t(
        'Brush: arrow keys move it, Space starts and ends a stroke, Enter makes a dot; 1 keeps, 2 removes, 3 softens; the square brackets size it, plus and minus zoom',
      )}
      aria-busy={view.busy}
      {...hands}
    >
      <div
        className={styles.sheet}
        style={{
          left: percent(sheet.left),
          top: percent(sheet.top),
          width: percent(sheet.width),
          height: percent(sheet.height),
        }}
      >
        {photo !== undefined && (
          <img className={styles.ground} src={photo} alt="" draggable={false} />
        )}
        {person !== undefined && (
          <img src={person} alt={t('You, as you are cut out of the photo')} draggable={false} />
        )}
        <svg
          viewBox={`0 0 ${String(analysis.width)} ${String(analysis.height)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {[
            ...waiting,
            ...(line.length > 0 ? [{ mode: brush.mode, size: size / longer, points: line }] : []),
          ].map((stroke, k) => (
            <polyline
              key={k}
              className={styles[stroke.mode]}
              strokeWidth={stroke.size * longer}
              points={placed(stroke.points, analysis)}
            />
          ))}
        </svg>
        {cursor && (
          <i
            className={cx(styles.cursor, down && styles.down)}
            style={{
              left: percent(cursor[0] * 100),
              top: percent(cursor[1] * 100),
              width: percent((size / analysis.width) * 100),
            }}
            aria-hidden="true"
          />
        )}
      </div>
      <p className={styles.state} role="status">
        {full ? FULL : view.error ? SENTENCES[view.error] : view.busy ? t('Cutting out…') : ''}
      </p>
    </div>
  );
}

/** A stroke's points in photo pixels. A single point is doubled, or nothing would be drawn. */
function placed(
  points: readonly number[],
  { width, height }: Pick<PhotoAnalysis, 'width' | 'height'>,
): string {
  const pixels = points.map((value, k) => (value * (k % 2 === 0 ? width : height)).toFixed(1));
  return (pixels.length === 2 ? [...pixels, ...pixels] : pixels).join(' ');
}

/** The brush's mode and width, and the zoom. */
export function BrushControls({ draft }: { readonly draft: DraftState }) {
  const drafts = useDrafts();
  const [brush, setBrush] = useAtom(brushAtom);
  const { options } = draft.choices;
  const own = strokesOf(options.strokes, options.face);
  return (
    <div className={cx(tools.adjust, styles.controls)}>
      <Segmented
        label={t('The brush')}
        variant="words"
        options={STROKE_MODES.map((id) => ({ id, label: MODES[id] }))}
        value={brush.mode}
        onChange={(mode) => setBrush({ ...brush, mode })}
      />
      <Slider
        label={t('Size')}
        min={BRUSH_WIDTHS.least}
        max={BRUSH_WIDTHS.most}
        step={0.01}
        origin={BRUSH_WIDTHS.least}
        value={brush.width}
        text={formatPercent(brush.width)}
        onChange={(width) => setBrush(boundBrush({ ...brush, width }))}
      />
      <Slider
        label={t('Zoom')}
        min={1}
        max={MOST_ZOOM}
        step={0.1}
        origin={1}
        value={brush.zoom}
        text={`${formatNumber(brush.zoom, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ×`}
        onChange={(zoom) => setBrush(boundBrush({ ...brush, zoom }))}
      />
      <TextButton
        disabled={own.length === 0}
        onClick={() => {
          const rest = (options.strokes ?? []).filter((stroke) => !own.includes(stroke));
          drafts.choose({
            options: withOptions(options, { strokes: rest.length > 0 ? rest : undefined }),
          });
        }}
      >
        {t('Start over')}
      </TextButton>
    </div>
  );
}
