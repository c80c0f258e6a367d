import { expect, it } from 'vitest';

import type { WalletChoice } from '../../ports/wallets.ts';
import { loginChoices } from './login-screen.tsx';

const choice = (id: string, more: Partial<WalletChoice> = {}): WalletChoice => ({
  id,
  name: id,
  type: 'phantom',
  transport: 'extension',
  installed: true,
  ...more,
});
const ids = (found: readonly WalletChoice[]): string[] => loginChoices(found).map(({ id }) => id);

it('offers Phantom and MetaMask, as missing where none was found', () => {
  const offered = loginChoices([]);
  expect(offered.map(({ name, installed }) => [name, installed])).toEqual([
    ['Phantom', false],
    ['MetaMask', false],
  ]);
  expect(offered.every(({ installUrl }) => installUrl?.startsWith('https://'))).toBe(true);
});

it('takes those that were found instead', () => {
  expect(ids([choice('mm', { type: 'metamask' }), choice('ph')])).toEqual(['ph', 'mm']);
  expect(ids([choice('ph'), choice('link', { transport: 'link', second: true })])).toEqual([
    'ph',
    'metamask',
  ]);
  expect(ids([choice('link', { transport: 'link' })])).toEqual(['link', 'metamask']);
});

it('puts the sandbox’s own wallet first and keeps Phantom beside it', () => {
  expect(ids([choice('sandbox', { transport: 'sandbox' })])).toEqual([
    'sandbox',
    'phantom',
    'metamask',
  ]);
});
