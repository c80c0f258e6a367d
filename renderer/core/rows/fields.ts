import { z } from 'zod';

import { isAddress, isSignature } from '../base58.ts';
import { isErrorCode, type ErrorCode } from '../errors.ts';

/** What many rows have in common. Bounds hold for a row of this device and for one of a file from anywhere. */
export const text = z.string().max(4_000);
export const key = z.string().min(1).max(200);
export const time = z.int().nonnegative();
export const count = z.int().nonnegative();
export const address = z.string().refine(isAddress);
export const signature = z.string().refine(isSignature);
export const reason = z.custom<ErrorCode>(isErrorCode);
/** Whose a row is, and of which chain; those of none name 'any' or 'none'. */
export const scope = { profileId: key, genesis: key };

/** A Blob of one of these types; core knows it by its face. */
export const picture = (...types: readonly string[]) =>
  z.custom<Blob>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'size' in value &&
      'type' in value &&
      types.includes(String(value.type)) &&
      Number(value.size) > 0,
  );
