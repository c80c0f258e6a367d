import { z } from 'zod';

import { isAddress, isSignature } from '../base58.ts';
import { isErrorCode, type ErrorCode } from '../errors.ts';

/** Fields that many rows share. Their bounds apply to this device's rows and to imported ones. */
export const text = z.string().max(4_000);
export const key = z.string().min(1).max(200);
export const time = z.int().nonnegative();
export const count = z.int().nonnegative();
export const address = z.string().refine(isAddress);
export const signature = z.string().refine(isSignature);
export const reason = z.custom<ErrorCode>(isErrorCode);
/** The profile and chain that a row belongs to; rows of no profile or chain say 'any' or 'none'. */
export const scope = { profileId: key, genesis: key };

/**
 * A Blob of one of these types. It is recognised by its properties, since core has no Blob class.
 */
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

/**
 * What the rows of a schema are, for the app to read. An interface extends it, and names the types of
 * larger parts again, so that errors show these names and not all their fields.
 */
export type Row<S extends z.ZodType> = Frozen<z.infer<S>>;
type Frozen<T> = T extends Blob | bigint
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** `kinds({ draft: {}, … })`: objects that differ by their `kind`, each with its other properties. */
export const kinds = <S extends Readonly<Record<string, z.core.$ZodLooseShape>>>(shapes: S) =>
  z.discriminatedUnion(
    'kind',
    Object.entries(shapes).map(([kind, shape]) =>
      z.strictObject({ kind: z.literal(kind), ...shape }),
    ) as [z.ZodObject<{ kind: z.ZodLiteral<string> }>],
  ) as unknown as z.ZodType<
    { [K in keyof S & string]: z.infer<z.ZodObject<{ kind: z.ZodLiteral<K> } & S[K]>> }[keyof S &
      string]
  >;
