import { expect, it } from 'vitest';

import { PAYER, TREASURY } from '../../../tests/support/scripted-chain.ts';
import { connectedTo } from '../../../tests/support/wallet-snapshots.ts';
import { connectedPayer } from './sign.ts';

const order = { treasury: TREASURY };

it('requires a wallet on Solana, whoever else is signed in (specification, section 8)', () => {
  const signedIn = {
    status: 'connected',
    type: 'metamask',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    transport: 'extension',
    choices: [],
  } as const;
  expect(() => connectedPayer({ snapshot: () => signedIn }, order)).toThrow(
    'Please connect your wallet first',
  );
});

it('takes any wallet but the treasury’s, whose payment to itself would never count', () => {
  const payer = (address: string) =>
    connectedPayer({ snapshot: () => connectedTo(address, 'signed') }, order);
  expect(payer(PAYER)).toBe(PAYER);
  expect(() => payer(TREASURY)).toThrow('This wallet receives the payments here');
});
