procedure Exceptions is
   Own : exception;
   Log : Integer := 0;
   procedure May_Raise (N : Integer) is
   begin
      if N = 1 then
         raise Own;
      elsif N = 2 then
         raise Constraint_Error;
      end if;
      Log := Log + 100;
   end May_Raise;
   procedure Try (N : Integer) is
      A : array (1 .. 3) of Integer := (others => 0);
   begin
      A (N) := 1;
      May_Raise (N);
      Log := Log + A (N);
   exception
      when Own =>
         Log := Log + 10;
      when Constraint_Error =>
         Log := Log + 1000;
   end Try;
begin
   Try (3);
   pragma Assert (Log = 101);
   Try (1);
   pragma Assert (Log = 111);
   Try (2);
   pragma Assert (Log = 1111);
   Try (4);
   pragma Assert (Log = 2111);
   begin
      begin
         raise Own;
      exception
         when Constraint_Error => Log := 0;
      end;
      Log := 1;
   exception
      when others => Log := Log + 1;
   end;
   pragma Assert (Log = 2112);
   begin
      raise Own;
   exception
      when Own => raise Program_Error;  --  fails: VC_RAISE
   end;
end Exceptions;
