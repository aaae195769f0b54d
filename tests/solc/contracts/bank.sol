// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert

/// Two pots whose sum is what was put in.
contract Bank {
    uint256 private left;
    uint256 private right;
    uint256 private total;

    function deposit(uint256 amount) external {
        left += amount;
        total += amount;
    }

    function move(uint256 amount) external {
        require(amount <= left);
        left -= amount;
        right += amount;
    }

    function audit() external view {
        assert(left <= total); // proved
    }
}
