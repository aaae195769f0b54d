--  Objects of a class: the tag decides which operations are called; parts of the extension belong to it.
with Ada.Finalization;
procedure Controlled_Classes is
   Trace : Integer := 0;

   procedure Note (N : Integer) is
   begin
      Trace := (Trace * 11 + N) mod 1_000_003;
   end Note;

   package Bases is
      type Part is new Ada.Finalization.Controlled with null record;
      overriding procedure Adjust (P : in out Part);
      overriding procedure Finalize (P : in out Part);
      type Base is new Ada.Finalization.Controlled with record
         Id : Integer := 1;
      end record;
      overriding procedure Adjust (B : in out Base);
      overriding procedure Finalize (B : in out Base);
   end Bases;

   package body Bases is
      procedure Adjust (P : in out Part) is
      begin
         Note (1);
      end Adjust;

      procedure Finalize (P : in out Part) is
      begin
         Note (2);
      end Finalize;

      procedure Adjust (B : in out Base) is
      begin
         Note (3);
      end Adjust;

      procedure Finalize (B : in out Base) is
      begin
         Note (4);
      end Finalize;
   end Bases;
   use Bases;

   package Deriveds is
      type Derived is new Base with record
         P : Part;
      end record;
      overriding procedure Finalize (D : in out Derived);
      type Plain is new Base with record
         Q : Integer := 2;
      end record;
   end Deriveds;

   package body Deriveds is
      procedure Finalize (D : in out Derived) is
      begin
         Note (5);
         Finalize (Base (D));
      end Finalize;
   end Deriveds;
   use Deriveds;

   function Copy (B : Base'Class) return Base'Class is (B);

   D : Derived;
   E : Plain;
begin
   declare
      X : Base'Class := D;
      Y : Base'Class := Copy (E);
   begin
      pragma Assert (Trace = 19034);
      Y := Base'Class (E);
   end;
   pragma Assert (Trace = 485016);
   declare
      B : Base := Base (D);
   begin
      Base (D) := B;
   end;
   pragma Assert (Trace = 102467);
   pragma Assert (E.Q = 3);  --  fails: VC_ASSERT
end Controlled_Classes;
