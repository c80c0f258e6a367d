import nacl from 'tweetnacl';

import { parseTransaction } from '../../renderer/chain/solana/message.ts';
import { decodeBase58, encodeBase58 } from '../../renderer/core/base58.ts';

/** What the user does when Phantom asks. */
export type PhantomAnswer =
  | 'approve'
  /** Phantom's error answer: '4001' and so on. */
  | { readonly errorCode: string }
  /** Signs a different transaction; returns its unsigned wire bytes. */
  | { readonly signInstead: (asked: Uint8Array) => Uint8Array };

/**
 * The Phantom app behind its links, as https://docs.phantom.com/phantom-deeplinks describes it. It
 * really decrypts (with NaCl's own JavaScript, not ours), keeps sessions and really signs.
 */
export class FakePhantom {
  readonly address: string;
  readonly #account: nacl.SignKeyPair;
  readonly #box = nacl.box.keyPair();
  readonly #sessions = new Map<string, string>();
  /** The requested methods, in order. */
  readonly asked: string[] = [];

  constructor(seed: Uint8Array) {
    this.#account = nacl.sign.keyPair.fromSeed(seed);
    this.address = encodeBase58(this.#account.publicKey);
  }

  /** Ends all sessions, as when the user removes the app in Phantom's settings. */
  revoke(): void {
    this.#sessions.clear();
  }

  /** The address to which Phantom sends the browser after the user's answer to a link. */
  open(link: string, answer: PhantomAnswer = 'approve'): string {
    const url = new URL(link);
    const method = /^\/ul\/v1\/(\w+)$/.exec(url.pathname)?.[1] ?? '';
    if (url.origin !== 'https://phantom.app') throw new Error(`not Phantom's: ${link}`);
    this.asked.push(method);
    const back = new URL(url.searchParams.get('redirect_link') ?? '');
    const query = this.#answer(method, url.searchParams, answer);
    for (const [name, value] of Object.entries(query)) back.searchParams.append(name, value);
    return back.href;
  }

  #answer(method: string, asked: URLSearchParams, answer: PhantomAnswer): Record<string, string> {
    if (typeof answer === 'object' && 'errorCode' in answer)
      return { errorCode: answer.errorCode, errorMessage: 'As the user wished.' };
    const dapp = asked.get('dapp_encryption_public_key') ?? '';
    if (method === 'connect') {
      if (!asked.get('app_url') || !asked.get('cluster'))
        return { errorCode: '-32000', errorMessage: 'Missing parameters.' };
      // As long as real ones: a signature and the signed data, base58.
      const session = encodeBase58(nacl.randomBytes(170));
      this.#sessions.set(session, dapp);
      return {
        phantom_encryption_public_key: encodeBase58(this.#box.publicKey),
        ...this.#seal({ public_key: this.address, session }, dapp),
      };
    }
    const opened = nacl.box.open(
      decodeBase58(asked.get('payload') ?? ''),
      decodeBase58(asked.get('nonce') ?? ''),
      decodeBase58(dapp),
      this.#box.secretKey,
    );
    if (!opened) return { errorCode: '-32000', errorMessage: 'Could not decrypt.' };
    const payload = JSON.parse(new TextDecoder().decode(opened)) as Record<string, string>;
    if (this.#sessions.get(payload['session'] ?? '') !== dapp)
      return { errorCode: '4100', errorMessage: 'Unknown session.' };
    if (method === 'disconnect') {
      this.#sessions.delete(payload['session'] ?? '');
      return {};
    }
    if (method === 'signMessage') {
      const signature = nacl.sign.detached(
        decodeBase58(payload['message'] ?? ''),
        this.#account.secretKey,
      );
      return this.#seal({ signature: encodeBase58(signature), publicKey: this.address }, dapp);
    }
    if (method !== 'signTransaction')
      return { errorCode: '-32601', errorMessage: 'Unknown method.' };
    const wire = decodeBase58(payload['transaction'] ?? '');
    const signed = this.sign(typeof answer === 'object' ? answer.signInstead(wire) : wire);
    return this.#seal({ transaction: encodeBase58(signed) }, dapp);
  }

  /** Inserts this account's signature into a wire transaction. */
  sign(wire: Uint8Array): Uint8Array {
    const { message, signers } = parseTransaction(wire);
    const place = signers.indexOf(this.address);
    if (place < 0) return wire;
    const signed = Uint8Array.from(wire);
    signed.set(
      nacl.sign.detached(Uint8Array.from(message), this.#account.secretKey),
      1 + 64 * place,
    );
    return signed;
  }

  #seal(value: unknown, dapp: string): { nonce: string; data: string } {
    const nonce = nacl.randomBytes(nacl.box.nonceLength);
    const data = nacl.box(
      new TextEncoder().encode(JSON.stringify(value)),
      nonce,
      decodeBase58(dapp),
      this.#box.secretKey,
    );
    return { nonce: encodeBase58(nonce), data: encodeBase58(data) };
  }
}
