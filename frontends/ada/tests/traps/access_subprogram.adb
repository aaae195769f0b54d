--  Values of access-to-subprogram types say which subprogram a call reaches: alone, in arrays and records, as results
--  of functions, with named and default parameters of the profile; in subprograms they reach what is declared there.
procedure Access_Subprogram is
   type Fn is access function (X : Integer) return Integer;
   type Proc is access procedure (X : in out Integer; By : Integer := 1);
   function Double (X : Integer) return Integer is (if X < 1000 then 2 * X else X);
   function Inc (X : Integer) return Integer is (if X < 1000 then X + 1 else X);
   procedure Add (X : in out Integer; By : Integer) is
   begin
      if X < 1000 and By < 1000 and X > -1000 and By > -1000 then
         X := X + By;
      end if;
   end Add;
   procedure Sub (X : in out Integer; By : Integer) is
   begin
      if X < 1000 and By < 1000 and X > -1000 and By > -1000 then
         X := X - By;
      end if;
   end Sub;
   F : Fn := Double'Access;
   P : Proc;
   V : Integer := 5;
   type Table is array (1 .. 3) of Fn;
   T : Table := (Double'Access, Inc'Access, null);
   function Pick (N : Integer) return Fn is (T (N));
   type Rec is record
      Op : Proc := Add'Access;
   end record;
   R : Rec;
   procedure Inner (N : Integer) is
      Local : Integer := N;
      type Setter is access procedure (K : Integer);
      procedure Set (K : Integer) is
      begin
         Local := K;
      end Set;
      procedure Twice (S : Setter; K : Integer) is
      begin
         S (K);
         S (Local / 2);
      end Twice;
   begin
      Twice (Set'Access, 8);
      pragma Assert (Local = 4);
      if N > 0 then
         Inner (0);
      end if;
      pragma Assert (Local = 4);
   end Inner;
begin
   pragma Assert (F (3) = 6);
   pragma Assert (F.all (3) = 6);
   F := Inc'Access;
   pragma Assert (F (3) = 4);
   pragma Assert (T (1) (4) = 8 and T (2).all (4) = 5);
   pragma Assert (Pick (1) (10) = 20);
   pragma Assert (T (3) = null and P = null);
   P := Sub'Access;
   P (V, 2);
   pragma Assert (V = 3);
   P (V);
   pragma Assert (V = 2);
   P (By => 2, X => V);
   pragma Assert (V = 0);
   R.Op (V, 7);
   pragma Assert (V = 7);
   R.Op.all (V);
   pragma Assert (V = 8);
   pragma Assert (F /= Double'Access);
   pragma Assert (R.Op = Proc'(Add'Access));
   Inner (1);
   begin
      P := null;
      P (V);
   exception
      when Constraint_Error => V := 9;
   end;
   pragma Assert (V = 9);
   pragma Assert (F (V) = 9);  --  fails: VC_ASSERT
end Access_Subprogram;
