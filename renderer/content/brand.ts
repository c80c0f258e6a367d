import { t } from '../i18n/index.ts';

export const BRAND = 'Likeness';
export const BADGE_LINE = [t('SSL Secured'), t('Wallet Verified'), t('No Data Shared')] as const;
/** On two lines, the dot stands at the first one's end. */
export const BADGE_TEXT = BADGE_LINE.join('\u00A0• ');

/** The one exception to the promise that photos stay on the device. It stands wherever that is made. */
export const UNLESS_OWN_ENGINE = t(
  'One exception: if you connect an engine of your own and allow it, head and shoulders of a photo go there.',
);

/** Pages that belong under one of the header's links. */
export const NAV_HOME_OF: Readonly<Record<string, string>> = {
  '/explore': '/customize',
  '/payment': '/pricing',
  '/payment-confirmation': '/dashboard',
  '/avatar': '/dashboard',
  '/nft-minting': '/dashboard',
  '/nft-guide': '/dashboard',
  '/bulk': '/customize',
};
