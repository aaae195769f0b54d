package body Written_Parts is
   procedure Fill (X : out A; N : Integer) is
   begin
      for I in 1 .. N loop
         X (I) := I;
         pragma Loop_Invariant (for all K in 1 .. I => X (K)'Initialized);
      end loop;
   end Fill;
   procedure Fill_All (X : out A) is
   begin
      X := (others => 0);
   end Fill_All;
   procedure Half (X : in out R; B : Boolean) is
   begin
      X.F := X.F / 2;
      if B then
         X.G := 1;
      end if;
   end Half;
   function Sum (X : A) return Integer is
      S : Natural := 0;
   begin
      for I in X'Range loop
         S := S + X (I);
         pragma Loop_Invariant (S in 0 .. 9 * (I - X'First + 1));
      end loop;
      return S;
   end Sum;
   procedure Use_It (S : out Integer) is
      X : A (1 .. 3) with Relaxed_Initialization;
      Y : R with Relaxed_Initialization;
   begin
      X (1) := 1;
      Fill (X, 2);
      S := X (2);
      X (1 .. 2) := (5, 6);
      X (3) := 4;
      pragma Assert (X'Initialized);
      S := Sum (X);
      Fill_All (X);
      S := X (3);
      Y.F := 3;
      Half (Y, True);
      S := Y.G;
   end Use_It;
   procedure Bad (K : Integer; S : out Integer) is
      X : A (1 .. 3) with Relaxed_Initialization;
      Y : R with Relaxed_Initialization;
   begin
      Fill (X, 2);
      Y.F := 3;
      Half (Y, False);
      if K = 7 then
         S := Y.G;
      elsif K = 8 then
         S := X (3);
      else
         X (X (1)) := 4;
         pragma Assert (X'Initialized);
      end if;
   end Bad;
end Written_Parts;
