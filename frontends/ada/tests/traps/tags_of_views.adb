--  Views of specific types: what an assignment through one changes, and which conversions need a check (RM 4.6, 5.2).
procedure Tags_Of_Views is
   package Types is
      type A is tagged record
         X : Integer := 1;
      end record;
      procedure Set (V : in out A; To : Integer);
      type B is new A with record
         Y : Integer := 2;
      end record;
      type C is new B with record
         Z : Integer := 3;
      end record;
   end Types;
   package body Types is
      procedure Set (V : in out A; To : Integer) is
      begin
         V := (X => To);
      end Set;
   end Types;
   use Types;

   VA : A;
   VB : B := (10, 20);
   VC : C := (VB with 30);
   Any : A'Class := VC;
   procedure Down (V : in out A'Class) is
   begin
      B (V).Y := 7;  --  fails: VC_TAG_CHECK
   end Down;
begin
   pragma Assert (VC.X = 10 and VC.Y = 20 and VC.Z = 30);
   VA := A (VB);
   pragma Assert (VA.X = 10 and VA in A and A'Class (VA) not in B'Class);
   A (VC) := (X => 5);
   pragma Assert (VC = (5, 20, 30));
   Set (VC, 6);
   pragma Assert (VC = (6, 20, 30));
   Set (VB, 8);
   pragma Assert (VB = (8, 20) and VB /= (9, 20));
   Down (VC);
   pragma Assert (VC.Y = 7);
   pragma Assert (Any in C and Any in B'Class and Any not in B and A'Class (A (Any)) in C);
   pragma Assert (C (Any).Z = 30 and B'Class (Any).Y = 20);
   Down (VB);
   Down (VA);
end Tags_Of_Views;
