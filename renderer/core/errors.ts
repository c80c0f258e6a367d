import { i18n } from '../i18n/index.ts';

/** What is safe: one of six lines, so that each is said, and translated, once. */
const SAFE = {
  'not-charged': i18n.t('You have not been charged.'),
  'nothing-sent': i18n.t('Nothing was sent.'),
  'nothing-changed': i18n.t('Nothing was changed.'),
  'nothing-lost': i18n.t('Nothing was lost.'),
  'not-twice': i18n.t('You won’t be charged twice.'),
  'fee-only': i18n.t('At most the network fee was charged.'),
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
  'phantom-not-installed': { what: i18n.t('Phantom wallet not installed') },
  'phantom-connect-failed': { what: i18n.t('Failed to connect to Phantom wallet') },
  'metamask-not-installed': { what: i18n.t('MetaMask not installed') },
  'metamask-connect-failed': { what: i18n.t('Failed to connect to MetaMask wallet') },
  'transaction-failed': { what: i18n.t('Transaction failed') },
  'wallet-not-connected': { what: i18n.t('Wallet not connected') },
  'wallet-connect-failed': { what: i18n.t('Failed to connect wallet') },
  'connect-first': { what: i18n.t('Please connect your wallet first') },
  'payment-failed': { what: i18n.t('Payment failed') },
  'payment-failed-retry': { what: i18n.t('Payment failed. Please try again.') },
  'login-wallet-failed': { what: i18n.t('Failed to connect wallet. Please try again.') },
  'passwords-differ': { what: i18n.t('Passwords do not match') },
  'password-too-short': { what: i18n.t('Password must be at least 6 characters') },
  unexpected: { what: i18n.t('Unexpected Application Error!') },

  // Forms.
  'new-password-too-short': { what: i18n.t('A new password needs at least 8 characters.') },
  'passphrase-too-short': {
    what: i18n.t('The passphrase needs at least 12 characters.'),
    next: i18n.t('Four words work well.'),
  },

  // Photos.
  'photo-empty': { what: i18n.t('This file is empty.'), next: i18n.t('Choose another picture.') },
  'photo-too-large': {
    what: i18n.t('This picture is over 40 MB.'),
    next: i18n.t('Save a smaller copy and choose that.'),
  },
  'photo-not-a-picture': {
    what: i18n.t('This file is not a picture we can read.'),
    next: i18n.t('Choose a PNG, JPG, WebP, AVIF or GIF.'),
  },
  'photo-heic': {
    what: i18n.t('HEIC pictures can’t be read here, only in Safari.'),
    next: i18n.t('Export the photo as JPG and choose that.'),
  },
  'photo-svg': {
    what: i18n.t('SVG drawings can’t be used as a photo.'),
    next: i18n.t('Choose a PNG or JPG.'),
  },
  'photo-damaged': {
    what: i18n.t('This picture is damaged and can’t be opened.'),
    next: i18n.t('Choose another, or save it again first.'),
  },
  'photo-too-small': {
    what: i18n.t('This picture is too small.'),
    next: i18n.t('Choose one that is at least 256 pixels on each side.'),
  },
  'photo-too-many-pixels': {
    what: i18n.t('This picture has too many pixels to open safely.'),
    next: i18n.t('Save a copy under 60 megapixels.'),
  },
  'photo-no-face': {
    what: i18n.t('We couldn’t find a face in this picture.'),
    next: i18n.t('Choose a photo where one face is clearly visible from the front.'),
  },
  'photo-no-person': {
    what: i18n.t('We couldn’t tell the person from the background.'),
    next: i18n.t('Choose a photo with the head and shoulders in view.'),
  },
  'photo-other': {
    what: i18n.t('This isn’t the photo that these avatars were made from.'),
    safe: 'nothing-changed',
    next: i18n.t('Add the original photo.'),
  },
  'photo-too-many': {
    what: i18n.t('You can add up to 12 photos at a time.'),
    next: i18n.t('Clear one, then add the next.'),
  },
  'photo-expired': {
    what: i18n.t('Your photo was deleted after 24 hours, as promised.'),
    safe: 'not-charged',
    next: i18n.t('Add it again to continue.'),
  },
  'animation-locked': {
    what: i18n.t('Premium animations come with Pro.'),
    next: i18n.t('Choose a shorter one up to 720 px, or see the plans.'),
  },
  'style-locked': {
    what: i18n.t('This style comes with Creator and Pro.'),
    next: i18n.t('Choose another, or see the plans.'),
  },
  'sound-unreadable': {
    what: i18n.t('This browser can’t read that sound file.'),
    next: i18n.t('Try an MP3, M4A, WAV or Ogg file.'),
  },
  'sound-too-large': {
    what: i18n.t('That sound file is larger than 60 MB.'),
    next: i18n.t('Trim it to the part you need.'),
  },

  // Engine.
  'engine-unsupported': {
    what: i18n.t('This browser lacks WebGL 2 or can’t write picture files.'),
    next: i18n.t('Try a current Chrome, Edge or Firefox.'),
  },
  'engine-unloaded': {
    what: i18n.t('The engine couldn’t be loaded.'),
    next: i18n.t('Check your connection and try again.'),
  },
  'engine-failed': {
    what: i18n.t('This picture could not be developed.'),
    safe: 'not-charged',
    next: i18n.t('Try again.'),
  },
  'engine-aborted': { what: i18n.t('Stopped.') },

  // Chain and payment.
  'network-unreachable': {
    what: i18n.t('The Solana network can’t be reached.'),
    safe: 'not-charged',
    next: i18n.t('Check your connection and try again.'),
  },
  'network-wrong': {
    what: i18n.t('The wallet or the RPC is on another network.'),
    safe: 'nothing-sent',
    next: i18n.t('Switch the network and try again.'),
  },
  'network-busy': {
    what: i18n.t('The Solana network is busy.'),
    safe: 'nothing-lost',
    next: i18n.t('Try again later.'),
  },
  'network-alone': {
    what: i18n.t('Confirming your payment takes about a minute longer than usual.'),
    safe: 'not-twice',
  },
  'network-one-node': {
    what: i18n.t('Only one Solana node answers, and paying needs two.'),
    // It may follow a wallet that has sent the payment.
    safe: 'nothing-lost',
    next: i18n.t('Try again later.'),
  },
  'network-differs': {
    what: i18n.t('Solana nodes disagree about this payment.'),
    safe: 'not-twice',
    next: i18n.t('We’ll confirm it when the nodes agree.'),
  },
  'payment-search-unfinished': {
    what: i18n.t(
      'We’re still reading transactions that strangers sent with this order’s reference.',
    ),
    safe: 'not-twice',
    next: i18n.t('You can pay once we have read them.'),
  },
  'insufficient-funds': {
    what: i18n.t('This wallet doesn’t hold enough SOL for the plan and the network fee.'),
    safe: 'nothing-sent',
  },
  'wallet-is-treasury': {
    what: i18n.t('This wallet receives the payments here, so it can’t pay.'),
    next: i18n.t('Connect another one.'),
  },
  'wallet-rejected': { what: i18n.t('You declined in your wallet.'), safe: 'not-charged' },
  'wallet-connection-declined': {
    what: i18n.t('You declined the connection in the wallet.'),
    safe: 'nothing-sent',
    next: i18n.t('Connect when you are ready.'),
  },
  'wallet-unauthorized': {
    what: i18n.t('Phantom no longer trusts this connection.'),
    safe: 'nothing-sent',
    next: i18n.t('Disconnect, connect Phantom again, then repeat.'),
  },
  'wallet-offline': {
    what: i18n.t('Phantom can’t reach its network.'),
    safe: 'nothing-sent',
    next: i18n.t('Check the phone’s connection and try again.'),
  },
  'wallet-request-invalid': {
    what: i18n.t('Phantom couldn’t read our request.'),
    safe: 'not-charged',
    next: i18n.t('Try again, or pay in another way.'),
  },
  'wallet-transaction-refused': {
    what: i18n.t('Phantom doesn’t accept this transaction.'),
    safe: 'not-charged',
    next: i18n.t('Check that Phantom is on the network named here.'),
  },
  'wallet-method-unknown': {
    what: i18n.t('This version of Phantom doesn’t know our request.'),
    safe: 'nothing-sent',
    next: i18n.t('Update Phantom, or pay in another way.'),
  },
  'wallet-internal-error': {
    what: i18n.t('Something went wrong inside Phantom.'),
    safe: 'not-charged',
    next: i18n.t('Try again in a moment.'),
  },
  'wallet-link-too-long': {
    what: i18n.t('This transaction is too large for Phantom’s link.'),
    safe: 'nothing-sent',
    next: i18n.t('Open this page in Phantom’s own browser, or in one that has its extension.'),
  },
  'wallet-link-expired': {
    what: i18n.t('Phantom’s answer didn’t come within ten minutes.'),
    safe: 'nothing-sent',
    next: i18n.t('Try again when you are ready.'),
  },
  'wallet-return-unknown': {
    what: i18n.t('This answer belongs to no open request of ours, so it was ignored.'),
    safe: 'nothing-sent',
  },
  'wallet-given-up': { what: i18n.t('Stopped.'), safe: 'nothing-sent' },
  'wallet-page-closed': {
    what: i18n.t('The wallet page in your browser was closed before the wallet answered.'),
    safe: 'nothing-sent',
    next: i18n.t('Try again.'),
  },
  'wallet-page-failed': {
    what: i18n.t('Your browser could not be opened for the wallet.'),
    safe: 'nothing-sent',
    next: i18n.t('Try again, or pay in another way.'),
  },
  'wallet-unanswered': {
    what: i18n.t('The wallet gave no answer.'),
    next: i18n.t(
      'If you approved there, it may still go through: check your wallet before you try again.',
    ),
  },
  'wallet-changed-transaction': {
    what: i18n.t('The wallet returned a different transaction, so it was not sent.'),
    safe: 'not-charged',
  },
  'licence-unsigned': {
    what: i18n.t('The wallet didn’t sign this licence; some hardware wallets can’t.'),
    safe: 'nothing-sent',
    next: i18n.t('The file can be saved without a signature.'),
  },
  'wallet-busy': {
    what: i18n.t('A wallet request is already open.'),
    next: i18n.t('Finish it in the wallet window first.'),
  },
  'order-pending': {
    what: i18n.t('This order is already being paid.'),
    safe: 'not-twice',
    next: i18n.t('Wait for it to finish.'),
  },
  'order-unknown': {
    what: i18n.t('We can’t find this order on this device.'),
    safe: 'nothing-lost',
    next: i18n.t('Sign in to the account it belongs to, or connect the wallet that paid.'),
  },
  'payment-not-found': {
    what: i18n.t('No finalized transaction with this signature was found yet.'),
    next: i18n.t('If you just sent it, wait a minute and try again.'),
  },
  'payment-signature-invalid': {
    what: i18n.t('This isn’t a transaction signature.'),
    next: i18n.t('Copy it whole from your wallet’s history: 86 to 88 letters and digits.'),
  },
  'payment-failed-on-chain': {
    what: i18n.t('The network recorded this transaction as failed.'),
    safe: 'fee-only',
    next: i18n.t('You can pay again.'),
  },
  'payment-wrong-recipient': {
    what: i18n.t('This transaction pays an address that isn’t ours.'),
    next: i18n.t('Check the address you sent to.'),
  },
  'payment-too-little': {
    what: i18n.t('This transfer is below the plan’s price.'),
    safe: 'nothing-lost',
    next: i18n.t('Send support the transaction’s signature.'),
  },
  'payment-too-early': {
    what: i18n.t('This transfer was made before the order, so it can’t pay for it.'),
    next: i18n.t('If it paid an earlier order, open that one.'),
  },
  'payment-old-price': {
    what: i18n.t('This price was no longer valid when the transfer was made.'),
    safe: 'nothing-lost',
    next: i18n.t('Send support the transaction’s signature.'),
  },
  'payment-already-used': { what: i18n.t('This transfer already paid another order.') },
  'payment-other-order': {
    what: i18n.t('This transfer was made for another order.'),
    next: i18n.t('Open that order to complete it.'),
  },
  'payment-other-chain': {
    what: i18n.t('This order belongs to another network, or to a sandbox that was reset.'),
    safe: 'not-charged',
    next: i18n.t('Start a new order.'),
  },
  'payment-paid-twice': {
    what: i18n.t('This order is already paid by another transfer.'),
    safe: 'nothing-lost',
    next: i18n.t('Ask for a refund of this transfer.'),
  },
  'receipt-unreadable': {
    what: i18n.t('This file isn’t a Likeness receipt, or it is damaged.'),
    safe: 'nothing-changed',
    next: i18n.t('Choose the file as it was saved.'),
  },
  'receipt-other-chain': {
    what: i18n.t('This file is from another network, or from a sandbox that was reset.'),
    safe: 'nothing-changed',
  },
  'receipt-changed': {
    what: i18n.t(
      'This receipt doesn’t match anything we sold: its plan, price or address differs.',
    ),
    safe: 'nothing-changed',
    next: i18n.t('If it is yours, write to support.'),
  },
  'blockhash-expired': {
    what: i18n.t('The payment was not sent in time and can no longer go through.'),
    safe: 'not-charged',
    next: i18n.t('Pay again when ready.'),
  },

  // Minting.
  'mint-failed': {
    what: i18n.t('The mint could not be prepared.'),
    safe: 'not-charged',
    next: i18n.t('Try again.'),
  },
  'mint-insufficient-funds': {
    what: i18n.t(
      'This wallet doesn’t hold enough for the mint cost, the deposit and the network fee.',
    ),
    safe: 'nothing-sent',
  },
  'mint-failed-on-chain': {
    what: i18n.t('The network recorded this mint as failed.'),
    safe: 'fee-only',
    next: i18n.t('You can mint again.'),
  },
  'mint-pending': {
    what: i18n.t('This avatar is already being minted.'),
    safe: 'not-twice',
    next: i18n.t('Wait for it to finish.'),
  },
  'mint-unknown': { what: i18n.t('This mint isn’t on this device.') },
  'mint-rejected-public': {
    what: i18n.t('You declined in your wallet.'),
    safe: 'not-charged',
    next: i18n.t('The picture was published before and stays public.'),
  },
  'mint-samples': {
    what: i18n.t('Samples can be minted on the sandbox only.'),
    next: i18n.t('Make an avatar of your own first.'),
  },
  'mint-expired': {
    what: i18n.t('The mint was not sent in time and can no longer go through.'),
    safe: 'not-charged',
  },
  'mint-unanswered': {
    what: i18n.t('We didn’t hear back from your wallet, so this may still go through.'),
    safe: 'not-twice',
    next: i18n.t('You can sign again with the same wallet.'),
  },
  'mint-open-elsewhere': {
    what: i18n.t('A mint of this avatar on another blockchain may still go through.'),
    safe: 'not-charged',
    next: i18n.t('Finish it there first.'),
  },
  'mint-already': {
    what: i18n.t('This avatar is already an NFT. An avatar can be minted only once.'),
    safe: 'not-charged',
  },
  'mint-other-wallet': {
    what: i18n.t('This mint was begun with another wallet.'),
    safe: 'not-charged',
    next: i18n.t('Connect that wallet to continue.'),
  },
  'mint-paused': {
    what: i18n.t('Minting on Polygon is paused for now.'),
    safe: 'not-charged',
    next: i18n.t('Try again later, or mint on Solana.'),
  },
  'mint-contract-missing': {
    what: i18n.t('Minting on Polygon isn’t available in this version.'),
    safe: 'not-charged',
  },
  'polygon-insufficient-funds': {
    what: i18n.t('This wallet doesn’t hold enough POL for the mint cost and the network fee.'),
    safe: 'nothing-sent',
  },
  'polygon-unreachable': {
    what: i18n.t('The Polygon network can’t be reached.'),
    safe: 'not-charged',
    next: i18n.t('Check your connection and try again.'),
  },
  'polygon-busy': {
    what: i18n.t('The Polygon network is busy.'),
    safe: 'nothing-lost',
    next: i18n.t('Try again later.'),
  },
  'polygon-chain-declined': {
    what: i18n.t('You declined to change the wallet’s network.'),
    safe: 'nothing-sent',
    next: i18n.t('Try again, and allow Polygon.'),
  },
  'polygon-chain-wrong': {
    what: i18n.t('The wallet is on another network and didn’t change to Polygon.'),
    safe: 'nothing-sent',
    next: i18n.t('Choose Polygon in the wallet, then try again.'),
  },
  'media-unreachable': {
    what: i18n.t('The gateway that stores the picture doesn’t answer.'),
    safe: 'not-charged',
    next: i18n.t('Try again later.'),
  },
  'media-refused': {
    what: i18n.t('The gateway refused the picture.'),
    safe: 'not-charged',
    next: i18n.t('Try again later.'),
  },
  'media-differs': {
    what: i18n.t('The gateway returned a different file.'),
    safe: 'not-charged',
    next: i18n.t('Try again later.'),
  },
  'mint-photo-gone': {
    what: i18n.t('The photo that makes this avatar move isn’t on this device any more.'),
    safe: 'not-charged',
    next: i18n.t('The still can be minted.'),
  },
  'mint-no-video': {
    what: i18n.t('This browser can’t make videos, so it can’t animate the avatar.'),
    next: i18n.t(
      'The still can be minted; a current Chrome or Edge and the desktop app can do both.',
    ),
  },
  'mint-loop-too-large': {
    what: i18n.t('This loop can’t be made small enough for the gateway’s free size.'),
    safe: 'not-charged',
    next: i18n.t('The still can be minted.'),
  },
  'media-too-large': {
    what: i18n.t('This picture can’t be made small enough for the gateway’s free size.'),
    safe: 'not-charged',
  },

  // Storage, files, generation.
  'storage-full': {
    what: i18n.t('This device is out of space.'),
    safe: 'nothing-lost',
    next: i18n.t('Delete some avatars or free space.'),
  },
  'storage-unavailable': {
    what: i18n.t('This browser doesn’t let us store anything (private window?).'),
    next: i18n.t('Allow this site to store data, then try again.'),
  },
  'storage-superseded': {
    what: i18n.t('Likeness was updated in another tab.'),
    safe: 'nothing-lost',
    next: i18n.t('Reload this page to continue.'),
  },
  'storage-blocked': {
    what: i18n.t('An older version of Likeness is open in another tab and blocks your library.'),
    safe: 'nothing-lost',
    next: i18n.t('Close that tab to continue here.'),
  },
  'storage-locked': {
    what: i18n.t('This library is locked.'),
    next: i18n.t('Sign in with its email and password to open it.'),
  },

  // Accounts and backups.
  'account-exists': {
    what: i18n.t('There’s already an account with this email on this device.'),
    next: i18n.t('Sign in, or use its recovery code if you forgot the password.'),
  },
  'account-unknown': {
    what: i18n.t('There’s no account with this email on this device.'),
    next: i18n.t('Accounts don’t sync: restore a backup to use yours here.'),
  },
  'password-wrong': { what: i18n.t('Wrong password.'), next: i18n.t('Try again.') },
  'recovery-code-wrong': {
    what: i18n.t('This recovery code doesn’t open the account.'),
    safe: 'nothing-changed',
    next: i18n.t('Check it against the copy you saved.'),
  },
  'recovery-code-incomplete': {
    what: i18n.t(
      'This isn’t a whole recovery code: it has five groups of five letters and digits.',
    ),
    next: i18n.t('Check it for a typo.'),
  },
  'account-slow-down': {
    what: i18n.t('Too many wrong tries.'),
    safe: 'nothing-lost',
    next: i18n.t('Wait a moment before the next one.'),
  },
  'account-damaged': {
    what: i18n.t('This account’s key can’t be read any more.'),
    safe: 'nothing-changed',
    next: i18n.t('Restore the library from a backup.'),
  },
  'backup-foreign': {
    what: i18n.t('This file isn’t a Likeness backup.'),
    safe: 'nothing-changed',
    next: i18n.t('Choose a file that ends in .likeness.'),
  },
  'backup-newer': {
    what: i18n.t('This backup was made by a newer version of Likeness.'),
    safe: 'nothing-changed',
    next: i18n.t('Update the app and try again.'),
  },
  'backup-passphrase': {
    what: i18n.t('The passphrase doesn’t open this backup, or the file’s beginning is damaged.'),
    safe: 'nothing-changed',
  },
  'backup-damaged': {
    what: i18n.t('This backup is damaged.'),
    safe: 'nothing-changed',
    next: i18n.t('Use another copy of the file.'),
  },
  'backup-failed': {
    what: i18n.t('The backup could not be written.'),
    safe: 'nothing-changed',
    next: i18n.t('Check the free space and try again.'),
  },
  'looks-locked': {
    what: i18n.t('Without Pro, each photo has one look to try.'),
    safe: 'nothing-sent',
  },
  'bulk-locked': {
    what: i18n.t('Bulk processing comes with Pro.'),
    next: i18n.t('See the plans; the photos stay as they are.'),
  },
  'bulk-too-many': {
    what: i18n.t('One run takes 300 photos and 3,000 avatars at most.'),
    next: i18n.t('Split it into several runs.'),
  },
  'credits-too-few': {
    what: i18n.t('There aren’t enough credits for this many avatars.'),
    next: i18n.t('Choose fewer or add a plan.'),
  },
  'undo-too-late': { what: i18n.t('This can’t be undone any more.') },
  'return-too-many': {
    what: i18n.t('You have already given back three of this set.'),
    safe: 'nothing-changed',
  },
  'return-minted': { what: i18n.t('Minted avatars can’t be given back.') },
  'return-unused': {
    what: i18n.t('This avatar didn’t use a credit, so there is nothing to give back.'),
  },
  'download-failed': {
    what: i18n.t('The picture could not be saved.'),
    next: i18n.t('Try again, or choose another folder.'),
  },
  'drag-too-many': {
    what: i18n.t('These are more pictures than one drag can hold.'),
    next: i18n.t('Save them together instead, or choose at most 50.'),
  },
  'drag-too-large': {
    what: i18n.t('Together these pictures are more than one drag can hold (256 MB).'),
    next: i18n.t('Save them together instead, or choose fewer.'),
  },
  'page-crashed': {
    what: i18n.t('The window stopped working and was opened again.'),
    safe: 'nothing-lost',
  },
  'graphics-crashed': {
    what: i18n.t('The graphics process stopped and was started again.'),
    safe: 'nothing-lost',
    next: i18n.t('The picture in progress is made again.'),
  },
  'rpc-address-refused': {
    what: i18n.t(
      'Enter a full address that begins with https://, or with http:// on this computer.',
    ),
    safe: 'nothing-changed',
  },
  'rpc-silent': {
    what: i18n.t('This address doesn’t answer.'),
    safe: 'nothing-changed',
    next: i18n.t('Check it for a typo, or try again later.'),
  },
  'rpc-not-solana': {
    what: i18n.t('What answers at this address isn’t a Solana RPC.'),
    safe: 'nothing-changed',
    next: i18n.t('Check it for a typo.'),
  },
  'rpc-closed': {
    what: i18n.t('This RPC doesn’t answer apps like this one: it sends no CORS header.'),
    safe: 'nothing-changed',
    next: i18n.t('Ask its operator, or choose another.'),
  },
  'rpc-wrong-chain': {
    what: i18n.t('This address serves a different chain from this app’s.'),
    safe: 'nothing-changed',
    next: i18n.t('Choose one for the network named here.'),
  },
  'rpc-declined': { what: i18n.t('The address was not contacted.'), safe: 'nothing-changed' },
  'rpc-not-asked': {
    what: i18n.t('Another dialog is open, or you cancelled several times.'),
    safe: 'nothing-changed',
    next: i18n.t('Restart Likeness to be asked again.'),
  },
  'link-refused': {
    what: i18n.t('This link leads outside the list of known sites and was not opened.'),
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
  return `${thrown.message} ${i18n.t('It holds {balance}; {needed} are needed.', { balance, needed })}`;
};

export const isAbort = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || errorCode(thrown) === 'engine-aborted');
