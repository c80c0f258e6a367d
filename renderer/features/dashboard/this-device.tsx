import { useSetAtom } from 'jotai';
import { useState } from 'react';

import { UNLESS_OWN_ENGINE } from '../../content/brand.ts';
import { formatNumber, t } from '../../i18n/index.ts';
import {
  eraseEverythingAtom,
  keepStorageAtom,
  useDeviceStorage,
  useStoredCounts,
} from '../../state/device.ts';
import { useDraft, useDrafts } from '../../state/drafts/index.ts';
import { ERASED_HASH } from '../../state/notices.ts';
import { useAccount, usePorts } from '../../state/ports.ts';
import { useShowFailure, useShowToast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-async.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { CheckField, Form } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/notice.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Section } from '../../ui/text.tsx';

const megabytes = (bytes: number): string =>
  formatNumber(bytes / 1e6, { maximumFractionDigits: 1 });

/** What is stored on this device, whether it lasts, and how to delete it. */
export function ThisDevice() {
  const now = useDeviceStorage();
  const keep = useSetAtom(keepStorageAtom);
  const counts = useStoredCounts();
  const drafts = useDrafts();
  const { store } = usePorts();
  const { phase, entries } = useDraft();
  const photos = entries.length;
  const [deleting, setDeleting] = useState(false);
  /** Photos that can't be deleted from here: a locked account's, and those in use by a batch. */
  const others = Math.max(0, (counts?.drafts ?? 0) - photos);
  const { status } = useAccount();
  const showToast = useShowToast();
  const showFailure = useShowFailure();
  const deletePhotos = async (): Promise<void> => {
    setDeleting(true);
    await drafts.clearAll().finally(() => setDeleting(false));
    const kept = (await store.counts()).drafts > others;
    showToast(
      kept
        ? t('This photo is still in use. It’s deleted, with its key, when its avatars are done.')
        : t('Deleted, and the keys destroyed.'),
      kept ? 'plain' : 'good',
    );
  };
  return (
    <Section id="privacy" title={t('Privacy')}>
      <p className={cx(ui.quiet, ui.measure)}>
        {t(
          'Your photo never leaves this device. It is kept encrypted until its avatars are made, or for 24 hours if you choose so, and then deleted.',
        )}{' '}
        {UNLESS_OWN_ENGINE}{' '}
        {status === 'open'
          ? t(
              'Avatars stay on this device until you delete them; while your account is locked, nobody can see them.',
            )
          : t(
              'Avatars stay on this device until you delete them; whoever can open it can see them.',
            )}
      </p>
      {now && (
        <p>
          {counts
            ? t('{avatars, plural, one {# avatar} other {# avatars}}, {size} MB.', {
                avatars: counts.avatars,
                size: megabytes(now.usedBytes),
              })
            : t('{size} MB.', { size: megabytes(now.usedBytes) })}{' '}
          {now.persistent
            ? t('The browser keeps your avatars until you delete them.')
            : t('The browser may delete everything when space gets short.')}
        </p>
      )}
      {others > 0 && phase !== 'starting' && !deleting && (
        <p className={cx(ui.quiet, ui.measure)}>
          {t(
            '{photos, plural, one {A photo is also kept encrypted for a batch or a locked account. It is deleted when the batch is done or you delete it in that account, and after 24 hours at the latest.} other {# photos are also kept encrypted for a batch or a locked account. They are deleted when the batch is done or you delete them in that account, and after 24 hours at the latest.}}',
            { photos: others },
          )}
        </p>
      )}
      <div className={ui.wrap3}>
        {now && !now.persistent && (
          <Button
            size="small"
            onClick={() => {
              void keep().then((kept) =>
                showToast(
                  kept
                    ? t('The browser will keep your avatars.')
                    : t(
                        'The browser declined for now. It often agrees once you use the app more; keep copies meanwhile.',
                      ),
                  kept ? 'good' : 'plain',
                ),
              );
            }}
          >
            {t('Protect from automatic deletion')}
          </Button>
        )}
        {photos > 0 && (
          <Button size="small" onClick={() => void deletePhotos().catch(showFailure)}>
            {t('{photos, plural, one {Delete photo now} other {Delete # photos now}}', {
              photos,
            })}
          </Button>
        )}
        <DialogButton
          text
          label={t('Erase everything')}
          title={t('Erase all Likeness data on this device?')}
        >
          <Erase />
        </DialogButton>
      </div>
      <TextLink to="/trust-security">{t('Trust & Security')}</TextLink>
    </Section>
  );
}

function Erase() {
  const erase = useSetAtom(eraseEverythingAtom);
  const [sure, setSure] = useState(false);
  const { busy, problem, run } = useAction();
  const go = async (): Promise<void> => {
    await erase();
    // Everything in memory belongs to what was erased; a new page starts without it.
    location.replace(`/${ERASED_HASH}`);
    // Blocks all actions until the new page is there.
    await new Promise(() => undefined);
  };
  return (
    <Form
      className={cx(ui.stack4, ui.start)}
      onSubmit={() => {
        if (sure && !busy) run(go);
      }}
    >
      <p>
        {t(
          'All avatars, photos, accounts, purchases and settings stored here are deleted for good. You can restore purchases later with the wallet you paid from, or a saved receipt.',
        )}
      </p>
      <CheckField
        label={t('I have saved what I want to keep')}
        checked={sure}
        onChange={(event) => setSure(event.target.checked)}
      />
      {problem !== undefined && <ErrorNote what={problem} />}
      <Button type="submit" variant="accent" disabled={!sure} busy={busy}>
        {t('Erase everything')}
      </Button>
    </Form>
  );
}
