package Work is
   Limit : Integer := 10;
   function Half (X, Y : Integer) return Integer;
   function Twice (X : Integer) return Integer;
   procedure Wrong (X : in out Integer);
   function Sum (N : Natural) return Natural with Pre => N < 100;
   procedure Odd (X : in out Integer);
   procedure Left_Out (X : out Integer);
end Work;
