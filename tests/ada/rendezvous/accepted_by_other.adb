--  An object of a task type has its own discriminant.
procedure Accepted_By_Other is
   task type T (D : Integer) is
      entry E (X : out Integer);
      entry Fam (1 .. 3) (X : in out Integer);
   end T;
   A : T (4);
   B : T (5);
   V : Integer := 0;
   task body T is
   begin
      accept E (X : out Integer) do
         X := D;
      end E;
      accept Fam (2) (X : in out Integer) do
         X := X + D;
      end Fam;
   end T;
begin
   A.E (V);
   pragma Assert (V = 4);
   B.E (V);
   pragma Assert (V = 5);
   B.Fam (2) (V);
   pragma Assert (V = 10);
   A.Fam (2) (V);
   pragma Assert (V = 15);  --  open
end Accepted_By_Other;
