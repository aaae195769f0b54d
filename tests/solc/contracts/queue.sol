// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, popEmptyArray

/// A dynamic array, a struct and popping from what may be empty.
contract Queue {
    struct Window {
        uint256 first;
        uint256 last;
    }
    Window private window;
    uint256[] private items;

    function push(uint256 item) external {
        items.push(item);
        window.last += 1;
    }

    function take() external {
        require(window.first < window.last);
        window.first += 1;
    }

    function drop() external {
        items.pop(); // refuted: pop from an empty array
    }

    function check() external view {
        assert(window.first <= window.last); // proved
    }
}
