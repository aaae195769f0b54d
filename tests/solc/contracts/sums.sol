// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, outOfBounds

/// Loops over arrays, of fixed and of any length.
contract Sums {
    uint8[4] private table;
    uint256[] private list;

    function fill(uint8 value) external {
        for (uint256 i = 0; i < 4; i++) {
            table[i] = value; // proved
        }
        assert(table[3] == value); // proved
    }

    function largest() external view returns (uint256 best) {
        for (uint256 i = 0; i < list.length; i++) {
            if (list[i] > best) { // proved
                best = list[i]; // proved
            }
        }
        assert(list.length == 0 || best >= list[0]);
    }

    function shifted(uint256 n) external view returns (uint256 s) {
        require(n <= list.length);
        for (uint256 i = 0; i < n; i++) {
            s += list[i + 1] % 10; // refuted: one too far
        }
    }

    function add(uint256 item) external {
        list.push(item);
        assert(list[list.length - 1] == item); // proved
    }
}
