import { FIRST_OWN_AVATAR_ID } from '../core/constants.ts';
import type { CodecBook } from './codec.ts';
import type { ClaimedPayment, Database } from './database.ts';

/** SHA-256 of genesis hash and signature, hex: tells nothing of the payment to who reads the table. */
export async function paymentHash(genesis: string, signature: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${genesis}:${signature}`),
  );
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const address = (hash: string, profileId: string) => ({ table: 'payments', name: hash, profileId });

/** A claim as it is stored: an account's order isn't named to who reads its locked store. */
export async function sealClaim(
  codecFor: CodecBook,
  hash: string,
  orderId: string,
  profileId?: string,
): Promise<ClaimedPayment> {
  const codec = profileId === undefined ? undefined : codecFor(profileId);
  if (profileId === undefined || !codec?.hidesTimes)
    return { hash, orderId, ...(profileId !== undefined && { profileId }) };
  return {
    hash,
    orderId: '',
    profileId,
    sealed: await codec.seal(orderId, address(hash, profileId)),
  };
}

/** The order that holds a payment; of a locked account, a name that isn't any order's. */
export async function holderOf(codecFor: CodecBook, claimed: ClaimedPayment): Promise<string> {
  const { hash, orderId, profileId, sealed } = claimed;
  if (sealed === undefined || profileId === undefined) return orderId;
  const codec = codecFor(profileId);
  return codec ? String(await codec.open(sealed, address(hash, profileId))) : `locked:${hash}`;
}

/** Takes `count` numbers for /avatar/{id} off the device's counter and gives the first. */
export const takeAvatarIds = (database: Database, count: number): PromiseLike<number> =>
  database.transaction('rw', database.counters, async () => {
    const first = (await database.counters.get('avatar'))?.next ?? FIRST_OWN_AVATAR_ID;
    await database.counters.put({ name: 'avatar', next: first + count });
    return first;
  });
