--  Elements and keys of an indefinite type: each has its own bounds.
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Formal.Unbounded_Vectors;
with SPARK.Containers.Functional.Maps;
procedure Indefinite_Elements with SPARK_Mode is
   package Texts is new SPARK.Containers.Formal.Unbounded_Vectors (Positive, String);
   package Names is new SPARK.Containers.Functional.Maps (String, Integer);
   use Texts; use Names;
   V : Vector;
   M : Map := Empty_Map;
begin
   Append (V, "Hello");
   Append (V, "there");
   pragma Assert (Element (V, 1) = "Hello" and Element (V, 2)'Length = 5);
   Replace_Element (V, 1, "ab");
   pragma Assert (Element (V, 1) = "ab" and Element (V, 2) = "there");
   pragma Assert (Length (V) = 2);
   M := Add (M, "x", 1);
   M := Add (M, "yy", 2);
   pragma Assert (Get (M, "yy") = 2 and Has_Key (M, "x") and not Has_Key (M, "y"));
   M := Set (M, "x", 3);
   pragma Assert (Get (M, "x") = 3);
   for S of V loop
      pragma Assert (S'Length < 6);
   end loop;
   pragma Assert (Get (M, "yy") = 3);  --  fails: VC_ASSERT
end Indefinite_Elements;
