--  A private extension has the components of its ancestor, which are no secret.
procedure Private_Extension is
   package K is
      type T is tagged record
         V : Integer := 0;
      end record;
      type D is new T with private;
      procedure Count (X : in out D);
      function Counted (X : D) return Natural;
   private
      type D is new T with record
         C : Natural := 0;
      end record;
   end K;
   package body K is
      procedure Count (X : in out D) is
      begin
         X.C := X.C + X.V;  --  fails: VC_RANGE_CHECK
      end Count;
      function Counted (X : D) return Natural is (X.C);
   end K;
   B : K.D;
begin
   B.V := 3;
   K.Count (B);
   B.V := B.V - 1;
   B.Count;
   pragma Assert (B.V = 2 and K.Counted (B) = 5);
   B.V := -6;
   K.Count (B);
end Private_Extension;
