import { useState, type CSSProperties } from 'react';

import { downloadName, DRAWN_EDGE } from '../../core/avatars.ts';
import { pinched } from '../../core/crop.ts';
import { LikenessError } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import { markedLike } from '../../core/generated-mark.ts';
import {
  cutFor,
  fits,
  MOST_ZOOM,
  usesFor,
  WHOLE,
  withDensity,
  type PictureUse,
  type UseCrop,
} from '../../core/picture-uses.ts';
import { sheetOf } from '../../drawing/canvas.ts';
import { formatPercent, t } from '../../i18n/index.ts';
import type { NamedFile, Saved } from '../../ports/downloads.ts';
import { decodeImage } from '../../state/decode-image.ts';
import { usePorts } from '../../state/ports.ts';
import { useAction } from '../../state/use-async.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Options, SelectField } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Slider } from '../../ui/slider.tsx';
import { useFingers } from '../parts/use-fingers.ts';
import { useLongWork } from '../parts/use-long-work.ts';
import { SavedNote, useSaved } from './saving.tsx';
import styles from './sizes-dialog.module.css';

/** E.g. 'Me_linkedin_800x800.png'. */
const fileName = (name: string, { id }: PictureUse, width: number, height: number): FileName =>
  downloadName(name, `_${id}_${String(width)}x${String(height)}.png`);

/**
 * Cuts a picture for one use, as a PNG. An image element also draws SVG, at the size of the cut.
 * @throws LikenessError 'download-failed' if it can't be drawn
 */
async function cutPicture(
  picture: Blob,
  name: string,
  use: PictureUse,
  crop: UseCrop,
): Promise<NamedFile> {
  try {
    const address = URL.createObjectURL(picture);
    const image = await decodeImage(address).finally(() => URL.revokeObjectURL(address));
    const { left, top, width, height, outWidth, outHeight } = cutFor(use, crop, image.naturalWidth);
    const { canvas, context } = sheetOf(outWidth, outHeight);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, left, top, width, height, 0, 0, outWidth, outHeight);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('no PNG');
    const bytes = new Uint8Array(await png.arrayBuffer());
    const sized = use.dpi === undefined ? bytes : withDensity(bytes, use.dpi);
    const content = new Blob([new Uint8Array(sized)], { type: 'image/png' });
    return {
      name: fileName(name, use, outWidth, outHeight),
      content: await markedLike([picture], content),
    };
  } catch (thrown) {
    throw new LikenessError('download-failed', {}, { cause: thrown });
  }
}

export interface SizesDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly name: string;
  /** Address of the picture, and its edge length in pixels. */
  readonly picture: string;
  readonly pixels: number;
  /** What is larger than the picture is cut from a drawing of it, whose edges are sharp. */
  readonly flat: boolean;
  readonly file: () => Promise<Blob | undefined>;
}

/** How large the file will be, and how it is shown. */
function sizeWords(use: PictureUse, crop: UseCrop, pixels: number): string {
  const { outWidth: width, outHeight: height } = cutFor(use, crop, pixels);
  if (use.dpi !== undefined)
    return t('{width} × {height} pixels at {dpi} dots per inch.', {
      width,
      height,
      dpi: use.dpi,
    });
  const size = fits(use, crop, pixels)
    ? t('{width} × {height} pixels.', { width, height })
    : t('{width} × {height} pixels: all that this part of the picture has.', {
        width,
        height,
      });
  return use.round ? `${size} ${t('Shown there as a circle.')}` : size;
}

/** Previews and saves the picture cut to the size of one use, or to all sizes at once. */
export function SizesDialog({ open, onClose, ...rest }: SizesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t('Ready-made sizes')}>
      <Sizes {...rest} />
    </Dialog>
  );
}

function Sizes({
  name,
  picture,
  pixels: own,
  flat,
  file,
}: Omit<SizesDialogProps, 'open' | 'onClose'>) {
  const { downloads, engine } = usePorts();
  const [crop, setCrop] = useState<UseCrop>(WHOLE);
  const [wanted, setWanted] = useState('linkedin');
  const [what, setWhat] = useState<'one' | 'all'>('one');
  const { saved, keep } = useSaved();
  const { busy, problem, run } = useAction('download-failed');
  const long = useLongWork();
  const pixels = flat ? DRAWN_EDGE : own;
  const uses = usesFor(crop, pixels);
  const use = uses.find(({ id }) => id === wanted) ?? uses[0];
  if (!use) return null;

  const save = async (which: 'one' | 'all'): Promise<Saved> => {
    setWhat(which);
    const stored = await file();
    if (!stored) throw new LikenessError('download-failed');
    let drawing: Blob | undefined;
    const cut = async (one: PictureUse): Promise<NamedFile> => {
      if (!flat || fits(one, crop, own)) return cutPicture(stored, name, one, crop);
      drawing ??= await (await engine()).convert(stored, { size: pixels, format: 'svg' });
      return cutPicture(drawing, name, one, crop);
    };
    async function* files(): AsyncGenerator<NamedFile> {
      for (const one of uses) yield await cut(one);
    }
    if (which === 'one') {
      const { name: as, content } = await cut(use);
      return downloads.save(as, content);
    }
    return long.run(() => downloads.saveAll(`${name} sizes`, files()));
  };

  return (
    <div className={ui.stack4}>
      <SelectField
        label={t('Use for')}
        hint={sizeWords(use, crop, pixels)}
        value={use.id}
        onChange={(event) => setWanted(event.target.value)}
      >
        <Options of={uses.map(({ id, label }) => [id, label])} />
      </SelectField>
      <Frame picture={picture} pixels={pixels} use={use} crop={crop} onMove={setCrop} />
      <div className={ui.stack4}>
        <Slider
          label={t('Zoom')}
          value={crop.zoom}
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          origin={1}
          text={formatPercent(crop.zoom)}
          onChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider
          label={t('Left to right')}
          value={crop.x}
          min={0}
          max={1}
          step={0.01}
          origin={0.5}
          text={formatPercent(crop.x)}
          inPicture
          onChange={(x) => setCrop({ ...crop, x })}
        />
        <Slider
          label={t('Top to bottom')}
          value={crop.y}
          min={0}
          max={1}
          step={0.01}
          origin={0.5}
          text={formatPercent(crop.y)}
          onChange={(y) => setCrop({ ...crop, y })}
        />
      </div>
      <div className={ui.stack2}>
        <Button
          variant="accent"
          wide
          busy={busy && what === 'one'}
          disabled={busy && what === 'all'}
          onClick={() => run(() => keep(() => save('one')))}
        >
          {t('Save for {use}', { use: use.label })}
        </Button>
        <Button
          wide
          busy={busy && what === 'all'}
          disabled={busy && what === 'one'}
          onClick={() => run(() => keep(() => save('all')))}
        >
          {t('Save all {count, plural, one {# size} other {# sizes}}', {
            count: uses.length,
          })}
        </Button>
      </div>
      <p className={cx(ui.small, ui.quiet)}>
        {t('The crop applies to every size. What is inside the dashed line always shows.')}
      </p>
      <SavedNote saved={saved} />
      {problem !== undefined && <ErrorNote what={problem} />}
    </div>
  );
}

/** The crop as the site will show it; dragging moves the picture. */
function Frame({
  picture,
  pixels,
  use,
  crop,
  onMove,
}: {
  readonly picture: string;
  readonly pixels: number;
  readonly use: PictureUse;
  readonly crop: UseCrop;
  readonly onMove: (crop: UseCrop) => void;
}) {
  const cut = cutFor(use, crop, pixels);
  const vars = {
    '--shape': `${String(use.width)} / ${String(use.height)}`,
    '--scale': pixels / cut.width,
    '--left': cut.left / cut.width,
    '--top': cut.top / cut.height,
  } as CSSProperties;
  const fingers = useFingers(
    crop,
    () => true,
    (from, before, now) => {
      const { x, y } = pinched(before, now);
      // Starts from what was visible: a crop that was moved back into the picture mustn't lag behind
      // the pointer.
      const seen = cutFor(use, from, pixels);
      const to = {
        ...from,
        x: (seen.left + seen.width * (0.5 - x)) / pixels,
        y: (seen.top + seen.height / 2 - seen.width * y) / pixels,
      };
      const { left, top, width, height } = cutFor(use, to, pixels);
      onMove({ ...to, x: (left + width / 2) / pixels, y: (top + height / 2) / pixels });
    },
  );
  return (
    <div className={cx(styles.frame, use.round && styles.round)} style={vars} {...fingers}>
      <img src={picture} alt={t('As {use} shows it', { use: use.label })} draggable={false} />
    </div>
  );
}
