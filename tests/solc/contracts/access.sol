// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert

/// A modifier, an inherited contract and an internal call.
abstract contract Owned {
    address internal owner;

    constructor() {
        owner = msg.sender;
    }

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }
}

contract Vault is Owned {
    uint256 private locked;
    bool private open;

    function toggle() external onlyOwner {
        open = !open;
        settle();
    }

    function settle() internal {
        locked = open ? 0 : 7;
    }

    function check() external view {
        assert(locked == 0 || locked == 7); // proved
        assert(owner != address(0) || !open); // refuted: nothing says that the creator is not the zero address
    }
}
