// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, overflow, underflow, divByZero

/// Inheritance, an enum as the state, a library-like internal function and fees.
abstract contract Owned {
    address internal owner = msg.sender;

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }
}

contract Escrow is Owned {
    enum State { Waiting, Paid, Done }
    State private state;
    uint256 private amount;
    uint256 private fee;
    uint256 private parts = 1;

    function feeOf(uint256 value) internal pure returns (uint256) {
        uint256 result = value / 100; // proved
        assert(result <= value); // proved
        return result;
    }

    function pay() external payable {
        require(state == State.Waiting && msg.value > 0);
        amount = msg.value;
        fee = feeOf(amount);
        state = State.Paid;
    }

    function setParts(uint8 n) external onlyOwner {
        parts = n;
    }

    function split() external view returns (uint256) {
        return amount / parts; // refuted: the owner may set zero
    }

    function finish() external onlyOwner returns (uint256 rest) {
        require(state == State.Paid);
        state = State.Done;
        rest = amount - fee; // proved
    }

    function check() external view {
        assert(state != State.Paid || amount > 0); // proved
        assert(state != State.Done); // refuted
    }
}
