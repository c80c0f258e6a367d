export { ExternalLink } from './external-link.tsx';
export { Shell } from './shell.tsx';
export { openWalletDialogAtom } from './wallet-dialog-atom.ts';
export { WalletChoices } from './wallet-choices.tsx';
