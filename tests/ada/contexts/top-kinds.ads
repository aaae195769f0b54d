package Top.Kinds is
   type Node is new Natural;
end Top.Kinds;
