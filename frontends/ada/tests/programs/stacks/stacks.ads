package Stacks with SPARK_Mode is
   Max : constant := 10;
   type Stack is private;
   subtype Count is Natural range 0 .. Max;
   Overflow : exception;
   function Size (S : Stack) return Count;
   function Is_Full (S : Stack) return Boolean is (Size (S) = Max);
   procedure Push (S : in out Stack; X : Integer) with
     Pre => not Is_Full (S), Post => Size (S) = Size (S)'Old + 1;
   procedure Pop (S : in out Stack; X : out Integer) with
     Global => null, Depends => (S => S, X => S),
     Pre => Size (S) > 0, Post => Size (S) = Size (S'Old) - 1;
   Total : Natural := 0;
   Table : constant array (1 .. 3) of Integer := (10, 20, 30);
   function Lookup (I : Integer) return Integer with Pre => I in Table'Range;
private
   type Data_Array is array (1 .. Max) of Integer;
   type Stack is record
      Data : Data_Array := (others => 0);
      N    : Count := 0;
   end record;
   function Size (S : Stack) return Count is (S.N);
end Stacks;
