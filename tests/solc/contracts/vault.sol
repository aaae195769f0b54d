// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, overflow, underflow

interface Oracle {
    function price() external returns (uint256);
}

/// Calls into unknown code: it may call back, unless a lock says no.
contract Vault {
    Oracle private oracle;
    uint256 private shares;
    uint256 private steps;
    bool private locked;

    modifier lock() {
        require(!locked);
        locked = true;
        _;
        locked = false;
    }

    function deposit(uint8 amount) external lock {
        require(shares < 1000);
        shares += amount; // proved
    }

    function guarded() external lock {
        uint256 before = shares;
        oracle.price();
        assert(shares == before); // proved
    }

    function open() external {
        uint256 before = steps;
        oracle.price();
        assert(steps == before); // refuted: `step` may have been called
    }

    function step() external {
        require(steps < 10);
        steps += 1; // proved
    }

    function withdraw(uint256 amount) external lock {
        shares -= amount; // refuted
    }
}
