import { i18n } from '../i18n/index.ts';
import { UNLESS_OWN_ENGINE } from './brand.ts';

export const SECURITY_FEATURES = [
  {
    title: i18n.t('The work is done where the photo is'),
    text: `${i18n.t(
      'Face detection, cut-out and painting run inside the app, on your processor. There is no upload because there is nowhere to upload to.',
    )} ${UNLESS_OWN_ENGINE}`,
  },
  {
    title: i18n.t('One checkpoint for requests'),
    text: i18n.t(
      'Every request the app makes goes through one checkpoint. It lets text pass, refuses pictures, and logs each one in the ledger above.',
    ),
  },
  {
    title: i18n.t('A browser that holds us to it'),
    text: i18n.t(
      'The page declares the few hosts it may talk to, and your browser blocks all others, whatever our code might try.',
    ),
  },
  {
    title: i18n.t('Sealed while it waits'),
    text: i18n.t(
      'Until your avatars are done the photo is stored under a key that can’t be exported. Deleting the photo destroys the key.',
    ),
  },
  {
    title: i18n.t('Your keys stay in your wallet'),
    text: i18n.t(
      'You approve each payment in your own wallet. What comes back is read again: if anything was changed, it isn’t sent.',
    ),
  },
  {
    title: i18n.t('The chain is the ledger'),
    text: i18n.t(
      'A purchase counts when a finalized transfer proves it, and anyone can check the proof. Nobody can take it from you by closing an account.',
    ),
  },
] as const;

export const BEST_PRACTICES = [
  i18n.t('Read the network line before you pay.'),
  i18n.t(
    'Compare the amount and the first and last characters of the address with what your wallet shows.',
  ),
  i18n.t('Never type your recovery phrase into a website or a message. We never ask for it.'),
  i18n.t('Install a wallet from its maker’s own site only.'),
  i18n.t('Save the receipt of each payment. It restores the purchase on any device.'),
  i18n.t('Download the avatars you care about.'),
  i18n.t('On a shared device, disconnect the wallet and clear the photo when you leave.'),
] as const;

/** The words for each badge's status; the badges are claims, so they are in claims.ts. */
export const COMPLIANCE_STATUS = {
  compliant: i18n.t('Compliant'),
  'in-progress': i18n.t('In progress'),
} as const;
