--  Ada.Containers.Vectors as GNAT has it beside the text of the tool's own library, on many short scripts.
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Vectors;
with Own_Vectors;
with Ada.Exceptions; use Ada.Exceptions;
with Scripts;
procedure Drive_Vectors is
   type Index is range 1 .. 7;
   package F is new Ada.Containers.Vectors (Index, Integer);
   package O is new Own_Vectors (Index, Integer);

   type Operation is
     (Op_At_Insert, Op_At_Insert_Vector, Op_At_Replace, Op_At_Delete, Op_At_Swap, Op_At_Find, Op_At_Index, Op_Append, Op_Append_Count, Op_Append_Vector, Op_Prepend, Op_Prepend_Vector, Op_Insert, Op_Insert_Vector,
      Op_Delete, Op_Delete_First, Op_Delete_Last, Op_Element, Op_Replace, Op_Swap, Op_Reverse, Op_Find,
      Op_Reverse_Find, Op_Ends, Op_Join, Op_Made, Op_Set_Length, Op_Clear, Op_Assign, Op_Copy, Op_Move, Op_Compare,
      Op_Reserve);
   type Case_Of is record
      N, M : Integer;
      A, B : Index;
      E    : Index'Base;
      C    : Count_Type;
   end record;
   package S is new Scripts (Operation, Case_Of);

   --OPERATIONS of F
   function Theirs (Ops : S.Script; Ks : S.Cases) return String is
      use F;
      X, Y : Vector;
      function Seen (Z : Vector) return String is
        (Z.Length'Image & ":"
         & (if Z.Is_Empty then ""
            elsif Z.Length = 1 then Z.Element (1)'Image
            else Z.First_Element'Image & Z.Element (2)'Image & Z.Last_Element'Image & Z.Last_Index'Image));
      function All_Of (Z : Vector; From : Index'Base) return String is
        (if From > Z.Last_Index then "" else Z.Element (From)'Image & All_Of (Z, From + 1));
      function Step (Op : Operation; K : Case_Of) return String is
      begin
         case Op is
            when Op_Append => X.Append (K.N);
            when Op_Append_Count => X.Append (K.N, K.C);
            when Op_Append_Vector => X.Append (Y);
            when Op_Prepend => X.Prepend (K.N, K.C);
            when Op_Prepend_Vector => X.Prepend (Y);
            when Op_Insert => X.Insert (K.E, K.N, K.C);
            when Op_Insert_Vector => X.Insert (K.E, Y);
            when Op_Delete => X.Delete (K.E, K.C);
            when Op_Delete_First => X.Delete_First (K.C);
            when Op_Delete_Last => X.Delete_Last (K.C);
            when Op_Element => return Element (X, K.A)'Image;
            when Op_Replace => X.Replace_Element (K.A, K.N);
            when Op_Swap => X.Swap (K.A, K.B);
            when Op_Reverse => X.Reverse_Elements;
            when Op_Find => return X.Find_Index (K.N, K.A)'Image & X.Contains (K.N)'Image;
            when Op_Reverse_Find => return X.Reverse_Find_Index (K.N, K.A)'Image;
            when Op_Ends => return X.First_Element'Image & X.Last_Element'Image & X.First_Index'Image;
            when Op_Join => Y := (X & K.N) & (K.M & Y) & (K.N & K.M);
            when Op_Made => Y := To_Vector (K.N, K.C);
            when Op_Set_Length =>
               if K.C <= X.Length then
                  X.Set_Length (K.C);
               end if;
            when Op_Clear => Y.Clear;
            when Op_Assign => Y.Assign (X);
            when Op_Copy => Y := Copy (X, K.C);
            when Op_Move => Move (Y, X);
            when Op_At_Insert =>
               declare
                  P : Cursor;
               begin
                  X.Insert (X.Find (K.N), 7, P, Count_Type (K.M));
                  return To_Index (P)'Image;
               end;
            when Op_At_Insert_Vector =>
               declare
                  P : Cursor;
               begin
                  X.Insert (To_Cursor (X, K.E), Y, P);
                  return To_Index (P)'Image;
               end;
            when Op_At_Replace => X.Replace_Element (X.Find (K.N), K.M);
            when Op_At_Delete =>
               declare
                  P : Cursor := X.Reverse_Find (K.N);
               begin
                  X.Delete (P, Count_Type (K.M));
                  return Boolean'Image (P = No_Element);
               end;
            when Op_At_Swap => X.Swap (X.First, X.Find (K.N));
            when Op_At_Find => return To_Index (X.Find (K.M, X.Find (K.N)))'Image;
            when Op_At_Index => return To_Index (To_Cursor (X, K.E))'Image & To_Index (X.Last)'Image;
            when Op_Compare =>
               return Boolean'Image (X = Y) & Boolean'Image (X.Capacity >= X.Length) & Boolean'Image (Y = Empty_Vector);
            when Op_Reserve => X.Reserve_Capacity (K.C * 3);
         end case;
         return "";
      exception
         when Z : others => return Exception_Name (Z);
      end Step;
      function Both return String is (Seen (X) & All_Of (X, 1) & " / " & Seen (Y) & All_Of (Y, 1));
      function Run is new S.Run (Step, Both);
   begin
      return Run (Ops, Ks);
   end Theirs;
   --END

   function Some_Case return Case_Of is
     (S.Below (3), S.Below (3), Index (1 + S.Below (7)), Index (1 + S.Below (5)), Index'Base (S.Below (9)),
      Count_Type (S.Below (4)));
   procedure Compare is new S.Compare (Some_Case, Theirs, Ours);
begin
   Compare;
end Drive_Vectors;
