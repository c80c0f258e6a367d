export const BRAND = 'Likeness';
export const BADGE_LINE = ['SSL Secured', 'Wallet Verified', 'No Data Shared'] as const;

export const NAV_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/customize', label: 'Avatar Creator' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/dashboard', label: 'Dashboard' },
  { to: '/contact', label: 'Contact' },
  { to: '/feedback', label: 'Support' },
] as const;

export const FOOTER_LINKS = [
  { to: '/about', label: 'About' },
  { to: '/trust-security', label: 'Trust & Security' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
] as const;

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
