import type { WalletChoice } from '../../ports/wallets.ts';

const missing = (type: WalletChoice['type'], name: string, installUrl: string): WalletChoice => ({
  id: type,
  name,
  type,
  transport: 'extension',
  installed: false,
  installUrl,
});
const PHANTOM = missing('phantom', 'Phantom', 'https://phantom.app/download');
const METAMASK = missing('metamask', 'MetaMask', 'https://metamask.io/download/');

/**
 * The wallets that the login offers: the sandbox's own first, then always Phantom and MetaMask,
 * marked as missing if they weren't found.
 */
export function loginChoices(found: readonly WalletChoice[]): readonly WalletChoice[] {
  const own = found.filter(({ transport }) => transport === 'sandbox');
  const others = found.filter(({ transport, second }) => transport !== 'sandbox' && !second);
  const of = (fallback: WalletChoice): readonly WalletChoice[] => {
    const some = others.filter(({ type }) => type === fallback.type);
    return some.length > 0 ? some : [fallback];
  };
  return [...own, ...of(PHANTOM), ...of(METAMASK)];
}
