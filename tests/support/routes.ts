/** Each address with the window's title and the main heading. */
export const ROUTES: readonly {
  readonly path: string;
  readonly title: string;
  readonly heading: RegExp;
}[] = [
  { path: '/', title: 'Likeness', heading: /^Sit once\. Be seen six ways\.$/ },
  { path: '/explore', title: 'Templates · Likeness', heading: /^Templates$/ },
  { path: '/customize', title: 'Avatar Creator · Likeness', heading: /^Choose how you are seen$/ },
  { path: '/pricing', title: 'Pricing · Likeness', heading: /^Pay once, keep them all$/ },
  {
    path: '/payment?plan=basic&priceSOL=1.2',
    title: 'Secure Payment · Likeness',
    heading: /^Secure Payment$/,
  },
  {
    path: '/payment-confirmation',
    title: 'Payment Processing · Likeness',
    heading: /^Payment Processing$/,
  },
  { path: '/dashboard', title: 'My Dashboard · Likeness', heading: /^My Dashboard$/ },
  { path: '/dashboard?tab=settings', title: 'My Dashboard · Likeness', heading: /^My Dashboard$/ },
  { path: '/avatar/3', title: 'Avatar · Likeness', heading: /\S/ },
  {
    path: '/nft-minting',
    title: 'Mint Your Avatar NFT · Likeness',
    heading: /^Mint Your Avatar NFT$/,
  },
  { path: '/bulk', title: 'Bulk processing · Likeness', heading: /^Bulk processing$/ },
  { path: '/nft-guide', title: 'NFT minting guide · Likeness', heading: /^NFT minting guide$/ },
  { path: '/login', title: 'Login · Likeness', heading: /^Welcome Back$/ },
  {
    path: '/wallet-return/unknown',
    title: 'Back from your wallet · Likeness',
    heading: /^Back from your wallet$/,
  },
  { path: '/about', title: 'About · Likeness', heading: /^About Likeness/ },
  { path: '/contact', title: 'Contact Support · Likeness', heading: /^Contact Support$/ },
  { path: '/feedback', title: 'Your Feedback · Likeness', heading: /^Your Feedback$/ },
  { path: '/trust-security', title: 'Trust & Security · Likeness', heading: /^Trust & Security$/ },
  { path: '/privacy', title: 'Privacy Policy · Likeness', heading: /^Privacy Policy$/ },
  { path: '/terms', title: 'Terms & Conditions · Likeness', heading: /^Terms & Conditions$/ },
  { path: '/no/such/page', title: 'Page not found · Likeness', heading: /^404$/ },
];
