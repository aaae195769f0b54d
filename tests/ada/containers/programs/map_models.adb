--  The model of a formal map: what it has, whatever its order is.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Hashed_Maps;
procedure Map_Models with SPARK_Mode is
   function Hash (X : Integer) return Hash_Type is (Hash_Type'Mod (X));
   package Maps is new SPARK.Containers.Formal.Hashed_Maps (Integer, Integer, Hash);
   use Maps; use Maps.Formal_Model;
   M1 : Map (4, 7);
begin
   Insert (M1, 1, 10);
   Insert (M1, 2, 20);
   declare
      Before : constant M.Map := Model (M1) with Ghost;
   begin
      Replace (M1, 2, 21);
      pragma Assert (M.Same_Keys (Before, Model (M1)));
      pragma Assert (M.Elements_Equal_Except (Before, Model (M1), 2));
      pragma Assert (Element (Before, 2) = 20 and Element (Model (M1), 2) = 21);
      pragma Assert (for all K of Model (M1) => K in 1 .. 2);
      Insert (M1, 3, 30);
      pragma Assert (M.Keys_Included_Except (Model (M1), Before, 3));
      pragma Assert (not Contains (Before, 3) and Contains (Model (M1), 3));
      pragma Assert (Before = Model (M1));  --  open
   end;
end Map_Models;
