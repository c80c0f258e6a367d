import { HD_FORMAT_LABELS } from '../../core/avatars.ts';
import { useAtom } from '../../state/jotai.ts';
import { hdFormatAtom } from '../../state/settings.ts';
import { writableFormats } from '../../state/writable-formats.ts';
import { Segmented } from '../../ui/segmented.tsx';

/** As what pictures are saved, of the formats that this browser writes; remembered. */
export function FormatChoice() {
  const [format, setFormat] = useAtom(hdFormatAtom);
  return (
    <Segmented
      label="File format"
      look="words"
      options={writableFormats().map((id) => ({ id, label: HD_FORMAT_LABELS[id] }))}
      value={format}
      onChange={setFormat}
    />
  );
}
