--  Objects of one protected type have states of their own, with their discriminants; an exception leaves the state as
--  it was changed until then.
procedure Protected_Types is
   Full : exception;
   type Values is array (Positive range <>) of Integer;
   protected type Stack (Size : Positive) is
      procedure Push (X : Integer);
      entry Pop (X : out Integer);
      function Depth return Natural;
   private
      Items : Values (1 .. Size) := (others => 0);
      Top : Natural := 0;
      Tries : Natural := 0;
   end Stack;
   protected body Stack is
      procedure Push (X : Integer) is
      begin
         Tries := Tries + 1;
         if Top = Size then
            raise Full;
         end if;
         Top := Top + 1;
         Items (Top) := X;
      end Push;
      entry Pop (X : out Integer) when Top > 0 is
      begin
         X := Items (Top);
         Top := Top - 1;
      end Pop;
      function Depth return Natural is
      begin
         return Top * 10 + Tries;
      end Depth;
   end Stack;
   type Pair is record
      Left : Stack (1);
      Right : Stack (2);
   end record;
   Both : Pair;
   Row : array (1 .. 2) of Stack (3);
   X : Integer := 5;
   procedure Fill (S : in out Stack) is
   begin
      S.Push (X);
      S.Push (X + 1);
   end Fill;
begin
   Both.Right.Push (7);
   pragma Assert (Both.Left.Depth = 0 and Both.Right.Depth = 11);
   begin
      Fill (Both.Left);
      pragma Assert (False);
   exception
      when Full =>
         pragma Assert (Both.Left.Depth = 12);
   end;
   Both.Right.Pop (X);
   pragma Assert (X = 7);
   Row (2).Push (3);
   Row (X - 5).Push (4);
   Row (2).Pop (X);
   pragma Assert (X = 4 and Row (1).Depth = 0);
   pragma Assert (Row (2).Depth = 11);  --  fails: VC_ASSERT
end Protected_Types;
