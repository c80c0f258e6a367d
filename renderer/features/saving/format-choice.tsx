import { useAtom } from 'jotai';

import { HD_FORMAT_LABELS } from '../../core/avatars.ts';
import { i18n } from '../../i18n/index.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** Chooses the format of saved pictures among those this browser writes; remembers the choice. */
export function FormatChoice() {
  const [format, setFormat] = useAtom(hdFormatAtom);
  return (
    <Segmented
      label={i18n.t('File format')}
      variant="words"
      options={writableFormats().map((id) => ({ id, label: HD_FORMAT_LABELS[id] }))}
      value={format}
      onChange={setFormat}
    />
  );
}
