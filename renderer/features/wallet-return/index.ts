export { WalletReturnScreen } from './wallet-return-screen.tsx';
