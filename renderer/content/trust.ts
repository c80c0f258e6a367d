export const SECURITY_FEATURES = [
  {
    title: 'The work is done where the photo is',
    text: 'Face detection, cut-out and painting run inside the app, on your processor. There is no upload because there is nowhere to upload to.',
  },
  {
    title: 'One checkpoint for requests',
    text: 'Every request the app makes goes through one checkpoint. It lets text pass, refuses pictures, and logs each one in the ledger above.',
  },
  {
    title: 'A browser that holds us to it',
    text: 'The page declares the few hosts it may talk to, and your browser blocks all others, whatever our code might try.',
  },
  {
    title: 'Sealed while it waits',
    text: 'Until your avatars are done the photo is stored under a key that can’t be exported. Deleting the photo destroys the key.',
  },
  {
    title: 'Your keys stay in your wallet',
    text: 'You approve each payment in your own wallet. What comes back is read again: if anything was changed, it isn’t sent.',
  },
  {
    title: 'The chain is the ledger',
    text: 'A purchase counts when a finalized transfer proves it, and anyone can check the proof. Nobody can take it from you by closing an account.',
  },
] as const;

export const BEST_PRACTICES = [
  'Read the network line before you pay. It says whether real SOL would move.',
  'Compare the amount and the first and last characters of the address with what your wallet shows.',
  'Never type your recovery phrase into a website or a message. We never ask for it.',
  'Install a wallet from its maker’s own site only.',
  'Save the receipt of each payment. It restores the purchase on any device.',
  'Download the avatars you care about. Clearing this browser’s data deletes them.',
  'On a shared device, disconnect the wallet and clear the photo when you leave.',
] as const;

/** The words for each badge's status; the badges are claims, so they are in claims.ts. */
export const COMPLIANCE_STATUS = {
  compliant: 'Compliant',
  'in-progress': 'In progress',
} as const;
