// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721URIStorage} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721URIStorage.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";

/// @title Likeness Avatars
/// @notice Anyone mints an avatar of their own for a fixed price. A token's metadata never changes;
/// the price and the treasury can't either. The owner can pause minting and hand over, and nothing else.
contract LikenessAvatars is ERC721URIStorage, Ownable2Step, Pausable, ReentrancyGuard {
    uint256 public constant MINT_PRICE = 0.01 ether;

    /// @notice The only address that the proceeds can go to.
    address payable public immutable treasury;

    /// @notice How many tokens there are; their ids run from 1.
    uint256 public totalMinted;

    mapping(address minter => mapping(bytes32 uriHash => uint256 tokenId)) private _minted;

    event Minted(address indexed minter, uint256 indexed tokenId, string uri);
    event Withdrawn(uint256 amount);

    error WrongPrice(uint256 sent, uint256 price);
    error EmptyUri();
    /// A wallet or an app that asks again after a lost answer must not pay for a second token.
    error AlreadyMinted(uint256 tokenId);
    error NoTreasury();
    error OwnerStays();

    constructor(address owner, address payable treasury_) ERC721("Likeness Avatars", "LIKENESS") Ownable(owner) {
        if (treasury_ == address(0)) revert NoTreasury();
        treasury = treasury_;
    }

    /// @notice Mints a token that points at `uri` to the sender.
    /// @param uri Where the token's metadata is, by ERC-721's JSON schema.
    function mint(string calldata uri) external payable whenNotPaused nonReentrant returns (uint256 tokenId) {
        if (msg.value != MINT_PRICE) revert WrongPrice(msg.value, MINT_PRICE);
        if (bytes(uri).length == 0) revert EmptyUri();
        bytes32 uriHash = keccak256(bytes(uri));
        uint256 earlier = _minted[msg.sender][uriHash];
        if (earlier != 0) revert AlreadyMinted(earlier);

        tokenId = ++totalMinted;
        _minted[msg.sender][uriHash] = tokenId;
        _setTokenURI(tokenId, uri);
        emit Minted(msg.sender, tokenId, uri);
        // Last, for it calls a receiver that is a contract.
        _safeMint(msg.sender, tokenId);
    }

    /// @notice The token that `minter` minted for `uri`, or 0. It stays so when the token is sold.
    function tokenOf(address minter, string calldata uri) external view returns (uint256) {
        return _minted[minter][keccak256(bytes(uri))];
    }

    /// @notice Sends the proceeds to the treasury. Anyone may call it.
    function withdraw() external nonReentrant {
        uint256 amount = address(this).balance;
        emit Withdrawn(amount);
        Address.sendValue(treasury, amount);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Always refused: paused and without an owner, minting would have ended for good. The
    /// owner hands over instead, in two steps.
    function renounceOwnership() public view override onlyOwner {
        revert OwnerStays();
    }
}
