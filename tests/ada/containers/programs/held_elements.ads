--  What may change a container one of whose elements is in use raises Program_Error, and is not analysed.
with Ada.Containers.Hashed_Maps;
with Ada.Containers.Vectors; use type Ada.Containers.Count_Type;
package Held_Elements is
   package Numbers is new Ada.Containers.Vectors (Positive, Integer);
   function Hash (Key : Integer) return Ada.Containers.Hash_Type is (Ada.Containers.Hash_Type'Mod (Key));
   package Named is new Ada.Containers.Hashed_Maps (Integer, Integer, Hash, "=");
   type Row is record
      Names : Named.Map;
      Items : Numbers.Vector;
      Count : Natural := 0;
   end record;
   procedure Append_Itself (V : in out Numbers.Vector);
   procedure Append_In_Loop (V : in out Numbers.Vector);
   procedure Grow_In_Loop;
   procedure Grow_With;
   procedure Grow_Renamed (V : in out Numbers.Vector);
   procedure Join (V : in out Numbers.Vector);
   procedure Clear_Part (R : in out Row);
   procedure Assign_In_Loop (R : in out Row);
   procedure Range_Of_Loop (V : in out Numbers.Vector);
   procedure Condition_And_Loop (V : in out Numbers.Vector);
   procedure Insert_Itself (R : in out Row);
   procedure Exclude_In_Loop (R : in out Row);
   procedure Delete_At_Cursors (V : in out Numbers.Vector);
   procedure Delete_By_Cursor (R : in out Row);
   procedure Fine (R : in out Row);
   procedure Fine_At_Cursors (R : in out Row);
end Held_Elements;
