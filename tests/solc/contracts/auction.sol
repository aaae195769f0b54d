// SPDX-License-Identifier: MIT OR Apache-2.0
pragma solidity ^0.8.20;
// targets: assert, divByZero, outOfBounds, balance

/// An auction with a modifier, a struct per bidder in a mapping, and money that is sent back.
contract Auction {
    struct Bid {
        uint256 amount;
        bool placed;
    }
    mapping(address => Bid) private bids;
    address private highest;
    uint256 private best;
    uint256 private count;
    bool private open = true;
    uint8[] private history;

    modifier whileOpen() {
        require(open);
        _;
        assert(best > 0); // proved
    }

    function bid() external payable whileOpen {
        require(msg.value > best && !bids[msg.sender].placed);
        bids[msg.sender] = Bid(msg.value, true);
        highest = msg.sender;
        best = msg.value;
        count += 1;
        history.push(uint8(count % 256));
        assert(bids[highest].amount == best); // proved
    }

    function close() external {
        open = false;
    }

    function average(uint256 sum) external view returns (uint256) {
        return sum / count; // refuted: nobody has bid
    }

    function last() external view returns (uint8) {
        require(history.length > 0);
        return history[history.length - 1]; // proved
    }

    function at(uint256 index) external view returns (uint8) {
        return history[index]; // refuted: beyond the end
    }

    function refund(address payable to, uint256 amount) external {
        require(!open);
        to.transfer(amount); // refuted: there may be less
    }
}
