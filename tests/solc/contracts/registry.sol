// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, popEmptyArray, outOfBounds

/// A constructor with requirements that later asserts rest on, structs in an array, and a stack.
contract Registry {
    struct Entry {
        uint8 kind;
        uint256 weight;
        bool live;
    }
    uint256 private immutable low;
    uint256 private immutable high;
    Entry[] private entries;
    uint256[] private free;

    constructor(uint256 from, uint256 to) {
        require(from > 0);
        require(to > from);
        require(to < 1000);
        low = from;
        high = to;
        assert(low + 1 <= high); // proved
        assert(high > 2); // refuted: 1 and 2
    }

    function enter(uint8 kind, uint256 weight) external {
        require(kind < 4);
        require(weight >= low);
        require(weight <= high);
        assert(weight < 1000 && weight != 0); // proved
        entries.push(Entry(kind, weight, true));
        assert(entries[entries.length - 1].live); // proved
    }

    function retire(uint256 index) external {
        require(index < entries.length);
        entries[index].live = false; // proved
        free.push(index);
        assert(!entries[index].live); // proved
    }

    function reuse() external returns (uint256 index) {
        index = free[free.length - 1]; // proved: where there is none, the subtraction fails first
        free.pop(); // proved
    }

    function drop() external {
        entries.pop(); // refuted: there may be none
    }
}
