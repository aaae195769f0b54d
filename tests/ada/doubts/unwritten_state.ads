package Unwritten_State is
   procedure Read (X : out Natural);
end Unwritten_State;
