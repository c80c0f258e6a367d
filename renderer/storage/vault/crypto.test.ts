import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { argon2id } from '../../core/accounts/kdf.ts';
import { hex } from '../../core/bytes.ts';
import { argon2 } from './argon2.ts';
import { utf8, type Bytes } from './bytes.ts';
import { deriveKey, importSecret, open, seal } from './crypto.ts';

const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

describe('known answers', () => {
  it.each([
    // From the reference implementation's test.c, version 0x13.
    [65_536, 2, '09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7'],
    [256, 2, '9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe'],
    [65_536, 4, '9025d48e68ef7395cca9079da4c4ec3affb3c8911fe4f86d1a2520856f63172c'],
  ])('Argon2id with %i KiB and %i passes', async (memory, iterations, expected) => {
    expect(
      hex(await argon2(utf8('password'), argon2id(memory, iterations, btoa('somesalt')))),
    ).toBe(expected);
  });

  it('AES-256-GCM: test case 16 of McGrew and Viega', async () => {
    const key = await crypto.subtle.importKey(
      'raw',
      fromHex('feffe9928665731c6d6a8f9467308308'.repeat(2)),
      'AES-GCM',
      false,
      ['encrypt', 'decrypt'],
    );
    const plain = fromHex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    );
    // The vectors' associated data isn't text, so our text binding is checked against another
    // implementation.
    const nonce = fromHex('cafebabefacedbaddecaf888');
    const cipher = createCipheriv(
      'aes-256-gcm',
      fromHex('feffe9928665731c6d6a8f9467308308'.repeat(2)),
      nonce,
    );
    cipher.setAAD(utf8('a row'));
    const expected = Buffer.concat([
      nonce,
      cipher.update(plain),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    const sealed = await seal(key, plain, 'a row', nonce);
    expect(hex(sealed)).toBe(expected.toString('hex'));
    expect(hex(sealed).slice(24, 24 + 64)).toBe(
      '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa',
    );
    expect(hex(await open(key, sealed, 'a row'))).toBe(hex(plain));
    await expect(open(key, sealed, 'another row')).rejects.toThrow();
  });

  it('HKDF-SHA-256: test case 3 of RFC 5869, as the key of AES-GCM', async () => {
    // deriveKey returns a key that can't be read, so compare what it encrypts.
    const ours = await deriveKey(await importSecret(fromHex('0b'.repeat(22))), '');
    const theirs = await crypto.subtle.importKey(
      'raw',
      fromHex('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d'),
      'AES-GCM',
      false,
      ['encrypt'],
    );
    const nonce = fromHex('cafebabefacedbaddecaf888');
    expect(hex(await seal(ours, utf8('x'), '', nonce))).toBe(
      hex(await seal(theirs, utf8('x'), '', nonce)),
    );
    expect(ours.extractable).toBe(false);
  });
});
