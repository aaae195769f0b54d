package body GNAT.Strings is
   procedure Free_List is new Ada.Unchecked_Deallocation (Object => String_List, Name => String_List_Access);

   procedure Free (Arg : in out String_List_Access) is
   begin
      if Arg = null then
         return;
      end if;
      for I in Arg'Range loop
         Free (Arg (I));
      end loop;
      Free_List (Arg);
   end Free;
end GNAT.Strings;
