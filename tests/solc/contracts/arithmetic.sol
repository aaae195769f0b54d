// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: overflow, divByZero

/// Overflow, underflow and division by zero as targets.
contract Arithmetic {
    uint8 private small;
    uint256 private divisor = 1;

    function add(uint8 a) external {
        small += a; // refuted: overflow
    }

    function half(uint256 a) external pure returns (uint256) {
        return a / 2; // proved: no division by zero
    }

    function grow() external {
        require(divisor < 1000);
        divisor += 1;
    }

    function divide(uint256 a) external view returns (uint256) {
        return a / divisor; // proved: the divisor is positive
    }

    function bad(uint256 a, uint256 b) external pure returns (uint256) {
        return a / b; // refuted: division by zero
    }
}
