export { NftGuideScreen } from './nft-guide-screen.tsx';
