--  What calls and views of a parent leave unwritten, and what slices and copies write.
procedure Left_Unwritten (N, M : Integer) is
   subtype Small is Integer range -20 .. 20;
   type Smalls is array (Positive range <>) of Small;
   subtype Five is Smalls (1 .. 5);
   type Pair is record
      A, B : Small;
   end record;
   type Root is tagged record
      X : Small;
   end record;
   type Branch is new Root with record
      Z : Small;
   end record;

   procedure Perhaps (X : out Small) is
   begin
      if N > 2 then
         X := 3;
      end if;
   end Perhaps;
   procedure Surely (X : out Small) is
   begin
      X := (if N > 2 then 3 else 4);
   end Surely;
   procedure Of_Class (X : out Root'Class) is
   begin
      X.X := 1;
   end Of_Class;
   procedure Of_Root (X : out Root) is
   begin
      X := (X => 1);
   end Of_Root;

   A, B, C : Five;
   P       : Pair;
   D, E, F : Branch;
   Sliced  : Five;
   Named   : Smalls renames Sliced (2 .. 4);
   Joined  : Five;
   Two     : constant Smalls (1 .. 2) := (5, 6);
   T       : Small;
begin
   case M is
      when 1 =>
         Perhaps (A (1));
         T := A (1);                  --  fails
      when 2 =>
         Surely (A (2));
         T := A (2);
      when 3 =>
         Perhaps (P.A);
         T := P.A;                    --  fails
      when 4 =>
         Surely (P.B);
         T := P.B;
      when 5 =>
         Of_Class (D);
         T := D.X;
         T := D.Z;                    --  fails
      when 6 =>
         Of_Root (Root (E));
         T := E.X;
         T := E.Z;                    --  fails
      when 7 =>
         Root (F) := (X => 2);
         T := F.X;
         T := F.Z;                    --  fails
      when 8 =>
         Named (2) := 1;
         Named (3 .. 4) := (2, 3);
         T := Sliced (4) + Named (2);
      when 9 =>
         Sliced (2 .. 4) (3) := 1;
         T := Sliced (3);
         T := Named (2);              --  fails
      when 10 =>
         Joined := Two & Smalls'(1, 2) & 3;
         T := Joined (5);
      when 11 =>
         if N in 1 .. 5 then
            B (N) := 1;
            T := B (N);
            C (2) := T;
            T := C (2);
         end if;
      when others =>
         null;
   end case;
end Left_Unwritten;
