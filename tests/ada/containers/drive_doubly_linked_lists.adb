--  Ada.Containers.Doubly_Linked_Lists as GNAT has it beside the text of the tool's own library, on many short scripts.
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Doubly_Linked_Lists;
with Own_Doubly_Linked_Lists;
with Ada.Exceptions; use Ada.Exceptions;
with Scripts;
procedure Drive_Doubly_Linked_Lists is
   package F is new Ada.Containers.Doubly_Linked_Lists (Integer);
   package O is new Own_Doubly_Linked_Lists (Integer);

   type Operation is
     (Op_At_Insert, Op_At_Insert_Same, Op_At_Replace, Op_At_Delete, Op_At_Swap, Op_At_Links, Op_At_Find, Op_Append, Op_Append_Count, Op_Prepend, Op_Delete_First, Op_Delete_Last, Op_Reverse, Op_Ends, Op_Contains, Op_Clear,
      Op_Assign, Op_Copy, Op_Move, Op_Compare);
   type Case_Of is record
      Key, Item : Integer;
   end record;
   package S is new Scripts (Operation, Case_Of);

   --OPERATIONS of F
   function Theirs (Ops : S.Script; Ks : S.Cases) return String is
      use F;
      X, Y : List;
      function Seen (Z : List) return String is
         Rest : List := Z;
         function All_Of return String is
         begin
            if Rest.Is_Empty then
               return "";
            end if;
            declare
               First : constant Integer := Rest.First_Element;
            begin
               Rest.Delete_First;
               return First'Image & All_Of;
            end;
         end All_Of;
      begin
         return Z.Length'Image & ":" & All_Of;
      end Seen;
      function Step (Op : Operation; K : Case_Of) return String is
      begin
         case Op is
            when Op_Append => X.Append (K.Key);
            when Op_Append_Count => X.Append (K.Key, Count_Type (K.Item));
            when Op_Prepend => X.Prepend (K.Key, Count_Type (K.Item));
            when Op_Reverse => X.Reverse_Elements;
            when Op_Contains => return X.Contains (K.Key)'Image;
            when Op_Delete_First => X.Delete_First (Count_Type (K.Item));
            when Op_Delete_Last => X.Delete_Last (Count_Type (K.Item));
            when Op_Ends => return X.First_Element'Image & X.Last_Element'Image;
            when Op_Clear => Y.Clear;
            when Op_Assign => Y.Assign (X);
            when Op_Copy => Y := Copy (X);
            when Op_Move => Move (Y, X);
            when Op_At_Insert =>
               declare
                  P : Cursor;
               begin
                  X.Insert (X.Find (K.Key), 7, P, Count_Type (K.Item));
                  if Has_Element (P) then
                     X.Replace_Element (P, 8);
                  end if;
                  return Has_Element (P)'Image;
               end;
            when Op_At_Insert_Same => X.Insert (X.Last, 9, Count_Type (K.Item));
            when Op_At_Replace => X.Replace_Element (X.Find (K.Key), K.Item);
            when Op_At_Delete =>
               declare
                  P : Cursor := X.Reverse_Find (K.Key);
               begin
                  X.Delete (P, Count_Type (K.Item));
                  return Has_Element (P)'Image & Boolean'Image (P = No_Element);
               end;
            when Op_At_Swap => X.Swap (X.First, X.Find (K.Key));
            when Op_At_Links => X.Swap_Links (X.Last, X.Find (K.Key));
            when Op_At_Find => X.Replace_Element (X.Find (K.Item, X.Find (K.Key)), 6);
            when Op_Compare => return Boolean'Image (X = Y) & Boolean'Image (Y = Empty_List) & X.Is_Empty'Image;
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
end Drive_Doubly_Linked_Lists;
