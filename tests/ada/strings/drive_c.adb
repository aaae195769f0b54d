--  Interfaces.C as GNAT has it beside the text of the tool's own library, on all short strings of three characters.
with Ada.Text_IO;
with Interfaces.C;
with Own_C;
procedure Drive_C is
   Wrong, Tried : Natural := 0;

   --OPERATIONS
   function Theirs (S : String; Size : Natural; Nul, Cut : Boolean) return String is
      use Interfaces.C;
      A      : char_array (3 .. size_t (Size) + 2) := (others => 'z');
      T      : String (2 .. Size + 1) := (others => '_');
      Last   : size_t := 0;
      Count  : Natural := 0;
      Result : String (1 .. 400);
      Used   : Natural := 0;
      procedure Note (Text : String) is
      begin
         Result (Used + 1 .. Used + Text'Length) := Text;
         Used := Used + Text'Length;
      end Note;
   begin
      begin
         declare
            C : constant char_array := To_C (S, Nul);
         begin
            Note (C'First'Image & C'Last'Image & Is_Nul_Terminated (C)'Image);
            Note ('"' & To_Ada (C, False) & '"');
            To_Ada (C, T, Count, Cut);
            Note (T & Count'Image);
            Note ('"' & To_Ada (C, Cut) & '"');
         end;
      exception
         when Terminator_Error => Note ("no nul" & T & Count'Image);
         when Constraint_Error => Note ("range" & T & Count'Image);
      end;
      begin
         To_C (S, A, Last, Nul);
         Note (Last'Image & Is_Nul_Terminated (A)'Image);
      exception
         when Constraint_Error => Note ("range");
      end;
      Note (To_Ada (A, False));
      return Result (1 .. Used);
   end Theirs;
   --END

   Letters : constant String := "ab" & Character'Val (0);
   Text    : String (5 .. 8);

   procedure Try (Length : Natural) is
   begin
      for Size in 0 .. 5 loop
         for Nul in Boolean loop
            for Cut in Boolean loop
               Tried := Tried + 1;
               if Theirs (Text (5 .. 4 + Length), Size, Nul, Cut) /= Ours (Text (5 .. 4 + Length), Size, Nul, Cut) then
                  Wrong := Wrong + 1;
                  Ada.Text_IO.Put_Line (Text (5 .. 4 + Length) & Size'Image & Nul'Image & Cut'Image);
                  Ada.Text_IO.Put_Line (Theirs (Text (5 .. 4 + Length), Size, Nul, Cut));
                  Ada.Text_IO.Put_Line (Ours (Text (5 .. 4 + Length), Size, Nul, Cut));
               end if;
            end loop;
         end loop;
      end loop;
   end Try;
begin
   for A of Letters loop
      for B of Letters loop
         for C of Letters loop
            for D of Letters loop
               Text := (A, B, C, D);
               for Length in 0 .. 4 loop
                  Try (Length);
               end loop;
            end loop;
         end loop;
      end loop;
   end loop;
   Ada.Text_IO.Put_Line ("done," & Wrong'Image & " of" & Tried'Image);
end Drive_C;
