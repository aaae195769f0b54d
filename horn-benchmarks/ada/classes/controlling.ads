package Controlling is
   type T is tagged record
      N : Integer := 1;
   end record;
   procedure Op (X : access T; By : Integer);
   function Get (X : access constant T) return Integer;
   procedure Both (X : access T; Y : access T);
   procedure Val (X : in out T);
   procedure Wide (X : access T'Class);
   procedure Wide_Val (X : in out T'Class);

   type U is new T with record
      M : Integer := 10;
   end record;
   overriding procedure Op (X : access U; By : Integer);
   overriding function Get (X : access constant U) return Integer;
   overriding procedure Both (X : access U; Y : access U);

   type V is new U with null record;
   overriding procedure Val (X : in out V);

   type T_Ref is access all T'Class;
   type U_Ref is access all U;
   Log : Integer := 0;
   GT : aliased T;
   GU : aliased U;
   GV : aliased V;
end Controlling;
