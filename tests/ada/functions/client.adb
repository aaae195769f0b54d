--  What functions without bodies have in common: the same for the same parameters and the same of what they read.
package body Client with SPARK_Mode is
   procedure Same (X, Y : Integer) is
      A : constant Boolean := Valid (X);
   begin
      pragma Assert (A = Valid (X));
      pragma Assert (if X = Y then A = Valid (Y));
      pragma Assert (A = Valid (Y));  --  open
      pragma Assert (Unsaid (X) = Unsaid (X));  --  open
   end Same;

   procedure Weigh (X : Integer) is
      W : constant Natural := Weight (X);
   begin
      pragma Assert (W = Weight (X) and W <= 100);
      pragma Assert (W < 100);  --  open
      pragma Assert (Weight (X - X) >= 0);  --  open
   end Weigh;

   procedure Shift (X : Integer; Y : out Integer) is
   begin
      Y := Shifted (X);
      pragma Assert (Y = Shifted (X));
      G := 5;
      pragma Assert (Y = Shifted (X));  --  open
      Y := Shifted (X);
      Whatever;
      pragma Assert (Y = Shifted (X));  --  open
   end Shift;

   procedure Look (X : Integer) is
      A : constant Integer := Seen (X);
      B : constant Integer := Seen (X);
   begin
      pragma Assert (A = B);  --  fails
   end Look;

   procedure Items (A, B : in out Item) is
   begin
      Set_Key (A, 3);
      pragma Assert (Key (A) = 3);
      Set_Key (B, Key (A));
      pragma Assert (Key (B) = Key (A));
      Set_Key (A, 4);
      pragma Assert (Key (B) = Key (A));  --  open
   end Items;

   procedure States is
      Before : constant Natural := Count;
   begin
      Put;
      Put;
      pragma Assert (Count = Before);
      Whatever;
      pragma Assert (Count = Before);
   end States;

   procedure Forgotten is
      Before : constant Natural := Count;
   begin
      Forget;
      pragma Assert (Count = Before);  --  open
      Put;  --  open
   end Forgotten;

   procedure Called (X, Y : Integer) is
   begin
      pragma Assert (Both (X, Y) and then Valid (Y));
      Weigh (X);
      pragma Assert (Valid (Y) and then not Both (Y, Y));  --  open
   end Called;
end Client;
