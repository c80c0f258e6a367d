import { t } from '../i18n/index.ts';

/** What is safe: one of six lines, so that each is said, and translated, once. */
const SAFE = {
  'not-charged': t('You have not been charged.'),
  'nothing-sent': t('Nothing was sent.'),
  'nothing-changed': t('Nothing was changed.'),
  'nothing-lost': t('Nothing was lost.'),
  'not-twice': t('You won’t be charged twice.'),
  'fee-only': t('At most the network fee was charged.'),
} as const;

export interface ErrorWords {
  /** What happened, in a few words. */
  readonly what: string;
  /** About money and what the user has. */
  readonly safe?: keyof typeof SAFE;
  /** What to do next. */
  readonly next?: string;
}

/**
 * What is said about every failure, by its stable code. The first group is the specification's error
 * catalogue, word for word.
 */
export const ERRORS = {
  // Specification, section 8.
  'phantom-not-installed': { what: t('Phantom wallet not installed') },
  'phantom-connect-failed': { what: t('Failed to connect to Phantom wallet') },
  'metamask-not-installed': { what: t('MetaMask not installed') },
  'metamask-connect-failed': { what: t('Failed to connect to MetaMask wallet') },
  'transaction-failed': { what: t('Transaction failed') },
  'wallet-not-connected': { what: t('Wallet not connected') },
  'wallet-connect-failed': { what: t('Failed to connect wallet') },
  'connect-first': { what: t('Please connect your wallet first') },
  'payment-failed': { what: t('Payment failed') },
  'payment-failed-retry': { what: t('Payment failed. Please try again.') },
  'login-wallet-failed': { what: t('Failed to connect wallet. Please try again.') },
  'passwords-differ': { what: t('Passwords do not match') },
  'password-too-short': { what: t('Password must be at least 6 characters') },
  unexpected: { what: t('Unexpected Application Error!') },

  // Forms.
  'new-password-too-short': { what: t('A new password needs at least 8 characters.') },
  'passphrase-too-short': {
    what: t('The passphrase needs at least 12 characters.'),
    next: t('Four words work well.'),
  },

  // Photos.
  'photo-empty': { what: t('This file is empty.'), next: t('Choose another picture.') },
  'photo-too-large': {
    what: t('This picture is over 40 MB.'),
    next: t('Save a smaller copy and choose that.'),
  },
  'photo-not-a-picture': {
    what: t('This file is not a picture we can read.'),
    next: t('Choose a PNG, JPG, WebP, AVIF or GIF.'),
  },
  'photo-heic': {
    what: t('HEIC pictures can’t be read here, only in Safari.'),
    next: t('Export the photo as JPG and choose that.'),
  },
  'photo-svg': {
    what: t('SVG drawings can’t be used as a photo.'),
    next: t('Choose a PNG or JPG.'),
  },
  'photo-damaged': {
    what: t('This picture is damaged and can’t be opened.'),
    next: t('Choose another, or save it again first.'),
  },
  'photo-too-small': {
    what: t('This picture is too small.'),
    next: t('Choose one that is at least 256 pixels on each side.'),
  },
  'photo-too-many-pixels': {
    what: t('This picture has too many pixels to open safely.'),
    next: t('Save a copy under 60 megapixels.'),
  },
  'photo-no-face': {
    what: t('We couldn’t find a face in this picture.'),
    next: t('Choose a photo where one face is clearly visible from the front.'),
  },
  'photo-no-person': {
    what: t('We couldn’t tell the person from the background.'),
    next: t('Choose a photo with the head and shoulders in view.'),
  },
  'photo-other': {
    what: t('This isn’t the photo that these avatars were made from.'),
    safe: 'nothing-changed',
    next: t('Add the original photo.'),
  },
  'photo-too-many': {
    what: t('You can add up to 12 photos at a time.'),
    next: t('Clear one, then add the next.'),
  },
  'photo-expired': {
    what: t('Your photo was deleted after 24 hours, as promised.'),
    safe: 'not-charged',
    next: t('Add it again to continue.'),
  },
  'animation-locked': {
    what: t('Premium animations come with Pro.'),
    next: t('Choose a shorter one up to 720 px, or see the plans.'),
  },
  'style-locked': {
    what: t('This style comes with Creator and Pro.'),
    next: t('Choose another, or see the plans.'),
  },
  'sound-unreadable': {
    what: t('This browser can’t read that sound file.'),
    next: t('Try an MP3, M4A, WAV or Ogg file.'),
  },
  'sound-too-large': {
    what: t('That sound file is larger than 60 MB.'),
    next: t('Trim it to the part you need.'),
  },

  // Engine.
  'engine-unsupported': {
    what: t('This browser lacks WebGL 2 or can’t write picture files.'),
    next: t('Try a current Chrome, Edge or Firefox.'),
  },
  'engine-unloaded': {
    what: t('The engine couldn’t be loaded.'),
    next: t('Check your connection and try again.'),
  },
  'engine-failed': {
    what: t('This picture could not be developed.'),
    safe: 'not-charged',
    next: t('Try again.'),
  },
  'engine-aborted': { what: t('Stopped.') },

  // Chain and payment.
  'network-unreachable': {
    what: t('The Solana network can’t be reached.'),
    safe: 'not-charged',
    next: t('Check your connection and try again.'),
  },
  'network-wrong': {
    what: t('The wallet or the RPC is on another network.'),
    safe: 'nothing-sent',
    next: t('Switch the network and try again.'),
  },
  'network-busy': {
    what: t('The Solana network is busy.'),
    safe: 'nothing-lost',
    next: t('Try again later.'),
  },
  'network-alone': {
    what: t('Confirming your payment takes about a minute longer than usual.'),
    safe: 'not-twice',
  },
  'network-one-node': {
    what: t('Only one Solana node answers, and paying needs two.'),
    // It may follow a wallet that has sent the payment.
    safe: 'nothing-lost',
    next: t('Try again later.'),
  },
  'network-differs': {
    what: t('Solana nodes disagree about this payment.'),
    safe: 'not-twice',
    next: t('We’ll confirm it when the nodes agree.'),
  },
  'payment-search-unfinished': {
    what: t('We’re still reading transactions that strangers sent with this order’s reference.'),
    safe: 'not-twice',
    next: t('You can pay once we have read them.'),
  },
  'insufficient-funds': {
    what: t('This wallet doesn’t hold enough SOL for the plan and the network fee.'),
    safe: 'nothing-sent',
  },
  'wallet-is-treasury': {
    what: t('This wallet receives the payments here, so it can’t pay.'),
    next: t('Connect another one.'),
  },
  'wallet-rejected': { what: t('You declined in your wallet.'), safe: 'not-charged' },
  'wallet-connection-declined': {
    what: t('You declined the connection in the wallet.'),
    safe: 'nothing-sent',
    next: t('Connect when you are ready.'),
  },
  'wallet-unauthorized': {
    what: t('Phantom no longer trusts this connection.'),
    safe: 'nothing-sent',
    next: t('Disconnect, connect Phantom again, then repeat.'),
  },
  'wallet-offline': {
    what: t('Phantom can’t reach its network.'),
    safe: 'nothing-sent',
    next: t('Check the phone’s connection and try again.'),
  },
  'wallet-request-invalid': {
    what: t('Phantom couldn’t read our request.'),
    safe: 'not-charged',
    next: t('Try again, or pay in another way.'),
  },
  'wallet-transaction-refused': {
    what: t('Phantom doesn’t accept this transaction.'),
    safe: 'not-charged',
    next: t('Check that Phantom is on the network named here.'),
  },
  'wallet-method-unknown': {
    what: t('This version of Phantom doesn’t know our request.'),
    safe: 'nothing-sent',
    next: t('Update Phantom, or pay in another way.'),
  },
  'wallet-internal-error': {
    what: t('Something went wrong inside Phantom.'),
    safe: 'not-charged',
    next: t('Try again in a moment.'),
  },
  'wallet-link-too-long': {
    what: t('This transaction is too large for Phantom’s link.'),
    safe: 'nothing-sent',
    next: t('Open this page in Phantom’s own browser, or in one that has its extension.'),
  },
  'wallet-link-expired': {
    what: t('Phantom’s answer didn’t come within ten minutes.'),
    safe: 'nothing-sent',
    next: t('Try again when you are ready.'),
  },
  'wallet-return-unknown': {
    what: t('This answer belongs to no open request of ours, so it was ignored.'),
    safe: 'nothing-sent',
  },
  'wallet-given-up': { what: t('Stopped.'), safe: 'nothing-sent' },
  'wallet-page-closed': {
    what: t('The wallet page in your browser was closed before the wallet answered.'),
    safe: 'nothing-sent',
    next: t('Try again.'),
  },
  'wallet-page-failed': {
    what: t('Your browser could not be opened for the wallet.'),
    safe: 'nothing-sent',
    next: t('Try again, or pay in another way.'),
  },
  'wallet-unanswered': {
    what: t('The wallet gave no answer.'),
    next: t(
      'If you approved there, it may still go through: check your wallet before you try again.',
    ),
  },
  'wallet-changed-transaction': {
    what: t('The wallet returned a different transaction, so it was not sent.'),
    safe: 'not-charged',
  },
  'licence-unsigned': {
    what: t('The wallet didn’t sign this licence; some hardware wallets can’t.'),
    safe: 'nothing-sent',
    next: t('The file can be saved without a signature.'),
  },
  'wallet-busy': {
    what: t('A wallet request is already open.'),
    next: t('Finish it in the wallet window first.'),
  },
  'order-pending': {
    what: t('This order is already being paid.'),
    safe: 'not-twice',
    next: t('Wait for it to finish.'),
  },
  'order-unknown': {
    what: t('We can’t find this order on this device.'),
    safe: 'nothing-lost',
    next: t('Sign in to the account it belongs to, or connect the wallet that paid.'),
  },
  'payment-not-found': {
    what: t('No finalized transaction with this signature was found yet.'),
    next: t('If you just sent it, wait a minute and try again.'),
  },
  'payment-signature-invalid': {
    what: t('This isn’t a transaction signature.'),
    next: t('Copy it whole from your wallet’s history: 86 to 88 letters and digits.'),
  },
  'payment-failed-on-chain': {
    what: t('The network recorded this transaction as failed.'),
    safe: 'fee-only',
    next: t('You can pay again.'),
  },
  'payment-wrong-recipient': {
    what: t('This transaction pays an address that isn’t ours.'),
    next: t('Check the address you sent to.'),
  },
  'payment-too-little': {
    what: t('This transfer is below the plan’s price.'),
    safe: 'nothing-lost',
    next: t('Send support the transaction’s signature.'),
  },
  'payment-too-early': {
    what: t('This transfer was made before the order, so it can’t pay for it.'),
    next: t('If it paid an earlier order, open that one.'),
  },
  'payment-old-price': {
    what: t('This price was no longer valid when the transfer was made.'),
    safe: 'nothing-lost',
    next: t('Send support the transaction’s signature.'),
  },
  'payment-already-used': { what: t('This transfer already paid another order.') },
  'payment-other-order': {
    what: t('This transfer was made for another order.'),
    next: t('Open that order to complete it.'),
  },
  'payment-other-chain': {
    what: t('This order belongs to another network, or to a sandbox that was reset.'),
    safe: 'not-charged',
    next: t('Start a new order.'),
  },
  'payment-paid-twice': {
    what: t('This order is already paid by another transfer.'),
    safe: 'nothing-lost',
    next: t('Ask for a refund of this transfer.'),
  },
  'receipt-unreadable': {
    what: t('This file isn’t a Likeness receipt, or it is damaged.'),
    safe: 'nothing-changed',
    next: t('Choose the file as it was saved.'),
  },
  'receipt-other-chain': {
    what: t('This file is from another network, or from a sandbox that was reset.'),
    safe: 'nothing-changed',
  },
  'receipt-changed': {
    what: t('This receipt doesn’t match anything we sold: its plan, price or address differs.'),
    safe: 'nothing-changed',
    next: t('If it is yours, write to support.'),
  },
  'blockhash-expired': {
    what: t('The payment was not sent in time and can no longer go through.'),
    safe: 'not-charged',
    next: t('Pay again when ready.'),
  },

  // Minting.
  'mint-failed': {
    what: t('The mint could not be prepared.'),
    safe: 'not-charged',
    next: t('Try again.'),
  },
  'mint-insufficient-funds': {
    what: t('This wallet doesn’t hold enough for the mint cost, the deposit and the network fee.'),
    safe: 'nothing-sent',
  },
  'mint-failed-on-chain': {
    what: t('The network recorded this mint as failed.'),
    safe: 'fee-only',
    next: t('You can mint again.'),
  },
  'mint-pending': {
    what: t('This avatar is already being minted.'),
    safe: 'not-twice',
    next: t('Wait for it to finish.'),
  },
  'mint-unknown': { what: t('This mint isn’t on this device.') },
  'mint-rejected-public': {
    what: t('You declined in your wallet.'),
    safe: 'not-charged',
    next: t('The picture was published before and stays public.'),
  },
  'mint-samples': {
    what: t('Samples can be minted on the sandbox only.'),
    next: t('Make an avatar of your own first.'),
  },
  'mint-expired': {
    what: t('The mint was not sent in time and can no longer go through.'),
    safe: 'not-charged',
  },
  'mint-unanswered': {
    what: t('We didn’t hear back from your wallet, so this may still go through.'),
    safe: 'not-twice',
    next: t('You can sign again with the same wallet.'),
  },
  'mint-open-elsewhere': {
    what: t('A mint of this avatar on another blockchain may still go through.'),
    safe: 'not-charged',
    next: t('Finish it there first.'),
  },
  'mint-already': {
    what: t('This avatar is already an NFT. An avatar can be minted only once.'),
    safe: 'not-charged',
  },
  'mint-other-wallet': {
    what: t('This mint was begun with another wallet.'),
    safe: 'not-charged',
    next: t('Connect that wallet to continue.'),
  },
  'mint-paused': {
    what: t('Minting on Polygon is paused for now.'),
    safe: 'not-charged',
    next: t('Try again later, or mint on Solana.'),
  },
  'mint-contract-missing': {
    what: t('Minting on Polygon isn’t available in this version.'),
    safe: 'not-charged',
  },
  'polygon-insufficient-funds': {
    what: t('This wallet doesn’t hold enough POL for the mint cost and the network fee.'),
    safe: 'nothing-sent',
  },
  'polygon-unreachable': {
    what: t('The Polygon network can’t be reached.'),
    safe: 'not-charged',
    next: t('Check your connection and try again.'),
  },
  'polygon-busy': {
    what: t('The Polygon network is busy.'),
    safe: 'nothing-lost',
    next: t('Try again later.'),
  },
  'polygon-chain-declined': {
    what: t('You declined to change the wallet’s network.'),
    safe: 'nothing-sent',
    next: t('Try again, and allow Polygon.'),
  },
  'polygon-chain-wrong': {
    what: t('The wallet is on another network and didn’t change to Polygon.'),
    safe: 'nothing-sent',
    next: t('Choose Polygon in the wallet, then try again.'),
  },
  'media-unreachable': {
    what: t('The gateway that stores the picture doesn’t answer.'),
    safe: 'not-charged',
    next: t('Try again later.'),
  },
  'media-refused': {
    what: t('The gateway refused the picture.'),
    safe: 'not-charged',
    next: t('Try again later.'),
  },
  'media-differs': {
    what: t('The gateway returned a different file.'),
    safe: 'not-charged',
    next: t('Try again later.'),
  },
  'mint-photo-gone': {
    what: t('The photo that makes this avatar move isn’t on this device any more.'),
    safe: 'not-charged',
    next: t('The still can be minted.'),
  },
  'mint-no-video': {
    what: t('This browser can’t make videos, so it can’t animate the avatar.'),
    next: t('The still can be minted; a current Chrome or Edge and the desktop app can do both.'),
  },
  'mint-loop-too-large': {
    what: t('This loop can’t be made small enough for the gateway’s free size.'),
    safe: 'not-charged',
    next: t('The still can be minted.'),
  },
  'media-too-large': {
    what: t('This picture can’t be made small enough for the gateway’s free size.'),
    safe: 'not-charged',
  },

  // Storage, files, generation.
  'storage-full': {
    what: t('This device is out of space.'),
    safe: 'nothing-lost',
    next: t('Delete some avatars or free space.'),
  },
  'storage-unavailable': {
    what: t('This browser doesn’t let us store anything (private window?).'),
    next: t('Allow this site to store data, then try again.'),
  },
  'storage-superseded': {
    what: t('Likeness was updated in another tab.'),
    safe: 'nothing-lost',
    next: t('Reload this page to continue.'),
  },
  'storage-blocked': {
    what: t('An older version of Likeness is open in another tab and blocks your library.'),
    safe: 'nothing-lost',
    next: t('Close that tab to continue here.'),
  },
  'storage-locked': {
    what: t('This library is locked.'),
    next: t('Sign in with its email and password to open it.'),
  },

  // Accounts and backups.
  'account-exists': {
    what: t('There’s already an account with this email on this device.'),
    next: t('Sign in, or use its recovery code if you forgot the password.'),
  },
  'account-unknown': {
    what: t('There’s no account with this email on this device.'),
    next: t('Accounts don’t sync: restore a backup to use yours here.'),
  },
  'password-wrong': { what: t('Wrong password.'), next: t('Try again.') },
  'recovery-code-wrong': {
    what: t('This recovery code doesn’t open the account.'),
    safe: 'nothing-changed',
    next: t('Check it against the copy you saved.'),
  },
  'recovery-code-incomplete': {
    what: t('This isn’t a whole recovery code: it has five groups of five letters and digits.'),
    next: t('Check it for a typo.'),
  },
  'account-slow-down': {
    what: t('Too many wrong tries.'),
    safe: 'nothing-lost',
    next: t('Wait a moment before the next one.'),
  },
  'account-damaged': {
    what: t('This account’s key can’t be read any more.'),
    safe: 'nothing-changed',
    next: t('Restore the library from a backup.'),
  },
  'backup-foreign': {
    what: t('This file isn’t a Likeness backup.'),
    safe: 'nothing-changed',
    next: t('Choose a file that ends in .likeness.'),
  },
  'backup-newer': {
    what: t('This backup was made by a newer version of Likeness.'),
    safe: 'nothing-changed',
    next: t('Update the app and try again.'),
  },
  'backup-passphrase': {
    what: t('The passphrase doesn’t open this backup, or the file’s beginning is damaged.'),
    safe: 'nothing-changed',
  },
  'backup-damaged': {
    what: t('This backup is damaged.'),
    safe: 'nothing-changed',
    next: t('Use another copy of the file.'),
  },
  'backup-failed': {
    what: t('The backup could not be written.'),
    safe: 'nothing-changed',
    next: t('Check the free space and try again.'),
  },
  'looks-locked': {
    what: t('Without Pro, each photo has one look to try.'),
    safe: 'nothing-sent',
  },
  'bulk-locked': {
    what: t('Bulk processing comes with Pro.'),
    next: t('See the plans; the photos stay as they are.'),
  },
  'bulk-too-many': {
    what: t('One run takes 300 photos and 3,000 avatars at most.'),
    next: t('Split it into several runs.'),
  },
  'credits-too-few': {
    what: t('There aren’t enough credits for this many avatars.'),
    next: t('Choose fewer or add a plan.'),
  },
  'undo-too-late': { what: t('This can’t be undone any more.') },
  'return-too-many': {
    what: t('You have already given back three of this set.'),
    safe: 'nothing-changed',
  },
  'return-minted': { what: t('Minted avatars can’t be given back.') },
  'return-unused': {
    what: t('This avatar didn’t use a credit, so there is nothing to give back.'),
  },
  'download-failed': {
    what: t('The picture could not be saved.'),
    next: t('Try again, or choose another folder.'),
  },
  'drag-too-many': {
    what: t('These are more pictures than one drag can hold.'),
    next: t('Save them together instead, or choose at most 50.'),
  },
  'drag-too-large': {
    what: t('Together these pictures are more than one drag can hold (256 MB).'),
    next: t('Save them together instead, or choose fewer.'),
  },
  'page-crashed': {
    what: t('The window stopped working and was opened again.'),
    safe: 'nothing-lost',
  },
  'graphics-crashed': {
    what: t('The graphics process stopped and was started again.'),
    safe: 'nothing-lost',
    next: t('The picture in progress is made again.'),
  },
  'rpc-address-refused': {
    what: t('Enter a full address that begins with https://, or with http:// on this computer.'),
    safe: 'nothing-changed',
  },
  'rpc-silent': {
    what: t('This address doesn’t answer.'),
    safe: 'nothing-changed',
    next: t('Check it for a typo, or try again later.'),
  },
  'rpc-not-solana': {
    what: t('What answers at this address isn’t a Solana RPC.'),
    safe: 'nothing-changed',
    next: t('Check it for a typo.'),
  },
  'rpc-closed': {
    what: t('This RPC doesn’t answer apps like this one: it sends no CORS header.'),
    safe: 'nothing-changed',
    next: t('Ask its operator, or choose another.'),
  },
  'rpc-wrong-chain': {
    what: t('This address serves a different chain from this app’s.'),
    safe: 'nothing-changed',
    next: t('Choose one for the network named here.'),
  },
  'rpc-declined': { what: t('The address was not contacted.'), safe: 'nothing-changed' },
  'rpc-not-asked': {
    what: t('Another dialog is open, or you cancelled several times.'),
    safe: 'nothing-changed',
    next: t('Restart Likeness to be asked again.'),
  },
  'link-refused': {
    what: t('This link leads outside the list of known sites and was not opened.'),
  },
} as const satisfies Record<string, ErrorWords>;

const sentenceOf = ({ what, safe, next }: ErrorWords): string =>
  [what, safe && SAFE[safe], next]
    .filter((part) => part !== undefined)
    .join(' ')
    // Chinese and Japanese put no space between sentences.
    .replaceAll('。 ', '。');

/** The same, as one text. */
export const SENTENCES = Object.fromEntries(
  Object.entries<ErrorWords>(ERRORS).map(([code, words]) => [code, sentenceOf(words)]),
) as Readonly<Record<keyof typeof ERRORS, string>>;

export type ErrorCode = keyof typeof SENTENCES;

/**
 * What holds up work that goes on by itself. A payment may have been sent already, so this says
 * neither that nothing was charged nor what to do.
 */
export const holdUpOf = (code: ErrorCode): string => {
  const { what, safe }: ErrorWords = ERRORS[code];
  return sentenceOf({ what, ...((safe === 'nothing-lost' || safe === 'not-twice') && { safe }) });
};

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(SENTENCES, value);

/** An expected failure. `context` is for reports: never put a secret or picture data into it. */
export class LikenessError extends Error {
  override readonly name = 'LikenessError';
  readonly code: ErrorCode;
  readonly context: Readonly<Record<string, string | number | boolean>>;

  constructor(
    code: ErrorCode,
    context: Readonly<Record<string, string | number | boolean>> = {},
    options?: ErrorOptions,
  ) {
    super(SENTENCES[code], options);
    this.code = code;
    this.context = context;
  }
}

/** The reason with which work ends that goes on when its account is open again. */
export const LEFT = new LikenessError('engine-aborted');

/** The code of any thrown value; errors that aren't ours are `unexpected`. */
export const errorCode = (thrown: unknown): ErrorCode =>
  thrown instanceof LikenessError ? thrown.code : 'unexpected';

/**
 * The user's sentence for any thrown value; errors that aren't ours get `fallback`'s. One of too
 * little money also says how much, if that is known.
 */
export const sentence = (thrown: unknown, fallback: ErrorCode = 'unexpected'): string => {
  if (!(thrown instanceof LikenessError)) return SENTENCES[fallback];
  const { balance, needed } = thrown.context;
  if (needed === undefined) return thrown.message;
  return `${thrown.message} ${t('It holds {balance}; {needed} are needed.', { balance, needed })}`;
};

export const isAbort = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || errorCode(thrown) === 'engine-aborted');
