import fc from 'fast-check';
import type { z } from 'zod';

import { encodeBase58 } from '../../renderer/core/base58.ts';
import { lamports } from '../../renderer/core/money.ts';
import { ROW_SCHEMAS, type Rows, type Table } from '../../renderer/core/rows/rows.ts';
import type { Scope } from '../../renderer/core/scope.ts';

type Schema = z.core.$ZodTypes;
type Any = fc.Arbitrary<unknown>;

const encoded = (length: number): Any =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(encodeBase58);
const blob = (type: string): Any =>
  fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .map((data) => new Blob([new Uint8Array(data)], { type }));
/** What the predicates of schemas accept: addresses, signatures, errors, amounts of SOL, files. */
const SPECIAL: readonly Any[] = [
  encoded(32),
  encoded(64),
  fc.constantFrom('network-busy', 'wallet-rejected', 'storage-full'),
  fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }).map(lamports),
  ...['image/png', 'image/webp', 'image/jpeg', 'video/mp4', 'application/octet-stream'].map(blob),
];

const fits = (schema: Schema, value: unknown): boolean =>
  (schema as unknown as z.ZodType).safeParse(value).success;
const special = (schema: Schema): Any =>
  fc.oneof(...SPECIAL.filter((any) => fits(schema, fc.sample(any, 1)[0])));

/** The bounds of a schema's checks: of a number's value, or of a string's or list's length. */
function boundsOf(schema: Schema) {
  const defs: object[] = [
    schema._zod.def,
    ...(schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def),
  ];
  const find = (check: string, name: string): unknown =>
    (defs as Record<string, unknown>[]).find((def) => def['check'] === check)?.[name];
  return {
    least: find('greater_than', 'value') ?? find('min_length', 'minimum'),
    most: find('less_than', 'value') ?? find('max_length', 'maximum'),
    pattern: find('string_format', 'pattern') as RegExp | undefined,
    whole: find('number_format', 'format') === 'safeint',
    custom: find('custom', 'fn') !== undefined,
  };
}

/** At most so many characters, elements; at most this number where a schema has no bound. */
const CHARACTERS = 40;
const ELEMENTS = 3;
const LARGEST = 2 ** 42;

/** Arbitrary values that a schema of a row accepts. */
function anyOf(schema: Schema): Any {
  const { def } = schema._zod;
  const { least, most, pattern, whole, custom } = boundsOf(schema);
  if (def.type === 'string') {
    if (custom) return special(schema);
    return pattern
      ? fc.stringMatching(pattern, { size: 'small' }).filter((value) => fits(schema, value))
      : fc.string({
          unit: 'grapheme',
          minLength: Number(least ?? 0),
          maxLength: Math.min(CHARACTERS, Number(most ?? CHARACTERS)),
        });
  }
  if (def.type === 'number') {
    const [min, max] = [Number(least ?? -LARGEST), Number(most ?? LARGEST)];
    const any = whole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    // JSON knows no -0.
    return any.map((value) => value + 0).filter((value) => fits(schema, value));
  }
  if (def.type === 'bigint') return fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn });
  if (def.type === 'boolean') return fc.boolean();
  if (def.type === 'custom') return special(schema);
  if (def.type === 'literal') return fc.constantFrom(...def.values);
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries));
  if (def.type === 'nullable') return fc.option(anyOf(def.innerType as Schema), { nil: null });
  if (def.type === 'optional') return anyOf(def.innerType as Schema);
  if (def.type === 'array')
    return fc
      .array(anyOf(def.element as Schema), {
        minLength: custom ? 1 : 0,
        maxLength: Math.min(ELEMENTS, Number(most ?? ELEMENTS)),
      })
      .filter((list) => fits(schema, list));
  if (def.type === 'union')
    return fc.oneof(...def.options.map((option) => anyOf(option as Schema)));
  if (def.type === 'object') {
    const keys = Object.entries(def.shape as Record<string, Schema>);
    const parts = Object.fromEntries(keys.map(([key, part]) => [key, anyOf(part)]));
    const requiredKeys = keys.flatMap(([key, part]) =>
      part._zod.def.type === 'optional' ? [] : [key],
    );
    return fc.oneof(
      { weight: 3, arbitrary: fc.record(parts) },
      { weight: 1, arbitrary: fc.record(parts, { requiredKeys }) },
    );
  }
  throw new Error(`no arbitrary for a schema of the type ${def.type}`);
}

/**
 * Arbitrary rows of each table in this profile and chain, made from the table's schema, usually with
 * all optional properties.
 */
export const anyRow = ({
  profileId,
  genesis,
}: Scope): { readonly [T in Table]: fc.Arbitrary<Rows[T]> } =>
  Object.fromEntries(
    Object.entries(ROW_SCHEMAS).map(([table, schema]) => [
      table,
      (anyOf(schema as unknown as Schema) as fc.Arbitrary<Rows[Table]>).map((row) => ({
        ...row,
        profileId,
        genesis,
        ...(table === 'settings' && { id: profileId }),
      })),
    ]),
  ) as unknown as { readonly [T in Table]: fc.Arbitrary<Rows[T]> };
