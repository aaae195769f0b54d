package body Interfaces.C is
   function Is_Nul_Terminated (Item : char_array) return Boolean is (for some C of Item => C = nul);

   function To_C (Item : String; Append_Nul : Boolean := True) return char_array is
   begin
      if Append_Nul then
         declare
            Result : char_array (0 .. Item'Length) := (others => nul);
         begin
            for I in Item'Range loop
               Result (size_t (I - Item'First)) := To_C (Item (I));
            end loop;
            return Result;
         end;
      end if;
      if Item'Length = 0 then
         --  There is no bound in front of 0.
         raise Constraint_Error;
      end if;
      declare
         Result : char_array (0 .. Item'Length - 1) := (others => nul);
      begin
         for I in Item'Range loop
            Result (size_t (I - Item'First)) := To_C (Item (I));
         end loop;
         return Result;
      end;
   end To_C;

   --  How many characters stand in front of the first nul, which has to be there.
   function Length (Item : char_array) return Natural is
   begin
      for I in Item'Range loop
         if Item (I) = nul then
            return Natural (I - Item'First);
         end if;
      end loop;
      raise Terminator_Error;
   end Length;

   function To_Ada (Item : char_array; Trim_Nul : Boolean := True) return String is
      Count  : constant Natural := (if Trim_Nul then Length (Item) else Item'Length);
      Result : String (1 .. Count) := (others => ' ');
   begin
      for I in Result'Range loop
         Result (I) := To_Ada (Item (Item'First + size_t (I - 1)));
      end loop;
      return Result;
   end To_Ada;

   procedure To_C (Item : String; Target : out char_array; Count : out size_t; Append_Nul : Boolean := True) is
   begin
      if Target'Length < Item'Length then
         raise Constraint_Error;
      end if;
      for I in Item'Range loop
         Target (Target'First + size_t (I - Item'First)) := To_C (Item (I));
      end loop;
      Count := Item'Length;
      if Append_Nul then
         if Target'Length = Item'Length then
            raise Constraint_Error;
         end if;
         Target (Target'First + Item'Length) := nul;
         Count := Item'Length + 1;
      end if;
   end To_C;

   procedure To_Ada (Item : char_array; Target : out String; Count : out Natural; Trim_Nul : Boolean := True) is
   begin
      Count := (if Trim_Nul then Length (Item) else Item'Length);
      if Count > Target'Length then
         raise Constraint_Error;
      end if;
      for I in 1 .. Count loop
         Target (Target'First + I - 1) := To_Ada (Item (Item'First + size_t (I - 1)));
      end loop;
   end To_Ada;
end Interfaces.C;
