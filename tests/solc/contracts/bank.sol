// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;

/// Two pots whose sum is what was put in.
contract Bank {
    uint128 private left;
    uint128 private right;
    uint256 private total;

    function deposit(uint64 amount, bool toLeft) external {
        if (toLeft) {
            left += amount;
        } else {
            right += amount;
        }
        total += amount;
    }

    function move(uint128 amount) external {
        require(amount <= left);
        unchecked {
            left -= amount;
        }
        right += amount;
    }

    function audit() external view {
        assert(total == uint256(left) + uint256(right)); // proved
    }
}
