/** Writes an amount of smallest units in whole ones, exactly and with no trailing zeros. */
export function formatUnits(amount: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  const fraction = (amount % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${String(amount / one)}${fraction ? `.${fraction}` : ''}`;
}
