--  Parameters that are passed by copy do not meet inside a call, and an exception leaves the variables as they were (RM
--  6.2 (2), 6.4.1 (17)). Which one is copied back last is open.
procedure Copied_Back_Once is
   type Row is array (1 .. 3) of Integer;
   type Link is access Row;
   type Links is array (1 .. 3) of Link;
   All_Links : Links;
   Odd : exception;
   I : Integer := 5;
   Two : Row := (5, 6, 7);
   function Id (X : Integer) return Integer is (X);
   function Chosen (At_Place : Integer) return Link is
   begin
      return All_Links (Id (At_Place));
   end Chosen;
   procedure Fails (A : out Integer; B : in out Integer; Fail : Boolean) is
   begin
      A := 1;
      B := B + 10;
      if Fail then
         raise Odd;
      end if;
   end Fails;
   procedure Copy (From : Row; To : in out Row) is
   begin
      To := From;
      pragma Assert (To = From);
   end Copy;
begin
   for L of All_Links loop
      L := new Row'(others => 0);
   end loop;
   All_Links (1).all := (7, 8, 9);
   Copy (Chosen (1).all, Chosen (2).all);
   pragma Assert (All_Links (2) (3) = 9 and All_Links (3) (3) = 0);
   begin
      Fails (Two (Id (1)), Two (Id (1)), True);
   exception
      when Odd => I := I + 1;
   end;
   pragma Assert (I = 6 and Two (1) = 5);
   Fails (I, All_Links (2) (1), False);
   pragma Assert (I = 1 and All_Links (2) (1) = 17);
   pragma Assert (All_Links (1) (1) = 17);  --  fails: VC_ASSERT
end Copied_Back_Once;
