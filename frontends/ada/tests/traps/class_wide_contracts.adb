--  Class-wide pre- and postconditions: calls in them dispatch; overriding operations add to them.
procedure Class_Wide_Contracts is
   package P is
      type Stack is tagged record
         Count : Natural := 0;
         Last : Integer := 0;
      end record;
      function Size (S : Stack) return Natural is (S.Count);
      function Full (S : Stack) return Boolean is (Size (Stack'Class (S)) >= 2);
      procedure Push (S : in out Stack; By : Integer)
        with Pre'Class => not Full (S) and By >= 0,
             Post'Class => Size (S) >= Size (S)'Old and S.Last = By;  --  fails: VC_POSTCONDITION
      type Bounded is new Stack with record
         Limit : Natural := 4;
      end record;
      overriding function Full (S : Bounded) return Boolean is (S.Count >= S.Limit);
      overriding procedure Push (S : in out Bounded; By : Integer)
        with Pre'Class => By = -1, Post'Class => S.Limit = S.Limit'Old;
      type Counting is new Bounded with null record;
      overriding procedure Push (S : in out Counting; By : Integer);
   end P;
   package body P is
      procedure Push (S : in out Stack; By : Integer) is
      begin
         S.Count := S.Count + 1;
         S.Last := By;
      end Push;
      overriding procedure Push (S : in out Bounded; By : Integer) is
      begin
         if S.Count < 100 then
            S.Count := S.Count + 1;
         end if;
         S.Last := By;
      end Push;
      overriding procedure Push (S : in out Counting; By : Integer) is
      begin
         S.Count := S.Count + By;
         S.Last := By;
      end Push;
   end P;
   use P;
   procedure Fill (S : in out Stack'Class) is
   begin
      if not Full (S) then
         Push (S, 5);
      end if;
   end Fill;
   A : Stack;
   B : Bounded;
   C : Counting;
begin
   Fill (A);
   Fill (A);
   Fill (A);
   pragma Assert (A.Count = 2 and Full (A));
   for I in 1 .. 9 loop
      Fill (B);
      Fill (C);
   end loop;
   pragma Assert (B.Count = 4 and C.Count = 5);
   Push (B, -1);
   pragma Assert (B.Count = 5);
   B.Limit := 6;
   Push (B, 3);
   C := (Count => 3, Limit => 7, others => <>);
   Push (C, -1);
end Class_Wide_Contracts;
