import { shortenAddress } from '../../core/constants.ts';
import { formatCount } from '../../core/format.ts';
import { useSetAtom } from '../../state/jotai.ts';
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
        title="Your avatars are sealed in your account"
        actions={
          <ButtonLink to="/login" size="small">
            Sign in
          </ButtonLink>
        }
      >
        Nothing is lost. Sign in on this device to see them again.
      </Notice>
    );
  const { address, avatars } = elsewhere;
  return (
    <Notice
      title={
        avatars === 0
          ? 'Your credits are safe'
          : `Your ${formatCount(avatars, 'avatar')} ${avatars === 1 ? 'is' : 'are'} safe`
      }
      actions={
        <Button variant="chain-outline" size="small" onClick={() => connect()}>
          Connect Wallet
        </Button>
      }
    >
      {avatars === 0 ? 'They belong' : avatars === 1 ? 'It belongs' : 'They belong'} to the wallet{' '}
      {shortenAddress(address)}, on this device. Connect it to see them again.
    </Notice>
  );
}
