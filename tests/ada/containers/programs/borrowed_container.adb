--  A container is not used by its own name as long as one of its elements is borrowed.
with SPARK.Containers.Formal.Vectors;
procedure Borrowed_Container is
   package Vectors is new SPARK.Containers.Formal.Vectors (Positive, Integer);
   use Vectors;
   V : Vector (3);
begin
   Append (V, 1);
   declare
      E : constant access Integer := Reference (V, 1);
   begin
      Prepend (V, 2);
      pragma Assert (E.all = 1);
   end;
end Borrowed_Container;
