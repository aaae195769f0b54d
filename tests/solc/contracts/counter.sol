// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, overflow, underflow

/// A bounded counter: its invariant holds in every reachable state.
contract Counter {
    uint256 private count;
    uint256 private constant LIMIT = 100;

    function increment() external {
        require(count < LIMIT);
        count += 1;
    }

    function decrement() external {
        require(count > 0);
        count -= 1;
    }

    function check() external view {
        assert(count <= LIMIT); // proved
    }
}
