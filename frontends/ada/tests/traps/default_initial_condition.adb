--  A Default_Initial_Condition is checked for every object and component that is initialised by default, also for
--  those that allocators make and those of derived types, and for no others.
procedure Default_Initial_Condition is
   package Counters is
      type Counter is private with Default_Initial_Condition => Value (Counter) = Expected;
      function Value (C : Counter) return Integer;
      function Of_Value (V : Integer) return Counter;
      type Bounded (Size : Positive) is private with Default_Initial_Condition => Size > 0;
      type Silent is private with Default_Initial_Condition => null;
      Expected : Integer := 3;
   private
      type Counter is record
         V : Integer := 3;
      end record;
      type Bounded (Size : Positive) is record
         Used : Integer := 0;
      end record;
      type Silent is record
         V : Integer := 0;
      end record;
      function Value (C : Counter) return Integer is (C.V);
      function Of_Value (V : Integer) return Counter is (V => V);
   end Counters;
   use Counters;
   type Two is record
      A : Counter;
      B : Counter := Of_Value (9);
   end record;
   type Named is access Counter;
   type Own is new Counter;
   Met : Integer := 0;
begin
   declare
      X : Counter;
      Y : Two;
      Z : Own;
      S : Silent;
      N : Named := new Counter;
      B : Bounded (2);
   begin
      Met := Value (X) + Value (Y.A) + Value (Y.B) + Value (N.all) + Integer (Value (Counter (Z))) + B.Size;
   end;
   pragma Assert (Met = 23);
   Expected := 4;
   declare
      X : Counter := Of_Value (1);
      Y : Two := (Of_Value (2), Of_Value (3));
      N : Named := new Counter'(X);
   begin
      Met := Value (X) + Value (Y.A) + Value (N.all);
   end;
   pragma Assert (Met = 4);
   begin
      declare
         Y : Two;
      begin
         Met := Value (Y.B);
      end;
   exception
      when others => Met := 100;
   end;
   pragma Assert (Met = 100);
   begin
      declare
         N : Named := new Counter;
      begin
         Met := Value (N.all);
      end;
   exception
      when others => Met := Met + 1;
   end;
   declare
      B : Bounded (Met - 100);
   begin
      Met := Met + B.Size;
   end;
   pragma Assert (Met = 102);
   declare
      X : Own;  --  fails: VC_DEFAULT_INITIAL_CONDITION
   begin
      Met := Integer (Value (Counter (X)));
   end;
end Default_Initial_Condition;
