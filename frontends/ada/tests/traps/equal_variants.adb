--  Equality looks only at the components that the discriminants give, in parts of records and arrays too (RM 4.5.2).
procedure Equal_Variants is
   type Shape (Round : Boolean := False) is record
      Name : Character := 'n';
      case Round is
         when True => Radius : Integer;
         when False => Width, Height : Integer;
      end case;
   end record;
   type Pair is array (1 .. 2) of Shape;
   type Holder is record
      First, Second : Shape;
   end record;
   A, B : Shape := (False, 'a', 1, 2);
   P, Q : Pair := (others => (True, 'r', 5));
   H, G : Holder := ((True, 'r', 1), (False, 's', 2, 3));
begin
   A := (True, 'x', 7);
   pragma Assert (A /= B);
   B := (True, 'x', 7);
   pragma Assert (A = B);
   P (1) := (False, 'n', 8, 9);
   P (1) := (True, 'r', 5);
   pragma Assert (P = Q);
   H.Second := (True, 's', 1);
   H.Second := (False, 's', 2, 3);
   pragma Assert (H = G);
   Q (2).Radius := 6;
   pragma Assert (P /= Q);
   G.First := (True, 'r', 2);
   pragma Assert (H = G);  --  fails: VC_ASSERT
end Equal_Variants;
