import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

import { downloadName, type Avatar } from '../../core/avatars.ts';
import type { Draft } from '../../core/drafts.ts';
import { isAbort, sentence } from '../../core/errors.ts';
import { STYLE_LABELS } from '../../core/styles.ts';
import { t } from '../../i18n/index.ts';
import { analysesAtom } from '../../state/drafts/index.ts';
import { useLibrary } from '../../state/library/index.ts';
import { useObjectUrl } from '../../state/object-url.ts';
import { usePorts } from '../../state/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { ui } from '../../ui/shared.ts';
import { SavedNote, useSaved } from '../saving/index.ts';
import styles from './avatar-view.module.css';

/** Edge of each picture on the card and height of the line below them, in pixels. */
const EDGE = 600;
const FOOT = 60;

/** Photo and avatar side by side with a word below each, as a JPEG of 1200 × 660 pixels. */
async function cardOf(photo: Blob, picture: Blob, style: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(2 * EDGE, EDGE + FOOT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  context.fillStyle = '#f7f3eb';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#1d1916';
  context.font = '500 26px system-ui, sans-serif';
  context.textBaseline = 'middle';
  for (const [index, [blob, words]] of [
    [photo, t('Photo')] as const,
    [picture, style] as const,
  ].entries()) {
    const bitmap = await createImageBitmap(blob);
    context.drawImage(bitmap, index * EDGE, 0, EDGE, EDGE);
    bitmap.close();
    context.fillText(words, index * EDGE + 24, EDGE + FOOT / 2);
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

/** The card, once it is made, with ways to share and save it. */
export function Card({ avatar, photo }: { readonly avatar: Avatar; readonly photo: Draft }) {
  const { engine, downloads } = usePorts();
  const library = useLibrary();
  const analyses = useAtomValue(analysesAtom);
  const [card, setCard] = useState<Blob>();
  const [failed, setFailed] = useState<string>();
  const { saved, keep } = useSaved();
  const url = useObjectUrl(card);
  const { name, recipe, uid } = avatar;
  const fileName = downloadName(name, '_before_after.jpg');

  useEffect(() => {
    const stop = new AbortController();
    const make = async (): Promise<void> => {
      const [analysis, picture] = await Promise.all([
        analyses.of(photo.id, stop.signal),
        library.picture(uid),
      ]);
      stop.signal.throwIfAborted();
      if (!picture) {
        setFailed(t('Your library could not be read.'));
        return;
      }
      const framed = await (
        await engine()
      ).framedPhoto(analysis, recipe, { size: EDGE, signal: stop.signal });
      const made = await cardOf(framed, picture.full, STYLE_LABELS[recipe.style]);
      stop.signal.throwIfAborted();
      setCard(made);
    };
    make().catch((failure: unknown) => {
      if (!stop.signal.aborted && !isAbort(failure)) setFailed(sentence(failure));
    });
    return () => stop.abort();
  }, [analyses, engine, library, photo.id, recipe, uid]);

  const file = card && new File([card], fileName, { type: card.type });
  const sharer = navigator as Partial<Navigator>;
  const shares = file !== undefined && sharer.canShare?.({ files: [file] }) === true;
  const share = async (): Promise<void> => {
    if (!file) return;
    try {
      await navigator.share({ title: name, files: [file] });
      await library.shared(uid);
    } catch (failure) {
      if (!isAbort(failure)) setFailed(t('The card could not be shared. Save it instead.'));
    }
  };
  const save = async (): Promise<void> => {
    if (!card) return;
    setFailed(undefined);
    try {
      await keep(() => downloads.save(fileName, card));
    } catch (failure) {
      setFailed(sentence(failure, 'download-failed'));
    }
  };
  return (
    <div className={ui.stack4}>
      <p>{t('The card shows your photo. It leaves this device only if you send it.')}</p>
      <div className={styles.sheet}>
        {url !== undefined && <img src={url} alt={t('Your photo beside {name}', { name })} />}
      </div>
      <p role="status" className={styles.outcome}>
        {!card && failed === undefined && t('Making the card…')}
      </p>
      {failed !== undefined && <ErrorNote what={failed} />}
      <div className={ui.wrap2}>
        {shares && (
          <Button size="small" variant="accent" onClick={() => void share()}>
            {t('Share the card')}
          </Button>
        )}
        <Button
          size="small"
          variant={shares ? 'outline' : 'accent'}
          disabled={!card}
          onClick={() => void save()}
        >
          {t('Save the card')}
        </Button>
      </div>
      <SavedNote saved={saved} />
    </div>
  );
}
