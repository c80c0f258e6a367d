export interface RetentionRow {
  readonly data: string;
  /** How long it is kept, as promised. */
  readonly kept: string;
  /** What that means in this product. */
  readonly detail: string;
}

/** The specification's data-handling table, with what the product actually does beside it. */
export const RETENTION: readonly RetentionRow[] = [
  {
    data: 'Personal images',
    kept: 'Deleted immediately',
    detail:
      'Stay on your device, encrypted. Deleted when your avatars are done, when you clear the photo, or after 24 hours. If you choose to keep a photo for more pictures, those 24 hours are the limit.',
  },
  {
    data: 'Wallet addresses',
    kept: 'Kept as transaction records',
    detail:
      'Stand in your payments on the blockchain, which nobody can erase. We keep no other list of them.',
  },
  {
    data: 'Generated avatars',
    kept: 'Until you delete them',
    detail: 'Stored on your device only. We have no copy, so download what you want to keep.',
  },
  {
    data: 'Usage analytics',
    kept: '90 days',
    detail: 'That is the limit. Today the app collects none.',
  },
];
