procedure Discriminants is
   type Kind is (None, Number, Text);
   type Value (K : Kind := None) is record
      Id : Integer := 5;
      case K is
         when None => null;
         when Number => N : Integer;
         when Text => S : String (1 .. 3);
      end case;
   end record;
   type Buffer (Size : Natural) is record
      Data : String (1 .. Size);
      Used : Natural := 0;
   end record;
   V : Value;
   B : Buffer (4) := (4, "....", 0);
   R : Integer := 0;
begin
   pragma Assert (V.K = None and V.Id = 5);
   V := (Number, 1, 42);
   pragma Assert (V.N = 42);
   V := (K => Text, Id => 2, S => "xyz");
   pragma Assert (V.S (2) = 'y' and B.Data'Last = 4 and B.Used = 0);
   B.Data := "abcd";
   B.Data (4) := 'z';
   pragma Assert (B.Data = "abcz" and B.Size = 4);
   R := V.N;  --  fails: VC_DISCRIMINANT_CHECK
end Discriminants;
