import { useState } from 'react';

import { sentence } from '../../core/errors.ts';
import { formatCount, formatList } from '../../core/format.ts';
import { i18n } from '../../i18n/index.ts';
import type { Table } from '../../ports/store.ts';
import { useSetAtom } from '../../state/jotai.ts';
import { usePorts } from '../../state/ports.ts';
import { showToastAtom } from '../../state/toasts.ts';
import { useUnreadRows } from '../../state/unread.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** What users call a row of each table, in singular and plural. */
const NAMES: Record<Table, readonly [one: string, several: string]> = {
  orders: ['purchase', 'purchases'],
  ledger: [i18n.t('entry of your credits'), i18n.t('entries of your credits')],
  avatars: ['avatar', 'avatars'],
  pictures: [i18n.t('picture of an avatar'), i18n.t('pictures of avatars')],
  batches: ['batch', 'batches'],
  drafts: ['photo', 'photos'],
  mints: ['NFT', 'NFTs'],
  mintMaterials: [i18n.t('NFT being minted'), i18n.t('NFTs being minted')],
  messages: [i18n.t('unsent message'), i18n.t('unsent messages')],
  settings: [i18n.t('set of your settings'), i18n.t('sets of your settings')],
};

function counted(tables: readonly Table[]): string {
  const words = [...new Set(tables)].map((table) => {
    const count = tables.filter((one) => one === table).length;
    return formatCount(count, ...NAMES[table]);
  });
  return formatList(words);
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
    await downloads.save(i18n.t('Likeness unread entries.json'), await store.copyUnread(profiles));
  };
  const newer = unread.some(({ problem }) => problem === 'newer');
  return (
    <Notice
      tone="careful"
      title={i18n.t('{counted} can’t be read here', {
        counted: counted(unread.map(({ table }) => table)),
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
