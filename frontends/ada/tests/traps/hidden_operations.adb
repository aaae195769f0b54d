--  An operation that is inherited in the private part of a child is not visible elsewhere, and nothing overrides it
--  there (RM 7.3.1 (6)).
package Roots is
   type R is tagged private;
   procedure Set (X : in out R; N : Integer);
   function Get (X : R) return Integer;
private
   type R is tagged record
      N : Integer := 0;
   end record;
   procedure Hidden (X : in out R);
end Roots;

package body Roots is
   procedure Set (X : in out R; N : Integer) is
   begin
      X.N := N mod 100;
      Hidden (R'Class (X));
   end Set;

   function Get (X : R) return Integer is (X.N);

   procedure Hidden (X : in out R) is
   begin
      X.N := (X.N + 1) mod 1000;
   end Hidden;
end Roots;

package Roots.Child is
   type D is new R with null record;
private
   overriding procedure Hidden (X : in out D);
end Roots.Child;

package body Roots.Child is
   procedure Hidden (X : in out D) is
   begin
      X.N := (X.N mod 100) * 2;
   end Hidden;
end Roots.Child;

with Roots.Child;
package Others_2 is
   type E is new Roots.Child.D with null record;
   procedure Hidden (X : in out E) is null;
end Others_2;

with Others_2, Roots.Child;
procedure Hidden_Operations is
   X : Roots.Child.D;
   Y : Others_2.E;
begin
   X.Set (4);
   Y.Set (4);
   pragma Assert (X.Get = 8);
   Y.Hidden;
   pragma Assert (Y.Get = 4);  --  fails: VC_ASSERT
end Hidden_Operations;
