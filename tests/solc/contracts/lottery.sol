// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, overflow, underflow

/// A state machine with a mistake: `reopen` forgets the number of tickets.
contract Lottery {
    enum Phase { Open, Drawn, Paid }
    Phase private phase;
    uint8 private tickets;

    function buy() external {
        require(phase == Phase.Open && tickets < 3);
        tickets += 1;
    }

    function draw() external {
        require(phase == Phase.Open && tickets > 0);
        phase = Phase.Drawn;
    }

    function pay() external {
        require(phase == Phase.Drawn);
        phase = Phase.Paid;
        tickets = 0;
    }

    function reopen() external {
        require(phase != Phase.Open);
        phase = Phase.Open;
    }

    function check() external view {
        assert(phase != Phase.Drawn || tickets > 0); // proved
        assert(phase != Phase.Open || tickets < 3); // refuted: three tickets are sold
    }
}
