// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IAvatars {
    function mint(string calldata uri) external payable returns (uint256);
    function withdraw() external;
}

/// @notice Enters the contract again from wherever it is called: as a receiver, and as a treasury.
contract Reentrant {
    IAvatars public avatars;

    function aim(IAvatars target) external {
        avatars = target;
    }

    function mint(string calldata uri) external payable {
        avatars.mint{value: msg.value}(uri);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        avatars.mint{value: address(this).balance}("ar://second");
        return this.onERC721Received.selector;
    }

    receive() external payable {
        avatars.withdraw();
    }
}
