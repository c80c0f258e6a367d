import { useSetAtom } from 'jotai';

import { shortenAddress } from '../../core/constants.ts';
import { i18n } from '../../i18n/index.ts';
import type { Elsewhere } from '../../state/library/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { openWalletDialogAtom } from '../shell/index.ts';

/** Says where the avatars are that were here a moment ago. */
export function ElsewhereNotice({ elsewhere }: { readonly elsewhere: Elsewhere }) {
  const connect = useSetAtom(openWalletDialogAtom);
  if (elsewhere.kind === 'account')
    return (
      <Notice
        title={i18n.t('Your avatars are sealed in your account')}
        actions={
          <ButtonLink to="/login" size="small">
            {i18n.t('Sign in')}
          </ButtonLink>
        }
      >
        {i18n.t('Nothing is lost. Sign in on this device to see them again.')}
      </Notice>
    );
  const { address, avatars } = elsewhere;
  return (
    <Notice
      title={
        avatars === 0
          ? i18n.t('Your credits are safe')
          : i18n.t('Your {avatars, plural, one {# avatar is} other {# avatars are}} safe', {
              avatars,
            })
      }
      actions={
        <Button variant="chain-outline" size="small" onClick={() => connect()}>
          {i18n.t('Connect Wallet')}
        </Button>
      }
    >
      {i18n.t(
        '{avatars, plural, =0 {They belong} one {It belongs} other {They belong}} to the wallet {address}, on this device. Connect it to see them again.',
        { avatars, address: shortenAddress(address) },
      )}
    </Notice>
  );
}
