package Rings is
   procedure Put (X : Integer);
   procedure Get (X : out Integer);
end Rings;
