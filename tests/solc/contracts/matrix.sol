// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, outOfBounds, divByZero

/// Arrays of arrays, a search in memory, early exits.
contract Matrix {
    uint8[3][2] private cells;

    function set(uint256 row, uint256 column, uint8 value) external {
        require(row < 2 && column < 3);
        cells[row][column] = value; // proved
    }

    function get(uint256 row, uint256 column) external view returns (uint8) {
        require(row < 3 && column < 3);
        uint8[3] storage line = cells[row]; // refuted: rows and columns are mixed up
        return line[column]; // proved
    }

    function find(uint8 wanted) external pure returns (uint256 index) {
        uint8[] memory list = new uint8[](4);
        list[2] = 7; // proved
        while (index < list.length) {
            if (list[index] == wanted) { // proved
                break;
            }
            index += 1;
        }
        assert(index <= 4); // proved
        assert(wanted != 9 || index == 4);
    }

    function share(uint8 parts) external view returns (uint8) {
        if (cells[0][0] > parts) {
            return 1;
        }
        return 100 / parts; // refuted: zero
    }
}
