package Stacks.Extra is
   function Double (S : Stack) return Natural is (Size (S) * 2);
   procedure Clear (S : out Stack);
end Stacks.Extra;
