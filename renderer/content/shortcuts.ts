import { i18n } from '../i18n/index.ts';

/** What keys do, grouped by where they work. 'Mod' is Ctrl, or ⌘ on a Mac. */
export const SHORTCUTS: readonly {
  readonly where: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}[] = [
  {
    where: i18n.t('Everywhere'),
    keys: [
      { keys: ['Mod', 'K'], what: i18n.t('Commands') },
      { keys: ['?'], what: i18n.t('This list') },
      { keys: ['Esc'], what: i18n.t('Close what is open') },
    ],
  },
  {
    where: i18n.t('Avatar Creator'),
    keys: [
      { keys: ['Mod', 'V'], what: i18n.t('Paste a photo') },
      { keys: ['Mod', 'Z'], what: i18n.t('Undo') },
      { keys: ['Mod', 'Shift', 'Z'], what: i18n.t('Redo') },
    ],
  },
  {
    where: i18n.t('Dashboard, selecting'),
    keys: [
      { keys: ['Mod', 'A'], what: i18n.t('Choose all') },
      { keys: ['X'], what: i18n.t('Choose the focused avatar') },
      { keys: ['L'], what: i18n.t('Like the chosen') },
      { keys: ['Delete'], what: i18n.t('Delete the chosen') },
    ],
  },
  {
    where: i18n.t('Avatar'),
    keys: [
      { keys: ['←', '→'], what: i18n.t('Go through the avatars') },
      { keys: ['L'], what: i18n.t('Like, while picking') },
      { keys: ['Delete'], what: i18n.t('Delete, while picking') },
    ],
  },
];

/** Places that the command palette offers besides those of the header and the footer. */
export const MORE_PLACES = [
  { to: '/explore', label: i18n.t('Templates') },
  { to: '/dashboard?tab=settings', label: i18n.t('Settings and purchases') },
  { to: '/bulk', label: i18n.t('Bulk processing') },
  { to: '/nft-minting', label: i18n.t('Mint an NFT') },
  { to: '/nft-guide', label: i18n.t('NFT minting guide') },
  { to: '/login', label: i18n.t('Login') },
] as const;
