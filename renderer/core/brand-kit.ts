import { t } from '../i18n/index.ts';
import type { BrandKit } from './rows/rows.ts';

export type { BrandKit };

export const NEW_BRAND: BrandKit = { on: false, name: '', link: '', colour: '#1a1714' };

export const BRAND_NAME_MAX = 40;
const BRAND_LINK_MAX = 200;
/** Maximum length of a logo's longer side, in pixels. */
export const LOGO_EDGE = 256;

/** What the user has to fix in a name or a link; undefined if nothing. */
export function brandFault({ name, link }: Pick<BrandKit, 'name' | 'link'>): {
  readonly name?: string;
  readonly link?: string;
} {
  const isLink = (): boolean => {
    if (!URL.canParse(link)) return false;
    const { protocol, hostname } = new URL(link);
    return protocol === 'https:' && hostname.includes('.');
  };
  return {
    ...(name.trim() === '' && { name: t('Give your brand a name.') }),
    ...(link !== '' &&
      (link.length > BRAND_LINK_MAX || !isLink()) && {
        link: t('Enter a link that begins with https://.'),
      }),
  };
}

/** The symbol of a brand's NFTs: capitals and digits, at most ten; undefined if none remain. */
export function brandSymbol(name: string): string | undefined {
  const symbol = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 10);
  return symbol === '' ? undefined : symbol;
}
