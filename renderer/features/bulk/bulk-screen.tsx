import { BULK_WORDS } from '../../content/bulk.ts';
import { isOpen } from '../../core/batches.ts';
import { comesWith } from '../../core/unlocks.ts';
import { i18n } from '../../i18n/index.ts';
import { useBulkState } from '../../state/bulk/index.ts';
import { useLibraryState } from '../../state/library/index.ts';
import { cx } from '../../ui/cx.ts';
import { lazily } from '../../ui/lazily.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import t from '../../ui/type.module.css';
import styles from './bulk-screen.module.css';
import { People } from './people.tsx';
import { Run } from './run.tsx';

const Recipes = lazily(async () => (await import('./recipes.tsx')).Recipes);

/** /bulk: from a folder of photos to people and looks, then one run with its report. */
export function BulkScreen() {
  const { unlocked, batches, loaded } = useLibraryState();
  const { people } = useBulkState();
  const mayRun = unlocked.has('bulk');
  const runs = batches.filter(({ bulk }) => bulk);
  const shown = runs.find(isOpen) ?? runs.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return (
    <div className={cx(t.page, styles.place)}>
      <h1 className={t.title}>{i18n.t('Bulk processing')}</h1>
      <p className={cx(t.lead, t.measure)}>{BULK_WORDS.lead}</p>
      {loaded && !mayRun && (
        <Notice
          title={comesWith([i18n.t('Bulk processing')], 'bulk')}
          actions={<TextLink to="/pricing?for=bulk">{i18n.t('See Pricing')}</TextLink>}
        >
          {BULK_WORDS.freeLook}
        </Notice>
      )}
      {shown && <Run batch={shown} />}
      <People />
      {people.length > 0 && <Recipes mayRun={mayRun} busy={shown !== undefined && isOpen(shown)} />}
      <p className={t.quiet}>{BULK_WORDS.kept}</p>
    </div>
  );
}
