import { useAtom } from 'jotai';

import { i18n } from '../../i18n/index.ts';
import { newCodeAtom } from '../../state/accounts/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { GuestMigrationOffered } from './guest-migration.tsx';
import { KeepCode } from './keep-code.tsx';

/**
 * The dialogs that follow the opening of an account, on any screen: first the new recovery code if
 * the old one was used up, then the offer to move the guest's work.
 */
export function AccountNotices() {
  const [code, setCode] = useAtom(newCodeAtom);
  const close = (): void => setCode(undefined);
  if (code === undefined) return <GuestMigrationOffered />;
  return (
    <Dialog open onClose={close} title={i18n.t('Your recovery code was used up')}>
      <KeepCode code={code} onKept={close} />
    </Dialog>
  );
}
