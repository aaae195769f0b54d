// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert

/// Balances in a mapping; only the owner mints.
contract Token {
    mapping(address => uint256) private balance;
    address private immutable owner;
    uint256 private minted;
    bool private closed;

    constructor() {
        owner = msg.sender;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == owner && !closed);
        require(amount < 1000 && minted < 5000);
        balance[to] += amount;
        minted += amount;
    }

    function close() external {
        require(msg.sender == owner);
        closed = true;
    }

    function send(address to, uint256 amount) external {
        uint256 mine = balance[msg.sender];
        require(mine >= amount && to != msg.sender);
        balance[msg.sender] = mine - amount;
        assert(balance[msg.sender] <= mine); // proved
        balance[to] += amount;
    }

    function check() external view {
        assert(minted < 6000); // proved
        assert(minted < 5500); // refuted by six calls of mint
    }
}
