// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, underflow, overflow

/// A token with allowances: a mapping of mappings, and the overflows of its sums.
contract Allowance {
    mapping(address => uint256) private balance;
    mapping(address => mapping(address => uint256)) private allowed;
    uint128 private burnt;

    constructor(uint256 supply) {
        require(supply > 0 && supply < 2 ** 128);
        balance[msg.sender] = supply;
        assert(balance[msg.sender] > 0); // proved
    }

    function approve(address spender, uint256 amount) external {
        allowed[msg.sender][spender] = amount;
        assert(allowed[msg.sender][spender] == amount); // proved
    }

    function move(address from, address to, uint256 amount) external {
        require(from != to);
        require(balance[from] >= amount);
        require(allowed[from][msg.sender] >= amount);
        uint256 before = balance[from];
        allowed[from][msg.sender] -= amount; // proved
        balance[from] -= amount; // proved
        unchecked {
            balance[to] += amount;
        }
        assert(balance[from] + amount == before); // proved
    }

    function careless(address from, uint256 amount) external {
        balance[from] -= amount; // refuted: nobody looked at the balance
    }

    function burn(uint64 amount) external {
        uint128 next = burnt;
        unchecked {
            next += amount;
        }
        assert(next >= burnt || burnt > type(uint128).max - amount); // proved
        require(next >= burnt);
        burnt = next;
    }

    function product(uint64 a, uint64 b) external pure returns (uint128) {
        uint128 wide = uint128(a) * uint128(b); // proved
        return wide + 1; // proved
    }

    function narrow(uint8 a, uint8 b) external pure returns (uint8) {
        return a * b; // refuted: 16 * 16
    }
}
