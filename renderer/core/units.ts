import { formatNumber, t } from '../i18n/index.ts';

/** Writes an amount of smallest units in whole ones, exactly and with no trailing zeros. */
export function formatUnits(amount: bigint, decimals: number): string {
  const one = 10n ** BigInt(decimals);
  const fraction = (amount % one).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${String(amount / one)}${fraction ? `.${fraction}` : ''}`;
}

const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** '1.4 MB', '380 KB': decimal units, as file managers show them. */
export const fileSize = (bytes: number): string =>
  bytes >= 1e6
    ? t('{megabytes} MB', { megabytes: formatNumber(bytes / 1e6, ONE_DECIMAL) })
    : t('{kilobytes} KB', {
        kilobytes: formatNumber(Math.max(1, Math.round(bytes / 1e3))),
      });
