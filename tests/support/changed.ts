import fc from 'fast-check';

/** Genuine bytes, texts and values, changed in a few places as a forger or a faulty disk would. */

const edit = fc.record({
  how: fc.nat(7),
  at: fc.nat(0xff_ffff),
  from: fc.nat(0xff_ffff),
  length: fc.nat(64),
  byte: fc.nat(255),
  bytes: fc.uint8Array({ maxLength: 8 }),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

/** Lengths that readers of bytes get wrong. */
const LENGTHS = [0, 1, 0xffff_ffff, 0x7fff_ffff, 0x0400_0000, 0x0400_0001];

function editBytes(old: readonly number[], one: Edit): number[] {
  const { how, byte, length, bytes } = one;
  const at = one.at % (old.length + 1);
  const from = one.from % (old.length + 1);
  const [before, after] = [old.slice(0, at), old.slice(at)];
  switch (how) {
    case 0: // One bit.
      return [...before, ...after.map((value, k) => (k === 0 ? value ^ (1 << (byte % 8)) : value))];
    case 1:
      return [...before, byte, ...after.slice(1)];
    case 2:
      return [...before, ...bytes, ...after];
    case 3:
      return [...before, ...after.slice(length)];
    case 4:
      return before;
    case 5: // Repeated.
      return [...before, ...old.slice(from, from + length), ...after];
    case 6: {
      const value = LENGTHS[byte % LENGTHS.length] ?? 0;
      return [
        ...before,
        value >>> 24,
        (value >>> 16) & 255,
        (value >>> 8) & 255,
        value & 255,
      ].concat(after.slice(4));
    }
    default: {
      // Moved.
      const rest = [...before, ...after.slice(length)];
      const to = from % (rest.length + 1);
      return [...rest.slice(0, to), ...after.slice(0, length), ...rest.slice(to)];
    }
  }
}

export const changedBytes = (genuine: Uint8Array): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  edits.map((all) => Uint8Array.from(all.reduce(editBytes, [...genuine])));

/** What readers of text stumble over. */
const TOKENS = [
  ...['"', ',', '\n', '\r\n', '\0', '\\', '/', '../', '..\\', '";', "'", '\t', ';', ' ', '.'],
  ...['\ufeff', '\u202e', '😀', '\ud800', '漢'.repeat(60), 'a'.repeat(300)],
  ...['person', 'photo', '=cmd|', 'CON', 'NUL.', '__proto__', 'constructor'],
];

function editText(old: string, { how, at: place, from, length, byte }: Edit): string {
  const at = place % (old.length + 1);
  const [before, after] = [old.slice(0, at), old.slice(at)];
  switch (how % 5) {
    case 0:
      return before + (TOKENS[byte % TOKENS.length] ?? '') + after;
    case 1:
      return before + after.slice(1 + (length % 12));
    case 2:
      return before + String.fromCharCode(byte < 128 ? byte : from % 0x1_0000) + after.slice(1);
    case 3: {
      const start = from % (old.length + 1);
      return before + old.slice(start, start + (length % 40)) + after;
    }
    default:
      return before;
  }
}

export const changedText = (genuine: string): fc.Arbitrary<string> =>
  fc
    .array(edit, { minLength: 1, maxLength: 5 })
    .map((all) => all.reduce((text, one) => editText(text, one), genuine));

/** Values of every kind, and what stands for Blobs and bigints in a packed row. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, -1e308, 1e308, 2 ** 53 - 1, 2 ** 53, 2 ** 31, 2 ** 32],
  ...['', 'a', '\0', '\ud800', '__proto__', '9'.repeat(400), 'x'.repeat(5_000)],
  ...[[], {}, [[]], { $bigint: '1' }, { $bigint: '-1' }, { $bigint: '9'.repeat(50) }],
  ...[{ $bigint: 'x' }, { $blob: 1 }, { $blob: [1, 'image/png'] }, { $blob: [-1, 'image/png'] }],
];
const NAMES = ['extra', '__proto__x', 'version', 'kind', 'amount', 'state'];

type Holder = Record<string, unknown>;
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Every place in a value, as the object or list and the name in it. */
function placesIn(value: unknown, depth = 0): (readonly [Holder, string])[] {
  if (!isHolder(value) || depth > 12) return [];
  return Object.keys(value).flatMap((name) => [
    [value, name] as const,
    ...placesIn(value[name], depth + 1),
  ]);
}

function editValue(root: Holder, one: Edit): void {
  const places = placesIn(root);
  const pick = (at: number) => places[at % places.length] ?? ([root, 'value'] as const);
  const [holder, name] = pick(one.at);
  const made = structuredClone(VALUES[one.from % VALUES.length]);
  const old = holder[name];
  switch (one.how) {
    case 0:
    case 1:
      holder[name] = made;
      return;
    case 2:
      if (holder === root) return;
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else Reflect.deleteProperty(holder, name);
      return;
    case 3:
      if (Array.isArray(holder)) holder.push(made);
      else if (holder !== root) holder[NAMES[one.byte % NAMES.length] ?? name] = made;
      return;
    case 4: {
      const [from, of] = pick(one.from);
      holder[name] = structuredClone(from[of]);
      return;
    }
    default:
      if (typeof old === 'number')
        holder[name] = old * ([-1, 2, 1_000, 0.5, 1e6][one.byte % 5] ?? 1) + (one.length % 3) - 1;
      else if (typeof old === 'string') holder[name] = editText(old, one);
  }
}

export const changedValue = (genuine: unknown): fc.Arbitrary<unknown> =>
  fc.array(edit, { minLength: 1, maxLength: 3 }).map((all) => {
    const root: Holder = { value: structuredClone(genuine) };
    for (const one of all) editValue(root, one);
    return root['value'];
  });
