--  X'Old has a value only where the postcondition needs it, if what decides that is known on entry (RM 6.1.1 (20)); a
--  constant of the subtype of X is declared for it, so that the predicate of that is checked.
procedure Old_Under_Condition is
   function Id (X : Integer) return Integer is (X);
   type Arr is array (1 .. 3) of Integer;
   type Pair is record
      Low, High : Integer;
   end record;
   subtype Ordered is Pair with Dynamic_Predicate => Ordered.Low <= Ordered.High;
   type Way is (Up, Down, Same);
   Global : Ordered := (1, 2);

   procedure By_If (A : in out Arr; N : Integer) with
     Post => (if N > 0 then A (N)'Old = A (N) - 1 elsif N < -5 then A (N)'Old = 0)
   is
   begin
      if N > 0 then
         A (N) := A (N) + 1;
      end if;
   end By_If;
   procedure By_Forms (A : in out Arr; N : Integer) with
     Post => (N > 0 and then A (N)'Old = A (N) - 1) or else N <= 0
   is
   begin
      if N > 0 then
         A (N) := A (N) + 1;
      end if;
   end By_Forms;
   procedure By_Case (A : in out Arr; N : Integer; W : Way) with
     Post => (case W is when Up => A (N)'Old < A (N), when Down => A (N)'Old > A (N), when Same => A'Old = A)
   is
   begin
      case W is
         when Up   => A (N) := A (N) + 1;
         when Down => A (N) := A (N) - 1;
         when Same => null;
      end case;
   end By_Case;
   procedure By_Contract_Case (A : in out Arr; N : Integer) with
     Contract_Cases => (N = 0 => A'Old = A, N = 4 => A (1)'Old = A (1), others => A (N)'Old = A (N) - 1)
   is
   begin
      if N in 1 .. 3 then
         A (N) := A (N) + 1;
      end if;
   end By_Contract_Case;
   procedure Of_Global with
     Post => Global'Old.Low = Global.Low  --  fails: VC_PREDICATE_CHECK
   is
   begin
      null;
   end Of_Global;
   A : Arr := (1, 2, 3);
begin
   By_If (A, Id (0));
   By_If (A, Id (1));
   By_Forms (A, Id (0));
   By_Forms (A, Id (1));
   By_Case (A, Id (0), Same);
   By_Case (A, Id (2), Up);
   By_Contract_Case (A, Id (0));
   By_Contract_Case (A, Id (4));
   By_Contract_Case (A, Id (3));
   pragma Assert (A = (3, 3, 4));
   Of_Global;
   By_Case (A, 2, Up);
   pragma Assert (A (2) = 4);
   Global.Low := 7;
   Of_Global;
end Old_Under_Condition;
