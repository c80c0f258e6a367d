export {
  Away,
  ConnectStatus,
  SecondaryChoice,
  WalletChoices,
  useConnect,
} from './wallet-choices.tsx';
export { LanguageChoice, ThemeSwitch } from './preferences.tsx';
export { windowTitle } from './shell.tsx';
export { openWalletDialogAtom } from './wallet-dialog-atom.ts';
