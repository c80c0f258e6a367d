import { z } from 'zod';

/**
 * Schemas that can't forget a field: a property that the type has and the schema lacks, even an
 * optional one, doesn't compile. `satisfies z.ZodType<T>` alone accepts a missing optional one.
 */
type Field<T, K extends keyof T> =
  object extends Pick<T, K>
    ? z.ZodExactOptional<z.ZodType<Exclude<T[K], undefined>>>
    : z.ZodType<T[K]>;
export type Shape<T> = { readonly [K in keyof Required<T>]: Field<T, K> };

/** Nothing that the type doesn't have, and nothing optional that the type requires. */
type Only<T, S> = {
  readonly [K in keyof S]: K extends keyof T
    ? object extends Pick<T, K>
      ? S[K]
      : S[K] extends z.ZodExactOptional | z.ZodOptional
        ? never
        : S[K]
    : never;
};

/** `rowOf<Avatar>()({…})`: an object of exactly the type's properties. */
export const rowOf =
  <T>() =>
  <S extends Shape<T>>(shape: S & Only<T, S>): z.ZodType<T> =>
    z.strictObject(shape) as unknown as z.ZodType<T>;

type Kind<U extends { readonly kind: string }, K> = Omit<Extract<U, { readonly kind: K }>, 'kind'>;
type Kinds<U extends { readonly kind: string }> = {
  readonly [K in U['kind']]: Shape<Kind<U, K>>;
};
type OnlyKinds<U extends { readonly kind: string }, S> = {
  readonly [K in keyof S]: K extends U['kind'] ? Only<Kind<U, K>, S[K]> : never;
};

/** `byKind<OrderState>()({ draft: {}, … })`: each kind of a union, with exactly its properties. */
export const byKind =
  <U extends { readonly kind: string }>() =>
  <S extends Kinds<U>>(kinds: S & OnlyKinds<U, S>): z.ZodType<U> => {
    const options = Object.entries(kinds as Record<string, z.core.$ZodLooseShape>).map(
      ([kind, shape]) => z.strictObject({ kind: z.literal(kind), ...shape }),
    );
    return z.discriminatedUnion(
      'kind',
      options as [(typeof options)[number]],
    ) as unknown as z.ZodType<U>;
  };

/** What the rows of a schema are, for the app to read. */
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
