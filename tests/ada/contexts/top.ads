package Top is
end Top;
