--  A bounded buffer between two producers and the main program: what its calls leave is in the subtypes of its parts.
with Ada.Real_Time; use Ada.Real_Time;
procedure Protected_Queue is
   type Buffer is array (1 .. 8) of Integer;
   subtype Index is Integer range 1 .. 8;
   protected Queue is
      entry Put (X : Integer);
      entry Get (X : out Integer);
   private
      Items : Buffer := (others => 0);
      Head, Tail : Index := 1;
      Count : Integer range 0 .. 8 := 0;
   end Queue;
   protected body Queue is
      entry Put (X : Integer) when Count < 8 is
      begin
         Items (Tail) := X;
         Tail := Tail mod 8 + 1;
         Count := Count + 1;
      end Put;
      entry Get (X : out Integer) when Count > 0 is
      begin
         X := Items (Head);
         Head := (if Head = 8 then 1 else Head + 1);
         Count := Count - 1;
      end Get;
   end Queue;
   task type Producer (Id : Positive);
   task body Producer is
      Next : Time := Clock;
   begin
      for I in 1 .. 3 loop
         Queue.Put (I);
         Next := Next + Milliseconds (1);
         delay until Next;
      end loop;
   end Producer;
   P1 : Producer (1);
   P2 : Producer (2);
   Sum : Integer := 0;
   X : Integer;
begin
   for I in 1 .. 6 loop
      Queue.Get (X);
      if X in 1 .. 3 then
         Sum := Sum + X;
      end if;
   end loop;
   pragma Assert (Sum <= 18);
end Protected_Queue;
