import { useAtom, useAtomValue } from 'jotai';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { downloadName, HD_FORMAT_LABELS } from '../../core/avatars.ts';
import {
  AT_HOME,
  bannerDesignSchema,
  moved,
  NEW_BANNER,
  type BannerDesign,
  type BannerPart,
  type Move,
} from '../../core/banners/design.ts';
import { layOut } from '../../core/banners/layout.ts';
import type { BannerPlan } from '../../core/banners/plan.ts';
import { BANNER_SIZE_IDS, type BannerSizeId, type Rect } from '../../core/banners/sizes.ts';
import type { BannerSubject } from '../../core/banners/subject.ts';
import { pinched } from '../../core/crop.ts';
import { extensionOf } from '../../core/file-name.ts';
import { NO_HISTORY, record, redo, undo, type History } from '../../core/history.ts';
import { drawBanner, paintBanner, textsOf } from '../../drawing/banner.ts';
import { fileOf, sheetOf } from '../../drawing/canvas.ts';
import type { Material } from '../../drawing/material.ts';
import { measureOn } from '../../drawing/type-faces.ts';
import { t } from '../../i18n/index.ts';
import type { NamedFile, Saved } from '../../ports/downloads.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { usePorts } from '../../state/ports.ts';
import { rememberedAtom } from '../../state/remembered-atom.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { useAction } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { useActions } from '../parts/actions.ts';
import { useFingers } from '../parts/use-fingers.ts';
import { useLongWork } from '../parts/use-long-work.ts';
import { FormatChoice, SavedNote, useSaved } from '../saving/index.ts';
import styles from './banners.module.css';
import { Fields, LayoutChoice } from './fields.tsx';
import { Bench, Locked, Maker, useFaces, type EditorProps, type MakerProps } from './maker.tsx';

/** The banner that was edited last. Its words and layout are kept for the next avatar. */
const designAtom = rememberedAtom('banner', bannerDesignSchema, NEW_BANNER);

/** The sizes that are saved together. */
const SITES = BANNER_SIZE_IDS.filter((id) => id !== 'own');

/** The design with undo and redo: changes of the same thing in a row are one step. */
function useDesign() {
  const [design, setDesign] = useAtom(designAtom);
  const [history, setHistory] = useState<History<BannerDesign>>(NO_HISTORY);
  /** What the last change was about. */
  const [last, setLast] = useState('');
  const change = (next: BannerDesign, what: string): void => {
    if (what !== last) setHistory(record(history, design));
    setLast(what);
    setDesign(next);
  };
  const stepBy = (move: typeof undo): (() => void) | undefined => {
    const to = move(history, design);
    return (
      to &&
      (() => {
        setHistory(to.history);
        setLast('');
        setDesign(to.value);
      })
    );
  };
  const steps = { undo: stepBy(undo), redo: stepBy(redo) };
  useActions({ undo: steps.undo ?? false, redo: steps.redo ?? false });
  return { design, change, ...steps };
}

/** Makes a banner of an avatar: edits its words, layout and colours on the canvas, and saves it. */
export const BannerMaker = (props: MakerProps) => (
  <Maker {...props} title={t('Banner')} thing="banner" Editor={Editor} />
);

function Editor({ material, avatarName, cutting }: EditorProps) {
  const { design, change, undo, redo } = useDesign();
  const { unlocked } = useLibraryState();
  const open = unlocked.has('banners');
  const hint = useId();
  const form = useRef<HTMLDivElement>(null);
  const [zones, setZones] = useState(true);
  const words = textsOf(design).join(' ');
  const loaded = useFaces(words);
  const context = useMemo(() => sheetOf(1, 1).context, []);
  const plan = useMemo(
    () => layOut(design, material.subject, measureOn(context)),
    // Text measures differently once its typefaces have loaded.
    // oxlint-disable-next-line react/exhaustive-deps
    [design, material, context, loaded],
  );
  const edit = (part: BannerPart): void =>
    form.current?.querySelector<HTMLInputElement>(`[name="${part}"]`)?.focus();
  return (
    <Bench
      ref={form}
      picture={
        <div
          className={styles.canvas}
          style={{ aspectRatio: `${String(plan.width)} / ${String(plan.height)}` }}
          aria-busy={cutting || loaded !== words}
        >
          <BannerCanvas plan={plan} design={design} material={material} marked={!open} />
          {zones && <Zones plan={plan} />}
          <Handles
            plan={plan}
            design={design}
            subject={material.subject}
            hint={hint}
            onMove={(part, by, from = design) =>
              change(moved(from, part, by), `${by.scale === undefined ? 'move' : 'size'} ${part}`)
            }
            onReset={(part) => {
              change({ ...design, moves: { ...design.moves, [part]: AT_HOME } }, `home ${part}`);
            }}
            onEdit={edit}
          />
        </div>
      }
      under={
        <>
          <div className={cx(ui.wrap5, ui.note)}>
            <CheckField
              label={t('Show safe areas')}
              checked={zones}
              onChange={({ target }) => setZones(target.checked)}
            />
            <p>
              <bdi>
                {plan.width} × {plan.height}
              </bdi>
            </p>
            <p role="status">{cutting ? t('Cutting the person out…') : ''}</p>
            <div className={cx(ui.wrap2, styles.steps)}>
              <Button size="small" spent={!undo} onClick={undo}>
                {t('Undo')}
              </Button>
              <Button size="small" spent={!redo} onClick={redo}>
                {t('Redo')}
              </Button>
              <Button
                size="small"
                spent={Object.keys(design.moves).length === 0}
                onClick={() => change({ ...design, moves: {} }, 'home')}
              >
                {t('Reset all')}
              </Button>
            </div>
          </div>
          <p id={hint} className={cx(ui.small, ui.quiet)}>
            {t('Drag what you want to move.')}{' '}
            <span data-touch>{t('A second finger changes its size.')}</span>{' '}
            <span data-keys>
              {t(
                'Or use the arrow keys: hold Shift for bigger steps, plus and minus change the size, 0 resets.',
              )}
            </span>
          </p>
        </>
      }
      choice={
        <LayoutChoice
          design={design}
          material={material}
          onChange={(layout) => change({ ...design, layout, moves: {} }, 'layout')}
        />
      }
      fields={<Fields design={design} change={change} />}
      save={
        open ? (
          <SaveBanner
            plan={plan}
            design={design}
            material={material}
            cutting={cutting}
            avatarName={avatarName}
          />
        ) : (
          <Locked what={t('The banner maker')} unlock="banners" />
        )
      }
    />
  );
}

/** The banner at the size it is shown, sharp on any screen. */
function BannerCanvas({
  plan,
  design,
  material,
  marked,
}: {
  readonly plan: BannerPlan;
  readonly design: BannerDesign;
  readonly material: Material;
  readonly marked: boolean;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return undefined;
    const observer = new ResizeObserver(() => setWidth(canvas.clientWidth));
    observer.observe(canvas);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0) return undefined;
    const frame = requestAnimationFrame(() => {
      const scale = Math.min(1, (width * devicePixelRatio) / plan.width);
      if (ref.current) paintBanner(ref.current, { plan, design, material, scale, marked });
    });
    return () => cancelAnimationFrame(frame);
  }, [plan, design, material, marked, width]);
  const words = textsOf(design)
    .filter((text) => text.trim() !== '')
    .join(', ');
  const bare = marked ? t('Banner, a preview') : t('Banner');
  const labelled = marked
    ? t('Banner, a preview: {words}', { words })
    : t('Banner: {words}', { words });
  return <canvas ref={ref} role="img" aria-label={words === '' ? bare : labelled} />;
}

function SaveBanner({
  plan,
  design,
  material,
  cutting,
  avatarName,
}: Omit<EditorProps, 'uid'> & {
  readonly plan: BannerPlan;
  readonly design: BannerDesign;
}) {
  const { downloads } = usePorts();
  const format = useAtomValue(hdFormatAtom);
  const { busy, problem, run } = useAction('download-failed');
  const long = useLongWork();
  const { saved, keep } = useSaved();
  const name = design.name.trim() || avatarName;
  /** The banner at a size. What was moved was moved for the size shown. */
  const fileAt = async (size: BannerSizeId): Promise<NamedFile> => {
    const shown = size === design.size;
    const drawn = await drawBanner(shown ? design : { ...design, size, moves: {} }, material);
    const ending = size === 'own' ? (`${plan.width}x${plan.height}` as const) : size;
    return {
      name: downloadName(name, `_banner_${ending}.${extensionOf(format)}`),
      content: await fileOf(drawn, format, material.sources),
    };
  };
  const save = async (): Promise<Saved> => {
    const { name: as, content } = await fileAt(design.size);
    return downloads.save(as, content);
  };
  async function* files(): AsyncGenerator<NamedFile> {
    for (const size of SITES) yield await fileAt(size);
  }
  const saveAll = (): Promise<Saved> =>
    long.run(() => downloads.saveAll(`${name} banners`, files()));
  return (
    <>
      <FormatChoice />
      <Button variant="accent" wide busy={busy || cutting} onClick={() => run(() => keep(save))}>
        {busy ? t('Saving') : t('Save as {format}', { format: HD_FORMAT_LABELS[format] })}
      </Button>
      <Button wide busy={busy || cutting} onClick={() => run(() => keep(saveAll))}>
        {t('Save all {count, plural, one {# size} other {# sizes}}', { count: SITES.length })}
      </Button>
      <SavedNote saved={saved} />
      {problem !== undefined && <ErrorNote what={problem} />}
    </>
  );
}

const PART_LABELS: Readonly<Record<BannerPart, string>> = {
  portrait: t('Portrait'),
  name: t('Name'),
  tagline: t('Tagline'),
  links: t('Links'),
};
/** Fractions of the banner's width and height. */
const STEP = 0.004;
const LARGE_STEP = 0.03;
const LARGER = 1.04;

interface HandlesProps {
  readonly plan: BannerPlan;
  readonly design: BannerDesign;
  readonly subject: BannerSubject;
  readonly hint: string;
  /** Moves a part, from where it is or was. */
  readonly onMove: (part: BannerPart, by: Partial<Move>, from?: BannerDesign) => void;
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
function Handles(props: HandlesProps) {
  const { plan, design, subject, onMove } = props;
  const held = useRef<BannerPart>(undefined);
  // A pointer moves the part that it is put on; a second finger, anywhere, changes its size.
  const fingers = useFingers(
    design,
    ({ target }) => {
      held.current = target instanceof HTMLButtonElement ? (target.value as BannerPart) : undefined;
      return held.current !== undefined;
    },
    (from, before, now) => {
      const { x, y, scale } = pinched(before, now);
      const by = { x, y: (y * plan.width) / plan.height, ...(now.length > 1 && { scale }) };
      if (held.current) onMove(held.current, by, from);
    },
  );
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
    <div className={styles.handles} role="presentation" {...fingers}>
      {face && <Handle {...props} part="portrait" box={face} />}
      {plan.words.map(({ part, box }) => (
        <Handle key={part} {...props} part={part} box={box} />
      ))}
    </div>
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
  return (
    <button
      type="button"
      value={part}
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
    />
  );
}

/** Shows what the site lays over the banner and where words are safe. Never part of the picture. */
const Zones = ({ plan }: { readonly plan: BannerPlan }) => (
  <div className={styles.zones} aria-hidden="true">
    <div className={styles.safe} style={placed(plan.area, plan)}>
      <span dir="auto">{t('Keep words inside')}</span>
    </div>
    {plan.zones.map(({ label, kind, box }) => (
      <div key={label} className={styles[kind]} style={placed(box, plan)}>
        <span dir="auto">{label}</span>
      </div>
    ))}
  </div>
);
