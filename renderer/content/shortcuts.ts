/** What keys do, grouped by where they work. 'Mod' is Ctrl, or ⌘ on a Mac. */
export const SHORTCUTS: readonly {
  readonly where: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: ['Mod', 'K'], what: 'Commands' },
      { keys: ['?'], what: 'This list' },
      { keys: ['Esc'], what: 'Close what is open' },
    ],
  },
  {
    where: 'Avatar Creator',
    keys: [
      { keys: ['Mod', 'V'], what: 'Paste a photo' },
      { keys: ['Mod', 'Z'], what: 'Undo' },
      { keys: ['Mod', 'Shift', 'Z'], what: 'Redo' },
    ],
  },
  {
    where: 'Dashboard, selecting',
    keys: [
      { keys: ['Mod', 'A'], what: 'Choose all' },
      { keys: ['X'], what: 'Choose the focused avatar' },
      { keys: ['L'], what: 'Like the chosen' },
      { keys: ['Delete'], what: 'Delete the chosen' },
    ],
  },
  {
    where: 'Avatar',
    keys: [
      { keys: ['←', '→'], what: 'Go through the avatars' },
      { keys: ['L'], what: 'Like, while picking' },
      { keys: ['Delete'], what: 'Delete, while picking' },
    ],
  },
];

/** Places that the command palette offers besides those of the header and the footer. */
export const MORE_PLACES = [
  { to: '/explore', label: 'Templates' },
  { to: '/dashboard?tab=settings', label: 'Settings and purchases' },
  { to: '/bulk', label: 'Bulk processing' },
  { to: '/nft-minting', label: 'Mint an NFT' },
  { to: '/nft-guide', label: 'NFT minting guide' },
  { to: '/login', label: 'Login' },
] as const;
