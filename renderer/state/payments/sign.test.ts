import { expect, it } from 'vitest';

import { connectedPayer } from './sign.ts';

it('requires a wallet on Solana, whoever else is signed in (specification, section 8)', () => {
  const signedIn = {
    status: 'connected',
    type: 'metamask',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    transport: 'extension',
    choices: [],
  } as const;
  expect(() => connectedPayer({ snapshot: () => signedIn })).toThrow(
    'Please connect your wallet first',
  );
});
