import { useAtom, useSetAtom } from 'jotai';

import { HD_FORMAT_LABELS, type PictureFormat } from '../../core/avatars.ts';
import { sentence } from '../../core/errors.ts';
import { i18n } from '../../i18n/index.ts';
import type { Saved } from '../../ports/downloads.ts';
import { pictureFormatAtom } from '../../state/settings.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { cx } from '../../ui/cx.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './saved-note.module.css';

/**
 * Chooses the format of saved pictures among those this browser writes; remembers the choice.
 * `flat`: some of the pictures can be drawings.
 */
export function FormatChoice({ flat = false }: { readonly flat?: boolean }) {
  const [format, setFormat] = useAtom(pictureFormatAtom);
  const offered: readonly PictureFormat[] = [
    ...writableFormats(),
    ...(flat ? ['svg' as const] : []),
  ];
  return (
    <Segmented
      label={i18n.t('File format')}
      variant="words"
      options={offered.map((id) => ({ id, label: HD_FORMAT_LABELS[id] }))}
      value={offered.includes(format) ? format : 'png'}
      onChange={setFormat}
    />
  );
}

/**
 * Says where a file was saved, with a button that shows it there. Browsers show their downloads
 * themselves, so there it is only for screen readers.
 */
export function SavedNote({
  saved,
  short = false,
}: {
  readonly saved: Saved | undefined;
  readonly short?: boolean;
}) {
  const showToast = useSetAtom(showToastAtom);
  const { place, reveal } = saved ?? {};
  if (place === undefined || reveal === undefined)
    return (
      <VisuallyHidden>
        <span role="status">{saved && i18n.t('Saved to your downloads.')}</span>
      </VisuallyHidden>
    );
  return (
    <p className={cx(t.hint, styles.note)} role="status" title={place}>
      {short ? i18n.t('Saved.') : i18n.t('Saved to {place}.', { place })}{' '}
      <TextButton
        onClick={() =>
          void reveal().catch((failure: unknown) =>
            showToast(sentence(failure, 'download-failed'), 'bad'),
          )
        }
      >
        {i18n.t('Show in folder')}
      </TextButton>
    </p>
  );
}
