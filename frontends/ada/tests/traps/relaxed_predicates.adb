--  A predicate of a type with Relaxed_Initialization is checked where values are converted to its subtype, and says
--  nothing of an object before that.
procedure Relaxed_Predicates is
   type Number is new Integer with Relaxed_Initialization;
   subtype Even is Number with Dynamic_Predicate => Even mod 2 = 0;
   type Pair is record
      Low, High : Integer;
   end record with Relaxed_Initialization;
   subtype Ordered is Pair with Dynamic_Predicate => Ordered.Low <= Ordered.High;
   type Row is array (Positive range 1 .. 3) of Integer with Relaxed_Initialization;
   type Stack is record
      Top     : Natural := 0;
      Content : Row;
   end record
     with Dynamic_Predicate => Top <= 3 and then (for all I in 1 .. Top => Content (I) > 0);
   E : Even := 4;
   P : Ordered := (1, 2);
   S : Stack;
   Met : Integer := 0;
   function Sum (X : Ordered) return Integer is (X.Low + X.High);
   procedure Take (X : in out Ordered; By : Integer) is
   begin
      X.Low := X.Low + By;
   end Take;
   procedure Push (X : in out Stack; V : Integer) is
   begin
      X.Content (X.Top + 1) := V;
      X.Top := X.Top + 1;
   end Push;
begin
   P.Low := 5;
   begin
      Met := Sum (P);
   exception
      when others => Met := 100;
   end;
   pragma Assert (Met = 100 and P.Low = 5);
   P := (1, 2);
   Take (P, 1);
   pragma Assert (Sum (P) = 4);
   Push (S, 7);
   Push (S, 8);
   pragma Assert (S.Top = 2 and then S.Content (1) + S.Content (2) = 15);
   begin
      E := E + 1;
   exception
      when others => Met := Met + 1;
   end;
   pragma Assert (Met = 101 and E = 4);
   S.Top := 9;
   begin
      Push (S, 1);
   exception
      when others => Met := Met + 1;
   end;
   pragma Assert (Met = 102);
   Take (P, 3);  --  fails: VC_PREDICATE_CHECK
end Relaxed_Predicates;
