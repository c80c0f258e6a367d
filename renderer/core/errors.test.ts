import { describe, expect, it } from 'vitest';

import {
  errorCode,
  ERRORS,
  holdUpOf,
  isAbort,
  isErrorCode,
  LikenessError,
  sentence,
  SENTENCES,
  type ErrorCode,
  type ErrorWords,
} from './errors.ts';

describe('the error catalogue (specification, section 8)', () => {
  const catalogue: Partial<Record<ErrorCode, string>> = {
    'phantom-not-installed': 'Phantom wallet not installed',
    'phantom-connect-failed': 'Failed to connect to Phantom wallet',
    'metamask-not-installed': 'MetaMask not installed',
    'metamask-connect-failed': 'Failed to connect to MetaMask wallet',
    'transaction-failed': 'Transaction failed',
    'wallet-not-connected': 'Wallet not connected',
    'wallet-connect-failed': 'Failed to connect wallet',
    'connect-first': 'Please connect your wallet first',
    'payment-failed': 'Payment failed',
    'payment-failed-retry': 'Payment failed. Please try again.',
    'login-wallet-failed': 'Failed to connect wallet. Please try again.',
    'passwords-differ': 'Passwords do not match',
    'password-too-short': 'Password must be at least 6 characters',
    unexpected: 'Unexpected Application Error!',
  };

  it('is word for word the specification’s', () => {
    expect(SENTENCES).toMatchObject(catalogue);
  });

  it('says of every other failure a short cause, a line about money, and an action', () => {
    const money = /charged|Nothing was/;
    for (const [code, words] of Object.entries<ErrorWords>(ERRORS)) {
      if (Object.hasOwn(catalogue, code)) continue;
      const { what, safe, next } = words;
      for (const part of [what, ...(next === undefined ? [] : [next])]) {
        expect(part, code).toMatch(/^[A-Z].*[.?]$/);
        // Money is spoken of in one of six lines, so that it is understood and translated once.
        expect(part, code).not.toMatch(money);
        expect(part.split(' ').length, part).toBeLessThanOrEqual(17);
      }
      const text = SENTENCES[code as ErrorCode];
      expect(text.startsWith(what) && text.endsWith(next ?? ''), code).toBe(true);
      expect(money.test(text), code).toBe(safe !== undefined);
    }
    expect(new Set(Object.values(SENTENCES)).size).toBe(Object.keys(SENTENCES).length);
  });

  it('says of work that goes on only what holds it up: it may have been charged', () => {
    expect(holdUpOf('network-unreachable')).toBe('The Solana network can’t be reached.');
    expect(holdUpOf('network-busy')).toBe('The Solana network is busy. Nothing was lost.');
    for (const code of Object.keys(ERRORS).filter(isErrorCode))
      expect(holdUpOf(code)).not.toMatch(/not been charged|Nothing was sent/);
  });

  it('has a sentence for anything thrown', () => {
    const ours = new LikenessError('photo-heic', { bytes: 3 }, { cause: 'why' });
    expect(ours).toMatchObject({
      message: SENTENCES['photo-heic'],
      code: 'photo-heic',
      cause: 'why',
    });
    expect(sentence(ours, 'payment-failed')).toBe(SENTENCES['photo-heic']);
    expect(sentence(new TypeError('x is undefined'), 'payment-failed-retry')).toBe(
      'Payment failed. Please try again.',
    );
    expect(sentence('thrown by hand')).toBe('Unexpected Application Error!');
    expect(errorCode(new Error('no'))).toBe('unexpected');
    expect(isErrorCode('toString')).toBe(false);
    expect(
      [new LikenessError('engine-aborted'), new DOMException('', 'AbortError'), ours].map(isAbort),
    ).toEqual([true, true, false]);
  });
});
