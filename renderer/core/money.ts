/** Amounts are integers of the smallest unit; SOL exist only as text for display and input. */
export type Lamports = bigint & { readonly __unit: 'lamports' };

export const LAMPORTS_PER_SOL = 1_000_000_000n;

export const isLamports = (value: unknown): value is Lamports =>
  typeof value === 'bigint' && value >= 0n && value <= 0xffff_ffff_ffff_ffffn;

/** @throws RangeError if the value isn't an unsigned 64-bit integer */
export function lamports(value: bigint): Lamports {
  if (!isLamports(value)) throw new RangeError(`not an amount of lamports: ${String(value)}`);
  return value;
}

/**
 * Reads a decimal amount of SOL exactly, without floating point.
 * @throws RangeError on anything but digits with at most nine decimals
 */
export function parseSol(text: string): Lamports {
  const match = /^(\d{1,10})(?:\.(\d{1,9}))?$/.exec(text.trim());
  if (!match) throw new RangeError(`not an amount of SOL: ${text}`);
  const whole = BigInt(match[1] ?? '0') * LAMPORTS_PER_SOL;
  return lamports(whole + BigInt((match[2] ?? '').padEnd(9, '0')));
}

/**
 * Lamports as SOL without trailing zeros, for what machines read or people copy: 1200000000n -> '1.2'.
 * Screens use `formatSol`.
 */
export function solText(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  const value = amount < 0n ? -amount : amount;
  const fraction = (value % LAMPORTS_PER_SOL).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${String(value / LAMPORTS_PER_SOL)}${fraction ? `.${fraction}` : ''}`;
}
