import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { sentence } from '../../core/errors.ts';
import { formatList } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Table } from '../../ports/store.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { useUnreadRows } from '../../state/unread.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** What users call the rows of each table. */
const NAMES: Record<Table, (count: number) => string> = {
  orders: (count) => i18n.t('{count, plural, one {# purchase} other {# purchases}}', { count }),
  ledger: (count) =>
    i18n.t('{count, plural, one {# entry of your credits} other {# entries of your credits}}', {
      count,
    }),
  avatars: (count) => i18n.t('{count, plural, one {# avatar} other {# avatars}}', { count }),
  pictures: (count) =>
    i18n.t('{count, plural, one {# picture of an avatar} other {# pictures of avatars}}', {
      count,
    }),
  batches: (count) => i18n.t('{count, plural, one {# batch} other {# batches}}', { count }),
  drafts: (count) => i18n.t('{count, plural, one {# photo} other {# photos}}', { count }),
  mints: (count) => i18n.t('{count, plural, one {# NFT} other {# NFTs}}', { count }),
  mintMaterials: (count) =>
    i18n.t('{count, plural, one {# NFT being minted} other {# NFTs being minted}}', { count }),
  messages: (count) =>
    i18n.t('{count, plural, one {# unsent message} other {# unsent messages}}', { count }),
  settings: (count) =>
    i18n.t('{count, plural, one {# set of your settings} other {# sets of your settings}}', {
      count,
    }),
};

function counted(tables: readonly Table[]): string {
  return formatList(
    [...new Set(tables)].map((table) => NAMES[table](tables.filter((one) => one === table).length)),
  );
}

/** Says what in the library can't be read here, and offers a copy of it. */
export function UnreadRows() {
  const unread = useUnreadRows();
  const { store, downloads } = usePorts();
  const showToast = useSetAtom(showToastAtom);
  const [busy, setBusy] = useState(false);
  if (unread.length === 0) return null;
  const save = async (): Promise<void> => {
    const profiles = [...new Set(unread.map(({ profileId }) => profileId))];
    await downloads.save('Likeness unread entries.json', await store.copyUnread(profiles));
  };
  const newer = unread.some(({ problem }) => problem === 'newer');
  return (
    <Notice
      tone="careful"
      title={i18n.t('{entries} can’t be read here', {
        entries: counted(unread.map(({ table }) => table)),
      })}
      actions={
        <>
          <Button
            size="small"
            busy={busy}
            onClick={() => {
              setBusy(true);
              save()
                .catch((failure: unknown) => showToast(sentence(failure, 'download-failed'), 'bad'))
                .finally(() => setBusy(false));
            }}
          >
            {i18n.t('Save a copy')}
          </Button>
          <TextLink to="/contact">{i18n.t('Contact support')}</TextLink>
        </>
      }
    >
      {i18n.t('Nothing was deleted, and everything else works without it.')}{' '}
      {newer
        ? i18n.t(
            'A newer version of Likeness wrote it: reload the page or update the app to see it again.',
          )
        : i18n.t(
            'An update may bring it back. Until then a copy of it is safe outside of the app, too.',
          )}
    </Notice>
  );
}
