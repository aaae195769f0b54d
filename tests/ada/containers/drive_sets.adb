--  Ada.Containers.Kind_Sets as GNAT has it beside the text of the tool's own library, on many short scripts.
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Kind_Sets;
with Own_Kind_Sets;
with Ada.Exceptions; use Ada.Exceptions;
with Scripts;
procedure Drive_Sets is
   --Hashed: function Hash (Element : Integer) return Hash_Type is (Hash_Type (Element mod 3));
   --Hashed: package F is new Ada.Containers.Hashed_Sets (Integer, Hash, "=");
   --Hashed: package O is new Own_Hashed_Sets (Integer, Hash, "=");
   --Ordered: package F is new Ada.Containers.Ordered_Sets (Integer);
   --Ordered: package O is new Own_Ordered_Sets (Integer);

   type Operation is
     (Op_Try, Op_At_Replace, Op_At_Delete, Op_Insert, Op_Include, Op_Replace, Op_Exclude, Op_Delete, Op_Element, Op_Clear, Op_Assign, Op_Copy, Op_Move,
      Op_Union, Op_Intersection, Op_Difference, Op_Symmetric, Op_Union_In, Op_Intersection_In, Op_Difference_In,
      --Hashed: Op_Symmetric_In, Op_Made, Op_Compare, Op_Capacity);
      --Ordered: Op_Floor, Op_Ceiling, Op_Symmetric_In, Op_Made, Op_Compare, Op_Ends, Op_Delete_First, Op_Delete_Last);
   type Case_Of is record
      Key, Item : Integer;
   end record;
   package S is new Scripts (Operation, Case_Of);

   --OPERATIONS of F
   function Theirs (Ops : S.Script; Ks : S.Cases) return String is
      use F;
      X, Y : Set;
      function Seen (Z : Set) return String is
         function From (Key : Integer) return String is
           (if Key > 4 then ""
            else (if Z.Contains (Key) then Key'Image else "") & From (Key + 1));
      begin
         return Z.Length'Image & ":" & From (0);
      end Seen;
      function Step (Op : Operation; K : Case_Of) return String is
      begin
         case Op is
            when Op_Insert => X.Insert (K.Key);
            when Op_Include => X.Include (K.Key);
            when Op_Replace => X.Replace (K.Key);
            when Op_Exclude => X.Exclude (K.Key);
            when Op_Delete => X.Delete (K.Key);
            when Op_Element => return Contains (X, K.Key)'Image;
            when Op_Clear => Y.Clear;
            when Op_Assign => Y.Assign (X);
            --Hashed: when Op_Copy => Y := Copy (X, Count_Type (K.Item));
            --Ordered: when Op_Copy => Y := Copy (X);
            when Op_Move => Move (Y, X);
            when Op_Union => return Seen (X or Y);
            when Op_Intersection => return Seen (X and Y);
            when Op_Difference => return Seen (X - Y);
            when Op_Symmetric => return Seen (X xor Y);
            when Op_Union_In => Y.Union (X);
            when Op_Intersection_In => Y.Intersection (X);
            when Op_Difference_In => Y.Difference (X);
            when Op_Symmetric_In => Y.Symmetric_Difference (X);
            when Op_Made => Y := To_Set (K.Key);
            when Op_Try =>
               declare
                  P : Cursor;
                  B : Boolean;
               begin
                  X.Insert (K.Key, P, B);
                  return B'Image & Has_Element (P)'Image;
               end;
            when Op_At_Replace => X.Replace_Element (X.Find (K.Key), K.Item);
            when Op_At_Delete =>
               declare
                  P : Cursor := X.Find (K.Key);
               begin
                  X.Delete (P);
                  return Has_Element (P)'Image;
               end;
            --Ordered: when Op_Floor =>
               --Ordered: declare
                  --Ordered: P : Cursor := X.Floor (K.Key);
               --Ordered: begin
                  --Ordered: X.Delete (P);
               --Ordered: end;
            --Ordered: when Op_Ceiling =>
               --Ordered: declare
                  --Ordered: P : Cursor := X.Ceiling (K.Key);
               --Ordered: begin
                  --Ordered: X.Delete (P);
               --Ordered: end;
            when Op_Compare =>
               return Boolean'Image (X = Y) & Boolean'Image (Y = Empty_Set) & X.Is_Empty'Image
                 & Overlap (X, Y)'Image & Is_Subset (X, Y)'Image & Equivalent_Sets (X, Y)'Image;
            --Hashed: when Op_Capacity =>
               --Hashed: X.Reserve_Capacity (Count_Type (K.Key));
               --Hashed: return Boolean'Image (X.Capacity >= X.Length);
            --Ordered: when Op_Ends => return X.First_Element'Image & X.Last_Element'Image;
            --Ordered: when Op_Delete_First => X.Delete_First;
            --Ordered: when Op_Delete_Last => X.Delete_Last;
         end case;
         return "";
      exception
         when Z : others => return Exception_Name (Z);
      end Step;
      function Both return String is (Seen (X) & " / " & Seen (Y));
      function Run is new S.Run (Step, Both);
   begin
      return Run (Ops, Ks);
   end Theirs;
   --END

   function Some_Case return Case_Of is (S.Below (5), S.Below (3));
   procedure Compare is new S.Compare (Some_Case, Theirs, Ours);
begin
   Compare;
end Drive_Sets;
