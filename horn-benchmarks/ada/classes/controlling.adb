package body Controlling is
   procedure Op (X : access T; By : Integer) is
   begin
      X.N := X.N + By;
      Log := Log * 10 + 1;
   end Op;
   function Get (X : access constant T) return Integer is (X.N);
   procedure Both (X : access T; Y : access T) is
   begin
      X.N := Y.N;
      Log := Log * 10 + 2;
   end Both;
   procedure Val (X : in out T) is
   begin
      X.N := 100;
      Log := Log * 10 + 3;
   end Val;
   procedure Wide (X : access T'Class) is
   begin
      X.Op (5);
      X.Val;
   end Wide;
   procedure Wide_Val (X : in out T'Class) is
   begin
      X.Val;
   end Wide_Val;
   overriding procedure Op (X : access U; By : Integer) is
   begin
      X.M := X.M + By;
      X.N := X.N + 1;
      Log := Log * 10 + 4;
   end Op;
   overriding function Get (X : access constant U) return Integer is (X.M + 1000);
   overriding procedure Both (X : access U; Y : access U) is
   begin
      X.M := Y.M;
      Log := Log * 10 + 5;
   end Both;
   overriding procedure Val (X : in out V) is
   begin
      X.N := 200;
      Log := Log * 10 + 6;
   end Val;
end Controlling;
