import { parseAbi } from 'viem';

/**
 * The contract functions and events that the app uses. A test compares them with the compiled
 * contract in `resources/contracts/likeness-avatars.json`, whose bytecode no page needs.
 */
export const AVATARS_ABI = parseAbi([
  'function MINT_PRICE() view returns (uint256)',
  'function paused() view returns (bool)',
  'function mint(string uri) payable returns (uint256 tokenId)',
  'function tokenOf(address minter, string uri) view returns (uint256)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'event Minted(address indexed minter, uint256 indexed tokenId, string uri)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'error WrongPrice(uint256 sent, uint256 price)',
  'error AlreadyMinted(uint256 tokenId)',
  'error EmptyUri()',
  'error EnforcedPause()',
]);
