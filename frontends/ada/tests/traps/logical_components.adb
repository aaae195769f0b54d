--  The components of the result of a logical operation are in the component subtype (RM 4.5.1 (8), 4.5.6 (6)).
procedure Logical_Components is
   procedure Run (N : Integer) is
      subtype Yes is Boolean range True .. True;
      type All_Yes is array (1 .. 2) of Yes;
      A : All_Yes := (others => True);
   begin
      A := A and A;
      pragma Assert (A (1));
      if N = 2 then
         A := A xor A;  --  fails: VC_RANGE_CHECK
      end if;
   end Run;
begin
   Run (1);
   Run (2);
end Logical_Components;
