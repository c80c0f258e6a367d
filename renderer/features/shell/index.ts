export { Away } from './away.tsx';
export { ConnectStatus } from './connect-status.tsx';
export { ExternalLink } from './external-link.tsx';
export { SecondWay } from './second-way.tsx';
export { Shell } from './shell.tsx';
export { useConnect } from './use-connect.ts';
export { openWalletDialogAtom } from './wallet-dialog-atom.ts';
export { WalletChoices } from './wallet-choices.tsx';
