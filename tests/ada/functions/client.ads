with Store; use Store;
package Client with SPARK_Mode is
   procedure Same (X, Y : Integer);
   procedure Weigh (X : Integer) with Pre => Valid (X);
   procedure Shift (X : Integer; Y : out Integer) with Global => (In_Out => G);
   procedure Look (X : Integer) with Global => (Input => V);
   procedure Items (A, B : in out Item);
   procedure States with Global => (In_Out => Held), Pre => Ready, Post => Ready;
   procedure Forgotten with Global => (In_Out => Held), Pre => Ready;
   function Both (X, Y : Integer) return Boolean is (Valid (X) and then Valid (Y)) with Global => null;
   procedure Called (X, Y : Integer) with Pre => Both (X, Y);
end Client;
