import { useAtom } from 'jotai';
import { useCallback, useDeferredValue } from 'react';

import { formatPercent } from '../../core/format.ts';
import { fileSize } from '../../core/units.ts';
import { i18n } from '../../i18n/index.ts';
import { shippedPicture } from '../../state/library/index.ts';
import { qualityAtom } from '../../state/settings.ts';
import { useAsync } from '../../state/use-async.ts';
import { Slider } from '../../ui/slider.tsx';

type Lossy = 'jpeg' | 'webp';

/** How well JPEG and WebP files are kept, and how large this picture's file becomes. */
export function Quality({
  format,
  picture,
}: {
  readonly format: Lossy;
  /** The picture's address. */
  readonly picture: string;
}) {
  const [quality, setQuality] = useAtom(qualityAtom);
  const settled = useDeferredValue(quality);
  const bytes = useAsync(
    useCallback(
      async () => (await shippedPicture(picture, format, settled)).size,
      [picture, format, settled],
    ),
    'avatar.picture',
  );
  return (
    <Slider
      label={i18n.t('Quality')}
      value={quality}
      min={0.5}
      max={1}
      step={0.01}
      origin={0.5}
      text={`${formatPercent(quality)}, ${bytes === undefined ? '…' : fileSize(bytes)}`}
      onChange={setQuality}
    />
  );
}
