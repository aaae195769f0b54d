--  A generic ring buffer, filled and emptied.
procedure Generic_Ring is
   generic
      type Item is private;
      Size : Positive;
      Default : Item;
   package Rings is
      procedure Put (X : Item);
      function Get return Item;
      function Full return Boolean;
      function Empty return Boolean;
   end Rings;
   package body Rings is
      type Slots is array (0 .. Size - 1) of Item;
      Data : Slots := (others => Default);
      R, W, Count : Natural := 0;
      function Full return Boolean is (Count = Size);
      function Empty return Boolean is (Count = 0);
      procedure Put (X : Item) is
      begin
         Data (W) := X;
         W := (W + 1) mod Size;
         Count := Count + 1;
      end Put;
      function Get return Item is
         X : constant Item := Data (R);
      begin
         R := (if R = Size - 1 then 0 else R + 1);
         Count := Count - 1;
         return X;
      end Get;
   end Rings;
   package Int_Ring is new Rings (Integer, 3, 0);
   X : Integer;
begin
   for Round in 1 .. 5 loop
      Int_Ring.Put (Round);
      Int_Ring.Put (10 * Round);
      X := Int_Ring.Get;
      pragma Assert (X = Round);
      X := Int_Ring.Get;
      pragma Assert (X = 10 * Round);
   end loop;
   pragma Assert (Int_Ring.Empty and not Int_Ring.Full);
end Generic_Ring;
