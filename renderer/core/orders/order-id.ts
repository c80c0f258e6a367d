import { timeOfId } from '../time-id.ts';

export const ORDER_ID = /^LK-[0-9A-HJKMNP-TV-Z]{20}$/;

/**
 * When an order was made, in Unix milliseconds, read from its id.
 * @throws RangeError if it isn't an order's id
 */
export function orderedAt(id: string): number {
  if (!ORDER_ID.test(id)) throw new RangeError(`not an order's id: ${id}`);
  return timeOfId(id);
}
