/** Writes an amount of smallest units in whole ones, exactly and with no trailing zeros. */
import { i18n } from '../i18n/index.ts';
import { formatNumber } from './format.ts';

export function formatUnits(amount: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  const fraction = (amount % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${String(amount / one)}${fraction ? `.${fraction}` : ''}`;
}

/** '1.4 MB', '380 KB': decimal units, as file managers show them. */
export const fileSize = (bytes: number): string =>
  bytes >= 1e6
    ? i18n.t('{bytes} MB', { bytes: (bytes / 1e6).toFixed(1) })
    : i18n.t('{max} KB', { max: formatNumber(Math.max(1, Math.round(bytes / 1e3))) });
