import { formatNumber, formatPercent, t } from '../../i18n/index.ts';
import { useEngineFetch } from '../../state/engine-fetch.ts';
import { Progress } from '../../ui/progress.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { VisuallyHidden } from '../../ui/text.tsx';

const megabytes = (bytes: number): string =>
  formatNumber(bytes / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** Said aloud every quarter only. */
const QUARTERS = 4;

/**
 * How many bytes of the engine have arrived, while a slow connection loads them; else nothing. Stands
 * outside of other live regions, as its number changes all the time.
 */
export function EngineFetching({ className }: { readonly className?: string | undefined }) {
  const fetching = useEngineFetch();
  const done = fetching ? fetching.received / fetching.total : 0;
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {fetching &&
            t('Downloading the engine: {percent}', {
              percent: formatPercent(Math.floor(done * QUARTERS) / QUARTERS),
            })}
        </span>
      </VisuallyHidden>
      {fetching && (
        <div className={cx(ui.stack2, className)}>
          <p className={cx(ui.mono, ui.small)}>
            {t('Downloading the engine, only this once: {received} of {total} MB', {
              received: megabytes(fetching.received),
              total: megabytes(fetching.total),
            })}
          </p>
          <Progress label={t('Downloading the engine')} done={done} />
        </div>
      )}
    </>
  );
}
