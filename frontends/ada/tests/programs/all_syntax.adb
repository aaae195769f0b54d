--  Every construct of the syntax once, for the tests of the parser. It is not meant to be compiled.
pragma Ada_2022;
with Ada.Text_IO, Interfaces; use Ada.Text_IO;
limited private with Other;
package Specification
  with SPARK_Mode => On, Abstract_State => (State with External), Initializes => (State, X => Y)
is
   pragma Elaborate_Body;
   type Colour is (Red, Green, 'b');
   for Colour use (Red => 1, Green => 2, 'b' => 4);
   for Colour'Size use 8;
   type Small is range -100 .. 100 with Size => 8;
   type Byte is mod 2 ** 8;
   type Real is digits 6 range 0.0 .. 1.0E3;
   type Fixed is delta 0.1 range 0.0 .. 10.0;
   type Money is delta 0.01 digits 10;
   type Hidden (<>) is limited private;
   type Later;
   type Vector is array (Positive range <>) of aliased Integer;
   type Matrix is array (1 .. 3, Colour, Boolean range False .. True) of Real;
   subtype Part is Vector (1 .. 10);
   subtype Digit is Integer range 0 .. 9 with Static_Predicate => Digit in 0 .. 4 | 6 .. 9;
   type Shape (Kind : Colour := Red; Size : Natural := 0) is record
      Common, Other : Integer := 0;
      case Kind is
         when Red | Green =>
            Data : Vector (1 .. Size);
         when others =>
            null;
      end case;
   end record;
   for Shape use record
      Common at 0 range 0 .. 31;
   end record;
   type Nothing is null record;
   type New_Small is new Small range 0 .. 10;
   type Callback is not null access protected function (X : Integer) return access constant Integer;
   type Base is abstract tagged limited record Z : Integer; end record;
   type Derived is new Base and Face with private;
   type Face is limited interface and Other_Face;
   Failure, Disaster : exception;
   Problem : exception renames Failure;
   Pi : constant := 3.14159;
   Deferred : constant Hidden;
   A, B : aliased constant Vector := (1, 2, others => <>);
   C : array (1 .. 2) of Integer := [1, 2];
   function Square (X : Integer) return Integer is (X * X)
     with Pre => abs X < 1_000, Post => Square'Result = X ** 2;
   function Empty return Vector is [];
   function "+" (Left, Right : Vector) return Vector;
   procedure Reset (S : in out Shape; N : out Integer; D : in Integer := 1) is null;
   procedure Raised with No_Return, Exceptional_Cases => (Failure | Disaster => True);
   procedure Old_Name (X : Integer) renames Reset;
   overriding procedure Primitive (B : Base) is abstract;
   generic
      type Element is private;
      type Index is (<>);
      type Number is range <>;
      type Word is mod <>;
      type Floating is digits <>;
      type List is array (Index range <>) of Element;
      Limit : in Positive := 10;
      with function "<" (L, R : Element) return Boolean is <>;
      with procedure Visit (E : Element) is null;
      with package Maps is new Generic_Maps (Key => Index, others => <>);
      use Maps;
   package Sorting is
      procedure Sort (L : in out List);
   end Sorting;
   package Sorter is new Sorting (Integer, Positive, "<" => ">", Visit => Put);
   use type Interfaces.Unsigned_8;
   protected type Lock (N : Positive) is
      entry Wait (1 .. 3) (X : Integer);
      procedure Release;
   private
      Open : Boolean := False;
   end Lock;
   task Worker is
      entry Start;
   end Worker;
private
   type Hidden (D : Integer) is limited record
      null;
   end record;
   Deferred : constant Hidden := (D => 1);
end Specification;

package body Specification is
   procedure Statements (X : in out Integer; V : Vector) with
     Global => (Input => (A, B), In_Out => State),
     Depends => (X =>+ V, State => (State, A), null => B),
     Contract_Cases => (X > 0 => X = X'Old, others => True)
   is
      Text : constant String := "say ""hello""" & ASCII.LF & 'c';
      Number : constant Long_Float := 16#FF.8#E-2 + 1_000.5e+3;
      procedure Inner is separate;
      Alias : Integer renames V (V'First);
      for Text'Alignment use 4;
   begin
      <<Start>>
      X := @ + (if X > 0 then 1 elsif X = 0 then 2 else 3);
      V (1 .. 3) := V (2 .. 4);
      Put_Line (Item => Text);
      case X is
         when 1 | 3 .. 5 => null;
         when Digit range 6 .. 7 => return;
         when others =>
            goto Start;
      end case;
      Outer : while X < 10 and then not (V'Length = 0 or else X in Digit | 20 .. 30) loop
         pragma Loop_Invariant (for all I in V'Range => (if I > 1 then V (I) >= V (I - 1)));
         pragma Loop_Variant (Increases => X, Decreases => V'Last - X);
         for I in reverse V'First .. V'Last when I mod 2 = 0 loop
            exit Outer when V (I) = -X ** 2;
         end loop;
         for Element : Integer of reverse V loop
            X := X rem 2 - Element;
         end loop;
         loop
            exit;
         end loop;
      end loop Outer;
      Block : declare
         Local : Shape := (Kind => Red, Size => 2, Common | Other => 1, Data => (1 => 1, 2 => 2));
      begin
         Local := (Local with delta Common => 3);
         raise Failure with "because";
      exception
         when Occurrence : Failure | Disaster =>
            raise;
         when others =>
            null;
      end Block;
      X := Integer'(5) + Integer (Real'(1.5)) - Colour'Pos (Red) + Integer'Max (1, 2);
      X := [for E of V when E > 0 => E * E]'Reduce ("+", 0);
      X := (declare Y : constant Integer := X; begin Y + 1);
      X := (case X is when 1 => 2, when others => raise Failure);
      C := (for I in 1 .. 2 => I);
      P.all := new Integer'(3);
      pragma Assert (X /= 0, "message");
      select
         accept Start do null; end Start;
      or when X > 0 =>
         delay 1.0;
      or
         terminate;
      end select;
      return Result : Integer := 0 do
         Result := 1;
      end return;
   exception
      when Constraint_Error => null;
   end Statements;

   task body Worker is
   begin
      accept Start;
   end Worker;

   protected body Lock is
      entry Wait (for I in 1 .. 3) (X : Integer) when Open is
      begin
         requeue Wait (I) with abort;
      end Wait;
      procedure Release is
      begin
         Open := True;
      end Release;
   end Lock;
begin
   null;
end Specification;

separate (Specification.Statements)
procedure Inner is
begin
   null;
end Inner;
