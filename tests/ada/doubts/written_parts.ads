--  Parts of objects with Relaxed_Initialization, which have to be written before they are read.
package Written_Parts is
   type A is array (Integer range <>) of Natural;
   type R is record F, G : Natural; end record;
   procedure Fill (X : out A; N : Integer)
     with Relaxed_Initialization => X,
          Pre => X'First = 1 and X'Last >= N and N >= 0,
          Post => (for all I in 1 .. N => X (I)'Initialized);
   procedure Fill_All (X : out A)
     with Relaxed_Initialization => X,
          Post => X'Initialized;
   procedure Half (X : in out R; B : Boolean)
     with Relaxed_Initialization => X,
          Pre => X.F'Initialized,
          Post => X.F'Initialized and (if B then X'Initialized);
   function Sum (X : A) return Integer with Relaxed_Initialization => X,
     Pre => X'Length <= 3 and (for all I in X'Range => X (I)'Initialized and then X (I) in 0 .. 9);
   procedure Use_It (S : out Integer);
   procedure Bad (K : Integer; S : out Integer);
end Written_Parts;
