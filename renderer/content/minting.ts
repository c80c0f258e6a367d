import { formatDecimal, formatNumber, t } from '../i18n/index.ts';

/** A chain an avatar can be minted on, with the specification's cost. */
export interface Blockchain {
  readonly id: 'solana' | 'polygon';
  readonly name: string;
  /** Decimal text in the page's language. */
  readonly cost: string;
  /** The coin's name in the specification. */
  readonly unit: string;
  /** The coin's name in wallets and explorers. */
  readonly coin: string;
  /** Decimals of the coin's smallest unit, and how many of them a receipt shows. */
  readonly decimals: number;
  readonly shown: number;
  /** Whether the network's fee is known in advance, or only its maximum. */
  readonly feeIs: 'exact' | 'at most';
  /** Whether a mint deposits coins in an account that it opens. */
  readonly deposit: boolean;
  /** The chain of the wallet that signs. */
  readonly wallet: 'solana' | 'evm';
  readonly features: readonly string[];
}
export type BlockchainId = Blockchain['id'];

export const BLOCKCHAINS: readonly [Blockchain, Blockchain] = [
  {
    id: 'solana',
    name: 'Solana',
    cost: formatDecimal('0.1'),
    unit: 'SOL',
    coin: 'SOL',
    decimals: 9,
    shown: 9,
    feeIs: 'exact',
    deposit: true,
    wallet: 'solana',
    features: [
      t('Confirmed in seconds'),
      t('Deposit and network fee about 0.006 SOL'),
      t('Shows in Phantom'),
    ],
  },
  {
    id: 'polygon',
    name: 'Polygon',
    cost: formatDecimal('0.01'),
    unit: 'MATIC',
    coin: 'POL',
    decimals: 18,
    shown: 6,
    feeIs: 'at most',
    deposit: false,
    wallet: 'evm',
    features: [t('Lowest cost'), t('POL (formerly MATIC)'), t('Shows in MetaMask')],
  },
];

export const MINT_STEPS = [
  { id: 'select', name: t('Select'), words: t('An avatar, a blockchain, a wallet') },
  { id: 'mint', name: t('Mint'), words: t('Takes 1-3 minutes') },
  { id: 'success', name: t('Success'), words: t('Your certificate') },
] as const;
export type MintStepId = (typeof MINT_STEPS)[number]['id'];

const kilobytes = (bytes: number): string =>
  t('{kilobytes} KB', { kilobytes: formatNumber(Math.floor(bytes / 1024)) });

/** The texts about animated NFTs. */
export const ANIMATED = {
  sample: t('An animated NFT is made from the photo, and a sample has none on this device.'),
  onWhite: t('Transparent areas turn white in the video. The still image keeps them.'),
  /**
   * @param edge pixels @param free bytes that the gateway stores free of charge, if it has answered
   */
  fits: (edge: number, free: number | undefined): string =>
    free === undefined
      ? t(
          'It is published beside the still as a video without sound, {edge} × {edge} pixels, made to fit the size that the gateway stores free of charge.',
          { edge: String(edge) },
        )
      : t(
          'It is published beside the still as a video without sound, {edge} × {edge} pixels, made to fit the {size} that the gateway stores free of charge.',
          { edge: String(edge), size: kilobytes(free) },
        ),
} as const;

/** What the user reads, plainly, before anything is published. */
export const PUBLISHING = {
  title: t('This makes the picture public, for good'),
  /** @param edge pixels of the public picture @param cost with its coin */
  points: (format: string, edge: number, cost: string): readonly string[] => [
    t('Anyone can see the picture, its name, description and traits. Nobody can take them back.'),
    t('Your photo is not published.'),
    t(
      'The public picture is a smaller copy: a {format} of at most {edge} × {edge} pixels. The lossless one stays on this device.',
      { format, edge: String(edge) },
    ),
    t('The mint cost, {cost}, is our fee.', { cost }),
  ],
  /** The last point depends on whether the wallet or the files come first. */
  walletFirst: t('If you decline in the wallet, nothing is published.'),
  filesFirst: t(
    'This wallet sends the transaction itself, so the picture is published before it asks you. You can decline at no cost, but the picture stays public.',
  ),
  consent: t('I understand that this can’t be undone'),
} as const;

/** What a customer's own brand can't replace on Polygon. */
export const POLYGON_NAMES_US = t(
  'Files, name and symbol carry your brand. The contract that all Polygon avatars share is called Likeness Avatars, and marketplaces show its name.',
);

/** Part of an NFT's metadata, which is English. */
export const DEFAULT_DESCRIPTION = 'An avatar made with Likeness, on its owner’s own device.';

export interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly steps?: readonly string[];
}

/** /nft-guide: for creators who have minted, or are about to. */
export const MINTING_GUIDE: {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly GuideSection[];
} = {
  title: t('NFT minting guide'),
  lead: t('What you own once an avatar is minted, how to show it, and how to keep it safe.'),
  sections: [
    {
      id: 'what',
      title: t('What you own'),
      paragraphs: [
        t(
          'On Solana your avatar becomes a token of the Token-2022 program: one piece, no second one ever, held by your wallet. Its name and the address of its metadata are inside the token itself.',
        ),
        t(
          'On Polygon it becomes a numbered token of our contract, Likeness Avatars (ERC-721). The contract has no way to change what a token points at, and no wallet can mint the same metadata twice.',
        ),
        t(
          'The picture and the metadata are on Arweave. Nobody can change or remove them, not even us: on Solana the rights to mint more, to freeze, and to edit are given up in the same transaction that mints it; on Polygon the contract never had them.',
        ),
      ],
    },
    {
      id: 'cost',
      title: t('What it costs'),
      paragraphs: [
        t(
          'On Solana: the mint cost, a deposit that the chain takes for keeping the two accounts, and the network fee. On Polygon: the mint cost and the network fee, which changes from block to block; you see what it is at most. You see every line before you sign.',
        ),
        t(
          'Storing the picture costs you nothing: it is made to fit the size that the gateway stores free of charge.',
        ),
        t(
          'The loop of an animated NFT fits as well: a video of 3 or 4 seconds and at least 480 pixels. Wallets list the still. The loop needs the photo that the avatar was made from.',
        ),
      ],
    },
    {
      id: 'wallet',
      title: t('Show it in a wallet'),
      paragraphs: [
        t(
          'Phantom lists NFTs under Collectibles, MetaMask under NFTs. A new one can take a few minutes to appear.',
        ),
      ],
      steps: [
        t('Open Phantom with the account that minted.'),
        t(
          'Go to Collectibles. If it isn’t there, look under Hidden and choose Unhide: wallets hide what they haven’t seen before.',
        ),
        t('Pin it to keep it at the top.'),
        t(
          'If it was minted on Polygon, open MetaMask instead: NFTs, then Import NFT, with the contract and the token’s number from the certificate.',
        ),
      ],
    },
    {
      id: 'profile',
      title: t('Use it as a profile picture'),
      paragraphs: [
        t(
          'Any site takes the picture: download it in HD from its page in your dashboard. Where a site verifies NFTs, connect the wallet that holds it and choose it there; in Phantom you can also set it as the picture of your account.',
        ),
      ],
      steps: [t('In Phantom, open the collectible.'), t('Choose the menu, then Set as Avatar.')],
    },
    {
      id: 'marketplace',
      title: t('Put it on a marketplace'),
      paragraphs: [
        t(
          'A marketplace reads the token from the chain, so there is nothing to upload. Look it up by its address, which is on the certificate in your dashboard.',
        ),
        t(
          'Not every marketplace lists Token-2022 yet; the ERC-721 tokens of Polygon are listed nearly everywhere. Check before you plan a sale, and remember that an avatar shows a face: a sale can’t be undone.',
        ),
      ],
    },
    {
      id: 'safe',
      title: t('Keep it safe'),
      paragraphs: [
        t(
          'Whoever has your wallet’s recovery phrase has the NFT. Nobody who helps you needs it, and we never ask for it.',
        ),
        t('Strangers send NFTs that promise prizes. Don’t follow the links in them.'),
      ],
    },
    {
      id: 'sandbox',
      title: t('Try it first'),
      paragraphs: [
        t(
          'On the sandbox the same steps run on a chain and a gateway on your own machine, with coins that are worth nothing. None of it is public.',
        ),
      ],
    },
  ],
};
