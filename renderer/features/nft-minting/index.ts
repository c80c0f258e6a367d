export { NftMintingScreen } from './nft-minting-screen.tsx';
