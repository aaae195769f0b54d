// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert

/// Loops with assertions after them.
contract Loops {
    function sum(uint8 n) external pure returns (uint256 s) {
        uint256 i = 0;
        while (i < n) {
            s += 2;
            i += 1;
        }
        assert(s == 2 * uint256(n)); // proved
    }

    function five() external pure {
        uint256 x = 0;
        for (uint256 i = 0; i < 5; i++) {
            x += i;
        }
        assert(x == 11); // refuted: it is 10
    }
}
