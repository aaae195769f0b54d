--  A package of which the body is not there, and some imported functions.
package Store with
  SPARK_Mode,
  Abstract_State    => (Held, Other),
  Initializes       => (Held, Other)
is
   type Item is private;
   G : Integer := 0;
   V : Integer with Volatile;

   function Valid (X : Integer) return Boolean with Import, Global => null;
   function Weight (X : Integer) return Natural with
     Import, Global => null, Pre => Valid (X), Post => Weight'Result <= 100;
   function Shifted (X : Integer) return Integer with Import, Global => (Input => G);
   function Seen (X : Integer) return Integer with Import, Volatile_Function, Global => (Input => V);
   function Unsaid (X : Integer) return Integer with Import;

   function Key (X : Item) return Integer with Global => null;
   procedure Set_Key (X : in out Item; To : Integer) with
     Global => null, Always_Terminates, Post => Key (X) = To;

   function Ready return Boolean with Global => Held;
   function Count return Natural with Global => (Input => Held);
   procedure Put with
     Global => (In_Out => Held), Always_Terminates, Pre => Ready, Post => Ready and Count = Count'Old;
   procedure Forget with Global => (Output => Held), Always_Terminates;
   procedure Whatever with Global => (In_Out => G), Always_Terminates;
private
   type Item is record
      Number : Integer := 0;
   end record;
end Store;
