import { FIRST_OWN_AVATAR_ID } from '../core/constants.ts';
import type { Rows, Write } from '../ports/store.ts';
import type { CodecBook } from './codec.ts';
import type { ClaimedPayment, Database } from './database.ts';
import type { RowWriter } from './row-writer.ts';
import { hex, utf8 } from './vault/bytes.ts';

/**
 * SHA-256 of genesis hash and signature, hex. It reveals nothing about the payment to a reader of
 * the table.
 */
export async function paymentHash(genesis: string, signature: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${genesis}:${signature}`));
  return hex(new Uint8Array(digest));
}

const address = (hash: string, profileId: string) => ({ table: 'payments', name: hash, profileId });

/**
 * A claim in its stored form. It doesn't reveal an account's order to a reader of the locked store.
 */
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

/** The order that holds a payment. For a locked account, a name that is no order's id. */
export async function holderOf(codecFor: CodecBook, claimed: ClaimedPayment): Promise<string> {
  const { hash, orderId, profileId, sealed } = claimed;
  if (sealed === undefined || profileId === undefined) return orderId;
  const codec = codecFor(profileId);
  return codec ? String(await codec.open(sealed, address(hash, profileId))) : `locked:${hash}`;
}

/**
 * Claims a payment for an order and makes the writes that the order's row wants, in one transaction.
 * Returns the order that holds the payment; nothing is written unless that is `orderId`.
 */
export async function claimPayment(
  {
    database,
    writer,
    codecFor,
  }: { readonly database: Database; readonly writer: RowWriter; readonly codecFor: CodecBook },
  hash: string,
  orderId: string,
  change: (row: Rows['orders'] | undefined) => readonly Write[] | undefined,
): Promise<string> {
  let holder = orderId;
  await writer.update('orders', orderId, change, async (writes) => {
    const held = await database.payments.get(hash);
    holder = held ? await holderOf(codecFor, held) : orderId;
    if (holder !== orderId) return undefined;
    const order = writes.find((write) => write.table === 'orders' && 'put' in write);
    const profileId = order && 'put' in order ? order.put.profileId : undefined;
    const mine = await sealClaim(codecFor, hash, orderId, profileId);
    return {
      table: database.payments,
      write: async () => {
        // It was claimed after it was read: read the holder again.
        if (((await database.payments.get(hash)) === undefined) !== (held === undefined))
          return false;
        if (!held) await database.payments.add(mine);
        return true;
      },
    };
  });
  return holder;
}

/** Reserves `count` numbers for /avatar/{id} and returns the first. */
export const takeAvatarIds = (database: Database, count: number): PromiseLike<number> =>
  database.transaction('rw', database.counters, async () => {
    const first = (await database.counters.get('avatar'))?.next ?? FIRST_OWN_AVATAR_ID;
    await database.counters.put({ name: 'avatar', next: first + count });
    return first;
  });
