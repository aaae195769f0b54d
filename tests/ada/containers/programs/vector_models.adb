--  The model of a formal vector is the sequence of its elements.
with SPARK.Containers.Formal.Vectors;
procedure Vector_Models is
   package Vectors is new SPARK.Containers.Formal.Vectors (Positive, Integer);
   use Vectors;
   use Vectors.Formal_Model;
   V : Vector (3);
begin
   Append (V, 1);
   Append (V, 2);
   pragma Assert (Model (V) = M.Add (M.Add (M.Empty_Sequence, 1), 2));
   pragma Assert (for all I in 1 .. Last_Index (V) => Element (Model (V), I) = I);
   declare
      Before : constant M.Sequence := Model (V);
   begin
      Replace_Element (V, 1, 2);
      pragma Assert (M.Range_Equal (Before, Model (V), 2, 2) and M_Elements_Included (Model (V), 1, 2, Before, 2, 2));
      pragma Assert (Model (V) = M.Remove (M.Add (Model (V), 1, 4), 1));
   end;
   pragma Assert (Element (Model (V), 3) = 8);  --  fails: VC_PRECONDITION
end Vector_Models;
