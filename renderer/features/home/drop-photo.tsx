import { useSetAtom } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import { i18n } from '../../i18n/index.ts';
import { addPhotosAtom, pickedFiles } from '../../state/add-photos.ts';
import cover from '../../ui/cover.module.css';
import { cx } from '../../ui/cx.ts';
import { UploadIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './drop-photo.module.css';

/** Takes dropped or picked photos and opens Customize, which also says what is wrong with one. */
export function DropPhoto({ children }: { readonly children: ReactNode }) {
  const add = useSetAtom(addPhotosAtom);
  const navigate = useNavigate();
  const [over, setOver] = useState(false);

  const take = (files: FileList | null): void => {
    const picked = pickedFiles(files);
    if (picked.length === 0) return;
    void add(picked);
    void navigate('/customize');
  };

  return (
    <div
      className={cx(styles.place, over && styles.over)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {children}
      <label className={styles.drop}>
        <UploadIcon size={20} strokeWidth={1.7} aria-hidden="true" />
        <span data-mouse>
          {over ? i18n.t('Let go: it stays on this device') : i18n.t('Drop your photo here')}
        </span>
        <span data-touch>{i18n.t('Choose your photo')}</span>
        <VisuallyHidden>{i18n.t('PNG, JPG up to 10MB')}</VisuallyHidden>
        <input
          className={cover.cover}
          type="file"
          accept="image/*"
          multiple
          onChange={(event) => take(event.target.files)}
        />
      </label>
    </div>
  );
}
