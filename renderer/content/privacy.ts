import { t } from '../i18n/index.ts';
import { LAST_UPDATED, type LegalText } from './legal.ts';

export const PRIVACY: LegalText = {
  title: 'Privacy Policy',
  updated: LAST_UPDATED,
  summary: t(
    'Your photo stays on your device, unless you send it to an engine of your own, and is deleted within 24 hours. We run no server that could receive it, keep no account of you, and sell nothing about you. Payments are public on the Solana blockchain, like every payment there.',
  ),
  sections: [
    {
      id: 'scope',
      title: 'What this policy covers',
      blocks: [
        'This policy is about the Likeness website and desktop app. “We” are the people who operate Likeness. “Your device” is the computer or phone on which you use it.',
        'Likeness does its work in the app itself, on your device. So this policy is mostly about what is stored there.',
      ],
    },
    {
      id: 'photos',
      title: 'Your photos',
      blocks: [
        'A photo that you add is read, analysed and turned into avatars on your device. It is not uploaded, to us or to anyone, unless you connect an engine of your own.',
        'An engine of your own is a program that makes pictures, on your computer or elsewhere. If you connect one and allow it, head and shoulders of a photo go there for each picture you ask for, without metadata and without your name. We don’t receive them. Whoever runs the engine may keep them. You can withdraw this permission in the settings.',
        'When a photo is added, everything the camera wrote into the file beside the picture is dropped: place, time, device.',
        'The photo is kept on your device, encrypted, only so that a reload or a visit to your wallet can’t lose it. It is deleted, together with everything derived from it except the avatars, at the first of these:',
        [
          'the avatars you ordered from it are done, unless you choose to keep it for more of them;',
          'you clear it;',
          '24 hours have passed. If the app isn’t running at that moment, it is deleted the next time the app starts.',
        ],
        'To find the face and the outline of the person, the app measures the position of facial features. For a picture by an engine of your own it also measures whether the face in it is yours. These measurements serve only to make the avatar. They are not used to find out who anyone is, they stay on your device, and they are deleted with the photo.',
      ],
    },
    {
      id: 'avatars',
      title: 'Your avatars',
      blocks: [
        'Finished avatars are stored on your device until you delete them. We have no copy and can’t restore one that you lose, so download the ones you care about.',
        'An avatar leaves your device only when you send it somewhere: when you download, share, or mint it. If you mint an avatar as an NFT, that picture and its description are published for everyone to see, and can’t be taken back. The screen says so before you confirm.',
      ],
    },
    {
      id: 'payments',
      title: 'Wallets and payments',
      blocks: [
        'If you connect a wallet, the app learns its public address and remembers it on your device so that you stay signed in until you disconnect. It never learns your private key or recovery phrase and never asks for them.',
        'A payment is a transfer on the Solana blockchain. It shows, publicly and permanently: your wallet’s address, ours, the amount, the time, and a reference that identifies the order and the plan. Nobody can delete it, neither you nor we. It doesn’t contain your name, your email address or anything about your photo.',
        'The plan you bought is worked out from these transfers. We keep wallet addresses only as part of the transaction records.',
      ],
    },
    {
      id: 'requests',
      title: 'What the app sends, and to whom',
      blocks: [
        'The app makes few requests. Apart from loading its own files, every one made while it is open is listed, with its size, in the live ledger on the Trust & Security page. They are:',
        [
          'The app’s own files, from the host that serves them. As with any website, that host sees your IP address and browser version.',
          'Requests to Solana network nodes: to read balances and what SOL costs in dollars, to send the payment that you signed, and to check that it arrived. The operators of these nodes see your IP address, the wallet address and the transaction.',
          'If you mint on another network, the same kind of requests to its nodes, and the picture you chose to publish to the service that stores it.',
          'If you connect an engine of your own, its requests, with the number of photo bytes that went there.',
        ],
        'Your wallet is a program of its own, with its own privacy policy.',
      ],
    },
    {
      id: 'messages',
      title: 'Messages and feedback',
      blocks: [
        'What you write in the contact and feedback forms reaches us as a message from you: the subject, your words and the email address you give. With anonymous feedback the form adds no address; an email program that sends it adds its own.',
        'While you type, a form is kept in this browser tab so that a reload doesn’t lose it. It is gone when you send it or close the tab. Passwords are never kept this way.',
        'We keep messages as long as it takes to answer them and, if a purchase is concerned, as long as the law requires.',
      ],
    },
    {
      id: 'storage',
      title: 'Cookies, analytics and storage on your device',
      blocks: [
        'There are no cookies, no advertising and no tracking by others. No usage analytics are collected today. Should we ever introduce any, they would hold no photo and no wallet address, and be deleted after 90 days.',
        'The app’s storage on your device holds: your avatars and orders, the draft photo while it lives, which wallet is connected, an email address if you save one in the settings, and small choices such as the theme. “Erase everything” in the settings removes all of it; uninstalling the app may not. Purchases can be read from the blockchain again; avatars can’t.',
        'An account with an email address and a password is an encrypted store on your device.',
        'Someone who can use your device can open what is stored on it, unless it is in such an account. On a shared device, erase everything when you are done.',
      ],
    },
    {
      id: 'sharing',
      title: 'Sharing',
      blocks: [
        'We sell no data and share none for advertising. Messages you sent us could be disclosed if a court or a law that binds us required it.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        'Wherever you live, including under the GDPR and the CCPA, you may ask what we hold about you, have it corrected or deleted, receive a copy, object to its use, and complain to a supervisory authority. For most of it you don’t need us: it is on your device, where you can see it, download it and delete it. For messages you sent us, write to us.',
        'Where the GDPR applies, we answer messages and keep purchase records because that is needed for the contract with you or required by law. Transactions on a blockchain can’t be corrected or deleted by anyone; we tell you this before you pay.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'Likeness is not for children under 16. Please don’t add a photo of a child unless you are their parent or guardian.',
      ],
    },
    {
      id: 'security',
      title: 'Security',
      blocks: [
        'The connection to the website is encrypted. The app is bound by a policy, enforced by your browser, that names the few hosts it may talk to. The draft photo is encrypted with a key that can’t be exported and is destroyed with it. The Trust & Security page explains these measures and lets you check them.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      blocks: [
        'If this policy changes, the new text appears here with a new date. A change never applies to photos that were deleted before it, because they are gone.',
        'Questions and requests reach us through the Contact page. Support replies within 24 hours.',
      ],
    },
  ],
};
