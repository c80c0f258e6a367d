import { FIRST_OWN_AVATAR_ID } from '../core/constants.ts';
import type { Database } from './database.ts';

/** SHA-256 of genesis hash and signature, hex: tells nothing of the payment to who reads the table. */
export async function paymentHash(genesis: string, signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${genesis}:${signature}`));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Inside a transaction over `payments`: claims a payment that nobody holds, and gives its holder. */
export async function claim(database: Database, hash: string, orderId: string): Promise<string> {
  const held = await database.payments.get(hash);
  if (held) return held.orderId;
  await database.payments.add({ hash, orderId });
  return orderId;
}

/** Takes `count` numbers for /avatar/{id} off the device's counter and gives the first. */
export const takeAvatarIds = (database: Database, count: number): PromiseLike<number> =>
  database.transaction('rw', database.counters, async () => {
    const first = (await database.counters.get('avatar'))?.next ?? FIRST_OWN_AVATAR_ID;
    await database.counters.put({ name: 'avatar', next: first + count });
    return first;
  });
