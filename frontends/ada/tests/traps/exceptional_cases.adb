--  SPARK RM 6.1.9: a run goes on as if the aspect were not there, which GNAT does not know.
procedure Exceptional_Cases is
   Full, Empty : exception;
   type Row is array (1 .. 3) of Integer;
   type Store is record
      Count : Natural := 0;
      Items : Row := (others => 0);
      More  : Row := (others => 0);
   end record;
   procedure Put (S : in out Store; X : Integer)
     with
       Post              => S.Count = S.Count'Old + 1,
       Exceptional_Cases => (Full => S.Count = 3 and then S.Items = S.Items'Old)
   is
   begin
      if S.Count = 3 then
         raise Full;
      end if;
      S.Count := S.Count + 1;
      S.Items (S.Count) := X;
   end Put;
   procedure Twice (S : in out Store; X : Integer) with Exceptional_Cases => (Full | Empty => S.Count = 3) is
   begin
      if X = 0 then
         raise Empty;
      end if;
      Put (S, X);
      Put (S, X);
   end Twice;
   S : Store;
   N : Natural := 0;
begin
   Twice (S, 5);
   begin
      Twice (S, 6);
   exception
      when Full => N := 1;
   end;
   pragma Assert (N = 1 and S.Count = 3 and S.Items = (5, 5, 6));
   begin
      Put (S, 7);
   exception
      when others => N := 2;
   end;
   pragma Assert (N = 2 and S.Items (3) = 6);
   Put (S, 8);  --  fails: VC_RAISE
end Exceptional_Cases;
