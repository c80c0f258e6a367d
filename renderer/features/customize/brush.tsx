import { atom, useAtom } from 'jotai';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';

import { withOptions, type RecipeOptions } from '../../core/avatars.ts';
import { errorCode, isAbort, SENTENCES, type ErrorCode } from '../../core/errors.ts';
import { STROKE_MODES } from '../../core/stroke-limits.ts';
import { strokesOf, withStroke, type Stroke, type StrokeMode } from '../../core/strokes.ts';
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
import { useWheel } from './surfaces.tsx';
import tools from './tools.module.css';

interface PhotoSize {
  readonly width: number;
  readonly height: number;
}
type Point = readonly [x: number, y: number];

/** The brush's settings, shared by the surface and its controls. */
interface Brush {
  readonly mode: StrokeMode;
  /** Diameter on the screen, as a fraction of the stage: zoomed in, it paints finer. */
  readonly width: number;
  /** 1 shows the whole photo. */
  readonly zoom: number;
  /** The point of the photo in the middle of the stage, as fractions of the photo. */
  readonly x: number;
  readonly y: number;
}

const BRUSH_WIDTHS = { least: 0.01, most: 0.2 } as const;
const MOST_ZOOM = 8;

const brushAtom = atom<Brush>({ mode: 'keep', width: 0.05, zoom: 1, x: 0.5, y: 0.5 });

/** Keeps the settings within their limits and the view within the photo. */
function boundBrush(brush: Brush): Brush {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom));
  const margin = 0.5 / zoom;
  const within = (at: number): number => Math.max(margin, Math.min(1 - margin, at));
  return {
    ...brush,
    zoom,
    width: Math.max(BRUSH_WIDTHS.least, Math.min(BRUSH_WIDTHS.most, brush.width)),
    x: within(brush.x),
    y: within(brush.y),
  };
}

/** Where the photo is on the square stage, in per cent of the stage's edge. */
function sheetOf(
  { zoom, x, y }: Pick<Brush, 'zoom' | 'x' | 'y'>,
  photo: PhotoSize,
): { left: number; top: number; width: number; height: number } {
  const longer = Math.max(photo.width, photo.height);
  const width = (photo.width / longer) * zoom * 100;
  const height = (photo.height / longer) * zoom * 100;
  return { left: 50 - x * width, top: 50 - y * height, width, height };
}

/** Zooms by `factor` and keeps the point (fractions of the photo) in its place on the stage. */
function zoomedAt(brush: Brush, factor: number, x: number, y: number): Brush {
  const zoom = Math.max(1, Math.min(MOST_ZOOM, brush.zoom * factor));
  const keeps = brush.zoom / zoom;
  return boundBrush({
    ...brush,
    zoom,
    x: x + (brush.x - x) * keeps,
    y: y + (brush.y - y) * keeps,
  });
}

const ZOOM_STEP = 1.25;
const MODE_KEYS = { 1: 'keep', 2: 'remove', 3: 'soft' } as const;

/** The brush's diameter as stored with a stroke: a fraction of the photo's longer side. */
const strokeSize = ({ width, zoom }: Brush): number => width / zoom;

/** The point of the photo (fractions) at a point of the window, for a stage that fills `box`. */
function pointOn(brush: Brush, photo: PhotoSize, box: DOMRect, [x, y]: Point): Point {
  const sheet = sheetOf(brush, photo);
  return [
    (((x - box.left) / box.width) * 100 - sheet.left) / sheet.width,
    (((y - box.top) / box.height) * 100 - sheet.top) / sheet.height,
  ];
}

/** Zooms and pans as one finger goes from a point to another while the other finger rests. */
function pinched(
  brush: Brush,
  photo: PhotoSize,
  box: DOMRect,
  { from, to, other }: { readonly from: Point; readonly to: Point; readonly other: Point },
): Brush {
  const apart = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [was, is] = [middle(from, other), middle(to, other)];
  const [x, y] = pointOn(brush, photo, box, was);
  const zoomed = zoomedAt(brush, apart(to, other) / Math.max(1, apart(from, other)), x, y);
  const sheet = sheetOf(zoomed, photo);
  return boundBrush({
    ...zoomed,
    x: zoomed.x - (((is[0] - was[0]) / box.width) * 100) / sheet.width,
    y: zoomed.y - (((is[1] - was[1]) / box.height) * 100) / sheet.height,
  });
}

/** Where an arrow key moves the brush: a quarter of its width, or all of it. */
function steppedTo(
  key: string,
  far: boolean,
  brush: Brush,
  photo: PhotoSize,
  [x, y]: Point,
): Point | undefined {
  const stride = strokeSize(brush) * (far ? 1 : 0.25) * Math.max(photo.width, photo.height);
  const move = {
    ArrowLeft: [-stride, 0],
    ArrowRight: [stride, 0],
    ArrowUp: [0, -stride],
    ArrowDown: [0, stride],
  }[key];
  if (!move) return undefined;
  const [dx = 0, dy = 0] = move;
  return [
    Math.max(0, Math.min(1, x + dx / photo.width)),
    Math.max(0, Math.min(1, y + dy / photo.height)),
  ];
}

/** Pans so that the point stays in view. */
function followed(brush: Brush, [x, y]: Point): Brush {
  const reach = 0.35 / brush.zoom;
  const follow = (middle: number, at: number): number =>
    Math.max(at - reach, Math.min(at + reach, middle));
  return boundBrush({ ...brush, x: follow(brush.x, x), y: follow(brush.y, y) });
}

/** The brush after a key that zooms (around a point), resizes or chooses what it does. */
function changedBrush(key: string, brush: Brush, x: number, y: number): Brush | undefined {
  if (key === '+' || key === '=') return zoomedAt(brush, ZOOM_STEP, x, y);
  if (key === '-') return zoomedAt(brush, 1 / ZOOM_STEP, x, y);
  if (key === '[') return boundBrush({ ...brush, width: brush.width / ZOOM_STEP });
  if (key === ']') return boundBrush({ ...brush, width: brush.width * ZOOM_STEP });
  if (key in MODE_KEYS) return { ...brush, mode: MODE_KEYS[Number(key) as keyof typeof MODE_KEYS] };
  return undefined;
}

/**
 * Painting by mouse, pen, finger and keyboard. One finger paints, two zoom and pan; the wheel
 * zooms; arrow keys move the brush, Space puts it down and lifts it.
 */
function useBrush(
  surface: React.RefObject<HTMLDivElement | null>,
  photo: PhotoSize,
  onStroke: (stroke: Pick<Stroke, 'mode' | 'size' | 'points'>) => void,
) {
  const [brush, setBrush] = useAtom(brushAtom);
  /** Points of the stroke being painted, x and y in turn; empty without one. */
  const [line, setLine] = useState<readonly number[]>([]);
  /** The brush's place on the photo, in fractions; undefined while it is away. */
  const [cursor, setCursor] = useState<Point>();
  /** The keyboard has put the brush down. */
  const [down, setDown] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const painting = useRef<number>(undefined);
  const drawn = useRef<number[]>([]);

  const pointAt = (clientX: number, clientY: number): Point => {
    const box = surface.current?.getBoundingClientRect();
    return box ? pointOn(brush, photo, box, [clientX, clientY]) : [0.5, 0.5];
  };
  const extend = (...points: readonly Point[]): void => {
    for (const [x, y] of points) drawn.current.push(x, y);
    setLine([...drawn.current]);
  };
  const abandon = (): void => {
    painting.current = undefined;
    drawn.current = [];
    setLine([]);
    setDown(false);
  };
  const finish = (): void => {
    const points = drawn.current;
    abandon();
    if (points.length >= 2) onStroke({ mode: brush.mode, size: strokeSize(brush), points });
  };

  const pointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    surface.current?.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, [event.clientX, event.clientY]);
    // A second finger starts a zoom, so what the first one began is no stroke.
    if (fingers.current.size > 1) {
      abandon();
      return;
    }
    painting.current = event.pointerId;
    drawn.current = [];
    extend(pointAt(event.clientX, event.clientY));
  };
  const pinch = (id: number, to: Point): void => {
    const other = [...fingers.current].find(([name]) => name !== id)?.[1];
    const from = fingers.current.get(id);
    const box = surface.current?.getBoundingClientRect();
    // Both fingers' events come before the next render.
    if (other && from && box) setBrush((now) => pinched(now, photo, box, { from, to, other }));
  };
  const pointerMove = (event: PointerEvent): void => {
    const to: Point = [event.clientX, event.clientY];
    if (fingers.current.size > 1 && fingers.current.has(event.pointerId)) {
      pinch(event.pointerId, to);
      fingers.current.set(event.pointerId, to);
      return;
    }
    setCursor(pointAt(...to));
    if (painting.current !== event.pointerId) return;
    const { nativeEvent } = event;
    // Older versions of Safari lack it.
    const passed = 'getCoalescedEvents' in nativeEvent ? nativeEvent.getCoalescedEvents() : [];
    extend(
      ...(passed.length > 0 ? passed : [nativeEvent]).map(({ clientX, clientY }) =>
        pointAt(clientX, clientY),
      ),
    );
  };
  const pointerUp = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (painting.current === event.pointerId) finish();
  };
  const pointerCancel = (event: PointerEvent): void => {
    fingers.current.delete(event.pointerId);
    if (painting.current === event.pointerId) abandon();
  };

  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [x, y] = cursor ?? [brush.x, brush.y];
    const next = steppedTo(event.key, event.shiftKey, brush, photo, [x, y]);
    const changed = changedBrush(event.key, brush, x, y);
    if (next) {
      setCursor(next);
      if (down) extend(next);
      setBrush(followed(brush, next));
    } else if (event.key === ' ') {
      // While Space is held, its repeats neither lift nor paint.
      if (down && !event.repeat) finish();
      else if (!event.repeat) {
        setCursor([x, y]);
        setDown(true);
        extend([x, y]);
      }
    } else if (event.key === 'Enter') {
      drawn.current = [x, y];
      setCursor([x, y]);
      finish();
    } else if (event.key === 'Escape' && (down || painting.current !== undefined)) abandon();
    else if (changed) setBrush(changed);
    else return;
    event.preventDefault();
  };

  useWheel(surface, (event) => {
    const box = surface.current?.getBoundingClientRect();
    if (!box) return;
    setBrush((now) => {
      const [x, y] = pointOn(now, photo, box, [event.clientX, event.clientY]);
      return zoomedAt(now, Math.exp(-event.deltaY / 400), x, y);
    });
  });

  return {
    brush,
    line,
    cursor,
    down,
    hands: {
      onPointerDown: pointerDown,
      onPointerMove: pointerMove,
      onPointerUp: pointerUp,
      onPointerCancel: pointerCancel,
      onPointerLeave: () => painting.current === undefined && setCursor(undefined),
      onKeyDown: keyDown,
      onBlur: abandon,
    },
  };
}

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
