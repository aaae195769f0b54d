--  Ada.Containers.Doubly_Linked_Lists as GNAT has it beside the text of the tool's own library, on many short scripts.
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Doubly_Linked_Lists;
with Own_Doubly_Linked_Lists;
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Numerics.Discrete_Random;
with Ada.Text_IO;
procedure Drive_Doubly_Linked_Lists is
   package F is new Ada.Containers.Doubly_Linked_Lists (Integer);
   package O is new Own_Doubly_Linked_Lists (Integer);
   subtype Number is Integer range 0 .. 999;
   package Random is new Ada.Numerics.Discrete_Random (Number);
   G : Random.Generator;
   function Below (N : Positive) return Natural is (Random.Random (G) mod N);

   Wrong, Tried : Natural := 0;

   type Operation is
     (Op_Append, Op_Append_Count, Op_Prepend, Op_Delete_First, Op_Delete_Last, Op_Reverse, Op_Ends, Op_Contains, Op_Clear,
      Op_Assign, Op_Copy, Op_Move, Op_Compare);
   type Case_Of is record
      Key, Item : Integer;
   end record;
   type Script is array (1 .. 8) of Operation;
   type Cases is array (1 .. 8) of Case_Of;

   --OPERATIONS of F
   function Theirs (Ops : Script; Ks : Cases) return String is
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
            when Op_Compare => return Boolean'Image (X = Y) & Boolean'Image (Y = Empty_List) & X.Is_Empty'Image;
         end case;
         return "";
      exception
         when Z : others => return Exception_Name (Z);
      end Step;
      function Run (From : Positive) return String is
      begin
         if From > Ops'Last then
            return "";
         end if;
         declare
            One : constant String := Step (Ops (From), Ks (From));
         begin
            return One & ' ' & Seen (X) & " / " & Seen (Y) & "; " & Run (From + 1);
         end;
      end Run;
   begin
      return Run (1);
   end Theirs;
   --END
begin
   Random.Reset (G, 1);
   for I in 1 .. 60_000 loop
      declare
         Ops : Script;
         Ks  : Cases;
      begin
         for J in Ops'Range loop
            Ops (J) := Operation'Val (Below (Operation'Pos (Operation'Last) + 1));
            Ks (J) := (Below (5), Below (3));
         end loop;
         Tried := Tried + 1;
         if Theirs (Ops, Ks) /= Ours (Ops, Ks) then
            Wrong := Wrong + 1;
            if Wrong < 10 then
               for J in Ops'Range loop
                  Ada.Text_IO.Put_Line (Ops (J)'Image & Ks (J)'Image);
               end loop;
               Ada.Text_IO.Put_Line (Theirs (Ops, Ks));
               Ada.Text_IO.Put_Line (Ours (Ops, Ks));
            end if;
         end if;
      end;
   end loop;
   Ada.Text_IO.Put_Line ("done," & Wrong'Image & " of" & Tried'Image & " differ");
end Drive_Doubly_Linked_Lists;
