import { t } from '../i18n/index.ts';
import { LAST_UPDATED, type LegalText } from './legal.ts';

export const TERMS: LegalText = {
  title: 'Terms & Conditions',
  updated: LAST_UPDATED,
  summary: t(
    'Add only photos you may use. Payments are in SOL and final, except under the 7-day satisfaction guarantee. Your avatars are yours. They live on your device, so keep copies.',
  ),
  sections: [
    {
      id: 'agreement',
      title: 'The agreement',
      blocks: [
        'These terms are a contract between you and the operator of Likeness (“we”) about the use of the Likeness website and desktop app. By using Likeness you accept them. If you use it for a company, you confirm that you may accept them on its behalf.',
        'You must be at least 16 to use Likeness, and old enough to enter into a contract where you live to pay for it.',
      ],
    },
    {
      id: 'service',
      title: 'What Likeness does',
      blocks: [
        'Likeness turns a photo of a person into avatars, on your own device. You choose style and background; previews are free. A plan gives you credits. Each avatar that is made and kept uses one credit; one that fails or is cancelled uses none. Creator includes 260 living avatars; with Pro each uses one credit. A living avatar is counted once, in whatever size or format you save or mint it.',
        'Avatars are made by software and are artistic renderings. No two devices draw exactly alike, and a rendering may differ from what you imagined. The preview shows what to expect before you pay.',
      ],
    },
    {
      id: 'photos',
      title: 'Your photos, and other people’s',
      blocks: [
        'You keep all rights in your photos. They aren’t uploaded to us, so you grant us no licence to them.',
        'Add a photo only if you may use it, and if the person in it agrees or is you. Don’t use Likeness',
        [
          'to pass yourself off as someone else, or to deceive;',
          'to harass, degrade or threaten anyone, or to make sexual pictures of a person without their consent or of a minor at all;',
          'to break the law or the rights of others.',
        ],
        'You alone are responsible for what you make and publish.',
      ],
    },
    {
      id: 'plans',
      title: 'Plans, prices and credits',
      blocks: [
        'Prices are in SOL and are shown on the Pricing page; the price of your order is fixed when you place it. Every plan includes every template. The prices on template cards are not charged in addition.',
        'Credits don’t expire. The app grants them for payments that it has checked on the blockchain, less what was used on your device. The studio that comes with Pro runs on your own machines and keeps a count of its own: what the app has used isn’t taken from the studio’s avatars, nor the other way round. There is no server that keeps count: what proves your purchase is the payment on the blockchain, which anyone can check. Connecting the wallet that paid, or opening the receipt file, restores a purchase on a new device. Credits can’t be exchanged for money, except by a refund under the guarantee below.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'You pay by a transfer of SOL on the Solana network, from your wallet or by hand. An order is paid when a finalized transfer of at least its price, made for this order, has reached our address. Until then, and if it fails, nothing is owed and nothing is delivered.',
        'Payments are in SOL, final and non-refundable except under the 7-day guarantee. The network charges a small fee for each transfer, which isn’t ours and can’t be returned.',
        'Before you confirm, check the network, the amount and the address. When paying by hand, send exactly the amount shown, because its last digits tell us which order it is for. A transfer on another network, or to another address, doesn’t reach us, and we can’t bring it back.',
        'The value of SOL changes. What counts is the amount in SOL, both for the payment and for a refund. Taxes on your side are yours to declare.',
      ],
    },
    {
      id: 'refunds',
      title: 'The 7-day satisfaction guarantee',
      blocks: [
        'If you aren’t satisfied, tell us through the Contact page within 7 days of your payment, with the transaction’s signature and the address to refund to. You needn’t give a reason.',
        'We return the price of the order in SOL, as a transfer from our address to one you confirm. Network fees, and anything sent beyond the price, are not part of the price; tell us about an overpayment and we look for a fair solution. With the refund, the unspent credits of that order end.',
        'Rights that consumer law gives you, such as a right of withdrawal or to a product that works, apply in addition to this guarantee.',
      ],
    },
    {
      id: 'licence',
      title: 'What you may do with your avatars',
      blocks: [
        'As between you and us, the avatars you make are yours. We claim no copyright in them. Avatars made with a paid plan may be used without limit in time or place, also commercially: on social media, in professional profiles, in marketing, on products. There is no duty to name us.',
        'Free previews are for your own consideration and not for publication. The sample people and their pictures in the app are part of Likeness and not licensed to you.',
        'The rights of the person shown, of whoever took the photo, and of brands that are visible in it are not ours to give.',
        'Living avatars, video intros and banners made with a plan are under the same licence. With white-label licensing you may hand avatars on under your own brand, with a licence that names the payment behind them.',
      ],
    },
    {
      id: 'nft',
      title: 'Minting',
      blocks: [
        'Minting publishes the avatar you choose, with its name and description, on a public blockchain and in a public store, permanently and for everyone. It can’t be undone. The costs of minting are shown before you confirm, and are not refundable once the network has accepted the transaction.',
        'We promise an NFT no value, no market and no return.',
      ],
    },
    {
      id: 'wallets',
      title: 'Your wallet',
      blocks: [
        'Wallets are made by others and are under your control. We never see, ask for or keep private keys or recovery phrases. Anyone who asks you for them in our name is not us. We can’t restore a lost wallet or reverse a transfer you signed.',
      ],
    },
    {
      id: 'storage',
      title: 'Your device, your copies',
      blocks: [
        'Avatars are stored on your device only. Clearing the site’s data or losing the device removes them; uninstalling the app may. Download what you want to keep. We are not liable for loss of data that a copy would have prevented.',
        'The photo is deleted within 24 hours, as the Privacy Policy says. Add it again to make more avatars from it.',
      ],
    },
    {
      id: 'software',
      title: 'The software',
      blocks: [
        'You may use the app for what it is made for. It contains open-source parts under their own licences, which remain as they are. Don’t interfere with the app’s operation for others, or try to obtain credits that weren’t paid for.',
        'We improve Likeness and may change, add or drop features. What a plan that you paid for promised remains, or you get a fair refund.',
      ],
    },
    {
      id: 'liability',
      title: 'Warranty and liability',
      blocks: [
        'Likeness is provided as it is. It depends on things that we don’t control: your device, your browser, wallets, and the Solana network. Beyond the guarantee above and what the law makes mandatory, we give no warranty, and in particular promise neither uninterrupted service nor a particular result.',
        'Nothing in these terms limits liability for intent or gross negligence, for injury to life or health, or where the law doesn’t allow a limit. Apart from that, we are liable only for foreseeable damage from the breach of an essential duty, and at most for the amount you paid us in the twelve months before.',
      ],
    },
    {
      id: 'ending',
      title: 'Ending',
      blocks: [
        'You can stop at any time: disconnect the wallet and clear the app’s data. We may refuse further support and sales to someone who seriously breaks these terms. What you already paid for keeps working, since it is on your device and on the blockchain.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes, law and contact',
      blocks: [
        'If these terms change, the new text appears here with a new date and applies to what you buy afterwards. The law of the place where the operator is established applies, without taking from consumers the protection of the law where they live. If a clause is void, the others stand.',
        'Questions reach us through the Contact page. Support replies within 24 hours.',
      ],
    },
  ],
};
