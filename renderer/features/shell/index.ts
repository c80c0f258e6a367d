export { Away } from './away.tsx';
export { ConnectStatus, SecondaryChoice, WalletChoices } from './wallet-choices.tsx';
export { ExternalLink } from './external-link.tsx';
export { LanguageChoice, ThemeSwitch } from './preferences.tsx';
export { useConnect } from './use-connect.ts';
export { windowTitle } from './shell.tsx';
export { openWalletDialogAtom } from './wallet-dialog-atom.ts';
