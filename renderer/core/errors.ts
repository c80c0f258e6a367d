import { i18n } from '../i18n/index.ts';

/**
 * Every failure has a stable code and a sentence for the user. The first group is the
 * specification's error catalogue, word for word. The others say what happened, what is safe, and
 * what to do next.
 */
export const SENTENCES = {
  // Specification, section 8.
  'phantom-not-installed': i18n.t('Phantom wallet not installed'),
  'phantom-connect-failed': i18n.t('Failed to connect to Phantom wallet'),
  'metamask-not-installed': i18n.t('MetaMask not installed'),
  'metamask-connect-failed': i18n.t('Failed to connect to MetaMask wallet'),
  'transaction-failed': i18n.t('Transaction failed'),
  'wallet-not-connected': i18n.t('Wallet not connected'),
  'wallet-connect-failed': i18n.t('Failed to connect wallet'),
  'connect-first': i18n.t('Please connect your wallet first'),
  'payment-failed': i18n.t('Payment failed'),
  'payment-failed-retry': i18n.t('Payment failed. Please try again.'),
  'login-wallet-failed': i18n.t('Failed to connect wallet. Please try again.'),
  'passwords-differ': i18n.t('Passwords do not match'),
  'password-too-short': i18n.t('Password must be at least 6 characters'),
  'new-password-too-short': i18n.t('A new password needs at least 8 characters.'),
  'passphrase-too-short': i18n.t(
    'The passphrase needs at least 12 characters. Four words work well.',
  ),
  unexpected: i18n.t('Unexpected Application Error!'),

  // Photos.
  'photo-empty': i18n.t('This file is empty. Choose another picture.'),
  'photo-too-large': i18n.t('This picture is over 40 MB. Save a smaller copy and choose that.'),
  'photo-not-a-picture': i18n.t(
    'This file is not a picture we can read. Choose a PNG, JPG, WebP, AVIF or GIF.',
  ),
  'photo-heic': i18n.t(
    'HEIC pictures can’t be read here, only in Safari. Export the photo as JPG and choose that.',
  ),
  'photo-svg': i18n.t('SVG drawings can’t be used as a photo. Choose a PNG or JPG.'),
  'photo-damaged': i18n.t(
    'This picture is damaged and can’t be opened. Choose another, or save it again first.',
  ),
  'photo-too-small': i18n.t(
    'This picture is too small. Choose one that is at least 256 pixels on each side.',
  ),
  'photo-too-many-pixels': i18n.t(
    'This picture has too many pixels to open safely. Save a copy under 60 megapixels.',
  ),
  'photo-no-face': i18n.t(
    'We couldn’t find a face in this picture. Choose a photo where one face is clearly visible from the front.',
  ),
  'photo-no-person': i18n.t(
    'We couldn’t tell the person from the background. Choose a photo with the head and shoulders in view.',
  ),
  'photo-other': i18n.t(
    'This isn’t the photo that these avatars were made from. Add that one; nothing was changed.',
  ),
  'photo-too-many': i18n.t('You can add up to 12 photos at a time. Clear one, then add the next.'),
  'photo-expired': i18n.t(
    'Your photo was deleted after 24 hours, as promised. Add it again to go on; your credits are safe.',
  ),

  'animation-locked': i18n.t(
    'Premium animations come with Pro. Choose a shorter one up to 720 px, or see the plans.',
  ),
  'style-locked': i18n.t(
    'This style comes with Creator and Pro. Choose another, or see the plans.',
  ),

  'sound-unreadable': i18n.t(
    'This browser can’t read that sound file. Try an MP3, M4A, WAV or Ogg file.',
  ),
  'sound-too-large': i18n.t(
    'That sound file is larger than 60 MB. Cut out the part you need first.',
  ),

  // Engine.
  'engine-unsupported': i18n.t(
    'This browser can’t develop pictures: WebGL 2, or writing picture files, is missing or switched off. Try a current Chrome, Edge or Firefox.',
  ),
  'engine-failed': i18n.t(
    'This picture could not be developed. Nothing was charged for it; try again.',
  ),
  'engine-aborted': i18n.t('Stopped.'),

  // Chain and payment.
  'network-unreachable': i18n.t(
    'The Solana network can’t be reached. You have not been charged. Check your connection and try again.',
  ),
  'network-wrong': i18n.t(
    'The wallet or the RPC is on another network. Nothing was sent. Switch the network and try again.',
  ),
  'network-busy': i18n.t('The Solana network is busy. Nothing was lost; we keep trying.'),
  'network-alone': i18n.t(
    'Confirming your payment takes about a minute longer than usual. It’s safe.',
  ),
  'network-differs': i18n.t(
    'Solana nodes disagree about this payment. We’ll confirm it when they match. You won’t be charged twice.',
  ),
  'payment-search-unfinished': i18n.t(
    'Strangers have sent many transactions under this order’s key, and we haven’t read all of them yet. Nothing was lost and nothing is charged twice: we go on reading, then you can pay.',
  ),
  'insufficient-funds': i18n.t(
    'This wallet doesn’t hold enough SOL for the plan and the network fee. Nothing was sent.',
  ),
  'wallet-rejected': i18n.t('You cancelled in your wallet. You have not been charged.'),
  'wallet-connection-declined': i18n.t(
    'You declined the connection in the wallet. Nothing was shared; connect when you are ready.',
  ),
  'wallet-unauthorized': i18n.t(
    'Phantom no longer trusts this connection. Nothing was sent. Disconnect, connect Phantom again, then repeat.',
  ),
  'wallet-offline': i18n.t(
    'Phantom can’t reach its network. Nothing was sent. Check the phone’s connection and try again.',
  ),
  'wallet-request-invalid': i18n.t(
    'Phantom couldn’t read our request. You have not been charged. Try again, or pay in another way.',
  ),
  'wallet-transaction-refused': i18n.t(
    'Phantom doesn’t accept this transaction. You have not been charged. Check that Phantom is on the network named here.',
  ),
  'wallet-method-unknown': i18n.t(
    'This version of Phantom doesn’t know our request. Nothing was sent. Update Phantom, or pay in another way.',
  ),
  'wallet-internal-error': i18n.t(
    'Something went wrong inside Phantom. You have not been charged. Try again in a moment.',
  ),
  'wallet-link-too-long': i18n.t(
    'This transaction is too large for Phantom’s link. Nothing was sent. Open this page in Phantom’s own browser, or in one that has its extension.',
  ),
  'wallet-link-expired': i18n.t(
    'Phantom’s answer didn’t come within ten minutes. Nothing was sent; try again when you are ready.',
  ),
  'wallet-return-unknown': i18n.t(
    'This answer belongs to no open request of ours, so it was ignored. Nothing was sent because of it.',
  ),
  'wallet-given-up': i18n.t('Stopped. Nothing was shared and nothing was sent.'),
  'wallet-page-closed': i18n.t(
    'The wallet page in your browser was closed before the wallet answered. Nothing was sent. Try again.',
  ),
  'wallet-page-failed': i18n.t(
    'Your browser could not be opened for the wallet. Nothing was sent. Try again, or pay in another way.',
  ),
  'wallet-unanswered': i18n.t(
    'The wallet gave no answer. If you approved there, it may still go through: check your wallet before you try again.',
  ),
  'wallet-changed-transaction': i18n.t(
    'The wallet returned a different transaction, so it was not sent. You have not been charged.',
  ),
  'licence-unsigned': i18n.t(
    'The wallet didn’t sign this licence; some hardware wallets can’t. Nothing was sent, and the file can be saved without a signature.',
  ),
  'wallet-busy': i18n.t('A wallet request is already open. Finish it in the wallet window first.'),
  'order-pending': i18n.t(
    'This order is already being paid. Wait for it to finish; it is never charged twice.',
  ),
  'order-unknown': i18n.t(
    'We can’t find this order on this device. If you paid for it, nothing is lost: sign in to the account it belongs to, or connect the wallet that paid.',
  ),
  'payment-not-found': i18n.t(
    'No finalized transaction with this signature was found yet. If you just sent it, wait a minute and try again.',
  ),
  'payment-signature-invalid': i18n.t(
    'This isn’t a transaction signature. Copy it whole from your wallet’s history: 86 to 88 letters and digits.',
  ),
  'payment-failed-on-chain': i18n.t(
    'The network recorded this transaction as failed, so the plan was not charged; at most the small network fee was. You can pay again.',
  ),
  'payment-wrong-recipient': i18n.t(
    'This transaction pays an address that isn’t ours, so it doesn’t count here. Check the address you sent to.',
  ),
  'payment-too-little': i18n.t(
    'This transfer is below the plan’s price, so it doesn’t complete the order. It isn’t lost: write to support with its signature.',
  ),
  'payment-too-early': i18n.t(
    'This transfer was made before the order, so it can’t pay for it. If it paid an earlier order, open that one.',
  ),
  'payment-old-price': i18n.t(
    'This price was no longer valid when the transfer was made, so it doesn’t complete the order. Start a new order at today’s price. Your transfer isn’t lost: write to support with its signature.',
  ),
  'payment-already-used': i18n.t(
    'This transfer already paid another order. Each transfer counts once.',
  ),
  'payment-other-order': i18n.t(
    'This transfer was made for another order. Open that order to complete it.',
  ),
  'payment-other-chain': i18n.t(
    'This order belongs to another network, or to a sandbox that was reset. Nothing was charged; start a new order.',
  ),
  'payment-paid-twice': i18n.t(
    'This order is already paid by another transfer, so this one doesn’t count. It isn’t lost: ask for it back.',
  ),
  'receipt-unreadable': i18n.t(
    'This file isn’t a Likeness receipt, or it is damaged. Nothing was changed. Choose the file as it was saved.',
  ),
  'receipt-other-chain': i18n.t(
    'This receipt is of another network, or of a sandbox that was reset. Nothing was changed.',
  ),
  'receipt-changed': i18n.t(
    'This receipt doesn’t match anything we sold: its plan, price or address differs. It was not imported. If it is yours, write to support.',
  ),
  'blockhash-expired': i18n.t(
    'The payment was not sent in time and can no longer go through. You have not been charged. Pay again when ready.',
  ),

  // Minting.
  'mint-failed': i18n.t(
    'The mint could not be prepared, so nothing was minted and nothing was charged. Try again.',
  ),
  'mint-insufficient-funds': i18n.t(
    'This wallet doesn’t hold enough for the mint cost, the deposit and the network fee. Nothing was sent or charged.',
  ),
  'mint-failed-on-chain': i18n.t(
    'The network recorded this mint as failed, so nothing was minted and the mint cost was not taken; at most the small network fee was. You can mint again.',
  ),
  'mint-pending': i18n.t(
    'This avatar is already being minted. Wait for it to finish; it is never minted twice.',
  ),
  'mint-unknown': i18n.t('This mint isn’t on this device.'),
  'mint-rejected-public': i18n.t(
    'You cancelled in your wallet. You have not been charged, but the picture was published before and stays public.',
  ),
  'mint-samples': i18n.t(
    'Samples can be minted on the sandbox only. Make an avatar of your own first.',
  ),
  'mint-expired': i18n.t(
    'The mint was not sent in time and can no longer go through. You have not been charged. Sign again when ready; what was published is used again.',
  ),
  'mint-unanswered': i18n.t(
    'We didn’t hear back from your wallet, so this may still go through. You can sign again with the same wallet: it can’t mint twice. At most you pay one extra network fee.',
  ),
  'mint-open-elsewhere': i18n.t(
    'An earlier request to mint this avatar on another blockchain may still go through, and then it would be minted and paid twice. Nothing was charged now. Finish it there first.',
  ),
  'mint-already': i18n.t(
    'This avatar is an NFT already, and an avatar is minted once. Nothing was charged.',
  ),
  'mint-other-wallet': i18n.t(
    'This mint was begun with another wallet, where a request may still stand open. Nothing was charged. Connect that wallet to go on.',
  ),
  'mint-paused': i18n.t(
    'Minting on Polygon is paused for now. Nothing was charged. Try again later, or mint on Solana.',
  ),
  'mint-contract-missing': i18n.t(
    'Minting on Polygon isn’t available in this version. You weren’t charged.',
  ),
  'polygon-insufficient-funds': i18n.t(
    'This wallet doesn’t hold enough POL for the mint cost and the network fee. Nothing was sent.',
  ),
  'polygon-unreachable': i18n.t(
    'The Polygon network can’t be reached. You have not been charged. Check your connection and try again.',
  ),
  'polygon-busy': i18n.t('The Polygon network is busy. Nothing was lost; we keep trying.'),
  'polygon-chain-declined': i18n.t(
    'You declined to change the wallet’s network. Nothing was sent. Try again, and allow Polygon.',
  ),
  'polygon-chain-wrong': i18n.t(
    'The wallet is on another network and didn’t change to Polygon. Nothing was sent. Choose Polygon in the wallet, then try again.',
  ),
  'media-unreachable': i18n.t(
    'The gateway that stores the picture doesn’t answer. You have not been charged; we keep trying.',
  ),
  'media-refused': i18n.t(
    'The gateway refused the picture. You have not been charged. Try again later.',
  ),
  'media-differs': i18n.t(
    'The gateway gave back another file than was sent, so nothing was minted. You have not been charged. Try again later.',
  ),
  'mint-photo-gone': i18n.t(
    'The photo that this avatar was made from isn’t on this device any more, and without it a face can’t move. The still can be minted. Nothing was published or charged.',
  ),
  'mint-no-video': i18n.t(
    'This browser encodes no video, so the avatar can’t be animated here. The still can be minted; a current Chrome or Edge and the desktop app can do both.',
  ),
  'mint-loop-too-large': i18n.t(
    'This loop can’t be made small enough for the gateway’s free size. The still can be minted. Nothing was published or charged.',
  ),
  'media-too-large': i18n.t(
    'This picture can’t be made small enough for the gateway’s free size. Nothing was published or charged.',
  ),

  // Storage, files, generation.
  'storage-full': i18n.t(
    'This device is out of space. Delete some avatars or free space; nothing that was paid for is lost.',
  ),
  'storage-unavailable': i18n.t(
    'This browser doesn’t let us store anything (private window?). Allow site data to go on.',
  ),
  'storage-superseded': i18n.t(
    'Likeness was updated in another tab. Reload this page to go on; nothing is lost.',
  ),
  'storage-blocked': i18n.t(
    'An older Likeness is open in another tab and holds your library. Close that tab, and this one goes on; nothing is lost.',
  ),
  'storage-locked': i18n.t(
    'This library is locked. Sign in with its email and password to open it.',
  ),

  // Accounts and backups.
  'account-exists': i18n.t(
    'There’s already an account with this email on this device. Sign in, or use its recovery code if you forgot the password.',
  ),
  'account-unknown': i18n.t(
    'There’s no account with this email on this device. Accounts don’t sync: restore a backup to use yours here.',
  ),
  'password-wrong': i18n.t('Wrong password. Please try again.'),
  'recovery-code-wrong': i18n.t(
    'This recovery code doesn’t open the account. Check it against the copy you saved; nothing was changed.',
  ),
  'recovery-code-incomplete': i18n.t(
    'This isn’t a whole recovery code: it has five groups of five letters and digits. Check it for a typo.',
  ),
  'account-slow-down': i18n.t(
    'Too many wrong tries. Wait a moment before the next one; your library is safe.',
  ),
  'account-damaged': i18n.t(
    'This account’s key can’t be read any more. Nothing was changed; restore the library from a backup.',
  ),
  'backup-foreign': i18n.t(
    'This file isn’t a Likeness backup. Nothing was changed; choose a file that ends in .likeness.',
  ),
  'backup-newer': i18n.t(
    'This backup was made by a newer version of Likeness. Nothing was changed; update the app and try again.',
  ),
  'backup-passphrase': i18n.t(
    'The passphrase doesn’t open this backup, or the file’s beginning is damaged. Nothing was changed.',
  ),
  'backup-damaged': i18n.t(
    'This backup is damaged, so nothing was restored. Nothing was changed; use another copy of the file.',
  ),
  'backup-failed': i18n.t(
    'The backup could not be written. Your library is untouched; check the free space and try again.',
  ),
  'looks-locked': i18n.t('Without Pro, each photo has one look to try. Nothing was sent.'),
  'bulk-locked': i18n.t(
    'Bulk processing comes with Pro. See the plans; the photos stay as they are.',
  ),
  'bulk-too-many': i18n.t(
    'One run takes 300 photos and 3,000 avatars at most. Make several runs of it.',
  ),
  'credits-too-few': i18n.t(
    'There aren’t enough credits for this many avatars. Choose fewer or add a plan.',
  ),
  'return-too-many': i18n.t('You have already given back three of this set. Nothing was changed.'),
  'return-minted': i18n.t('Minted avatars can’t be returned.'),
  'return-unused': i18n.t('This avatar didn’t use a credit, so there is nothing to return.'),
  'download-failed': i18n.t('The picture could not be saved. Try again, or choose another folder.'),
  'drag-too-many': i18n.t(
    'These are more pictures than one drag can hold. Save them together instead, or choose at most 50.',
  ),
  'drag-too-large': i18n.t(
    'Together these pictures are more than one drag can hold (256 MB). Save them together instead, or choose fewer.',
  ),
  'page-crashed': i18n.t(
    'The window stopped working and was opened again. Nothing was lost: photos, avatars and payments go on where they were.',
  ),
  'graphics-crashed': i18n.t(
    'The graphics process stopped and was started again. The picture in progress is made again; nothing was lost or charged.',
  ),
  'rpc-address-refused': i18n.t(
    'Enter a whole address that begins with https://; http:// is taken on this machine only. Nothing was changed.',
  ),
  'rpc-silent': i18n.t(
    'This address doesn’t answer. Nothing was changed; check it for a typo, or try again later.',
  ),
  'rpc-not-solana': i18n.t(
    'What answers at this address isn’t a Solana RPC. Nothing was changed; check it for a typo.',
  ),
  'rpc-closed': i18n.t(
    'This RPC doesn’t answer apps like this one: it sends no CORS header. Nothing was changed; ask its operator, or choose another.',
  ),
  'rpc-wrong-chain': i18n.t(
    'This address answers for another chain than this app is for. Nothing was changed; choose one for the network named here.',
  ),
  'rpc-declined': i18n.t('The address was not asked, and nothing was changed.'),
  'rpc-not-asked': i18n.t(
    'Another question is open, or you answered No several times. Nothing was changed; restart Likeness to be asked again.',
  ),
  'link-refused': i18n.t('This link leads outside the list of known sites and was not opened.'),
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof SENTENCES;

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

/** The code of any thrown value; errors that aren't ours are `unexpected`. */
export const errorCode = (thrown: unknown): ErrorCode =>
  thrown instanceof LikenessError ? thrown.code : 'unexpected';

/** The user's sentence for any thrown value; errors that aren't ours get `fallback`'s. */
export const sentence = (thrown: unknown, fallback: ErrorCode = 'unexpected'): string =>
  thrown instanceof LikenessError ? thrown.message : SENTENCES[fallback];

export const isAbort = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (thrown.name === 'AbortError' || errorCode(thrown) === 'engine-aborted');
