--  GNAT's run ends in a failing discriminant check at the assignment.
procedure Class_Assigned is
   package Kinds is
      type Root is tagged null record;
      type Sized (Size : Integer) is new Root with record
         Value : Integer := Size;
      end record;
   end Kinds;
   use Kinds;
   Object : Root'Class := Sized'(Size => 1, Value => 1);
begin
   Object := Root'Class (Sized'(Size => 2, Value => 5));
   pragma Assert (Sized (Object).Value = 5);
end Class_Assigned;
