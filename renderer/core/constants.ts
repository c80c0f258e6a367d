/** The specification's constants, one place for each. Durations are milliseconds. */
export const COPY_CONFIRMATION_MS = 2_000;
export const ADDRESS_EDGE_CHARACTERS = 4;
/** More than the specification's sentence says: cameras write larger files, which are shrunk here. */
export const PHOTO_MAX_BYTES = 40 * 1024 * 1024;
export const PASSWORD_MIN_LENGTH = 6;
/** For a password that is set from now on (decision 1). Accounts with a shorter one still open. */
export const NEW_PASSWORD_MIN_LENGTH = 8;
/** For a backup's passphrase: the file travels, and anyone who gets it can guess without limit. */
export const PASSPHRASE_MIN_LENGTH = 12;
export const CONFIRMATION_COUNTDOWN_MINUTES = 15;
export const CONFIRMATION_TICK_MS = 60_000;
export const CONFIRMATION_PROGRESS_FLOOR_PERCENT = 10;
export const SUMMARY_FEATURES_SHOWN = 3;
export const SAMPLE_CREDITS = 2847;
export const DEFAULT_BATCH_SIZE = 12;
export const FIRST_OWN_AVATAR_ID = 101;
export const DRAFT_LIFETIME_MS = 24 * 60 * 60 * 1_000;
/** The guarantee: a refund can be requested for this long after paying. */
export const REFUND_WINDOW_MS = 7 * 24 * 60 * 60 * 1_000;
/** How long the app looks for the treasury's refund. */
export const REFUND_WATCH_MS = 60 * 24 * 60 * 60 * 1_000;
/**
 * Most photos being worked on at once. Adding one never replaces another: families and teams have
 * several.
 */
export const MOST_DRAFTS = 12;
export const MANUAL_WATCH_MS = 7 * 24 * 60 * 60 * 1_000;

/** 'AbCd…WxYz': the specification's shortened address, four characters at each end. */
export const shortenAddress = (address: string): string =>
  address.length <= ADDRESS_EDGE_CHARACTERS * 2
    ? address
    : `${address.slice(0, ADDRESS_EDGE_CHARACTERS)}…${address.slice(-ADDRESS_EDGE_CHARACTERS)}`;

/** Width of the confirmation page's bar: max(10, (15 - remaining) x 6) percent. */
export const confirmationProgress = (minutesRemaining: number): number =>
  Math.max(
    CONFIRMATION_PROGRESS_FLOOR_PERCENT,
    (CONFIRMATION_COUNTDOWN_MINUTES - minutesRemaining) * 6,
  );

/** Blocks for which a Solana blockhash is valid. */
export const BLOCKHASH_LIFE = 150;

/** The longer edge of a minted picture, in pixels; wallets show at most about a thousand. */
export const MINTED_EDGE = 1024;

/** NFTs in one series: more than anyone signs for at one go. */
export const MOST_IN_SERIES = 12;
