--  Types derived from formal types (RM 12.3 (16..18)), operations of formal derived types (RM 12.5.1 (21)), formal
--  interfaces: what the generic unit knows of the actual type decides what is visible in it, and what is overridden.
procedure Formal_Extensions is

   package Cameras is
      type Camera is tagged record
         Focused, Shot : Integer := 0;
      end record;
      procedure Focus (C : in out Camera);
      function Kind (C : Camera) return Integer;
      type Fast is new Camera with record
         Stop : Natural := 0;
      end record;
      overriding procedure Focus (C : in out Fast);
      procedure Shutter (C : in out Fast);
      procedure Visible (C : in out Fast);
      type Named is interface;
      function Name (N : Named) return Character is abstract;
      type Badge is new Fast and Named with null record;
      function Name (N : Badge) return Character is ('b');
   end Cameras;

   package body Cameras is
      procedure Focus (C : in out Camera) is
      begin
         C.Focused := 1;
      end Focus;
      function Kind (C : Camera) return Integer is (C.Focused * 100);
      procedure Focus (C : in out Fast) is
      begin
         C.Focused := 2;
      end Focus;
      procedure Shutter (C : in out Fast) is
      begin
         C.Shot := 2;
      end Shutter;
      procedure Visible (C : in out Fast) is
      begin
         C.Shot := 7;
      end Visible;
   end Cameras;

   Outer_Calls : Natural := 0;
   type Anything is new Integer;

   procedure Shutter (X : in out Anything) is
   begin
      X := X + 1;
      Outer_Calls := Outer_Calls + 1;
   end Shutter;

   --  What an extension of a formal type has.
   generic
      type Camera_Type is new Cameras.Camera with private;
   package Speed is
      type Speed_Camera is new Camera_Type with record
         Code : Positive := 1;
      end record;
      procedure Static (C : in out Speed_Camera);
      procedure Dynamic (C : in out Speed_Camera'Class);
      procedure Visible (C : in out Speed_Camera);
   private
      --  No homograph is known here: what comes from the actual type is not overridden.
      procedure Shutter (C : in out Speed_Camera);
      --  This one overrides.
      overriding procedure Focus (C : in out Speed_Camera);
   end Speed;

   package body Speed is
      procedure Static (C : in out Speed_Camera) is
         X : Anything := 1;
      begin
         Focus (C);
         Shutter (C);
         Shutter (X);
      end Static;
      procedure Dynamic (C : in out Speed_Camera'Class) is
      begin
         Focus (C);
         Shutter (C);
      end Dynamic;
      procedure Visible (C : in out Speed_Camera) is
      begin
         C.Shot := 9;
      end Visible;
      procedure Shutter (C : in out Speed_Camera) is
      begin
         C.Shot := 3;
      end Shutter;
      procedure Focus (C : in out Speed_Camera) is
      begin
         C.Focused := 3;
      end Focus;
   end Speed;

   --  Operations of the formal type itself.
   generic
      type T is new Cameras.Camera with private;
   function Kind_Of (X : T; Y : T'Class) return Integer;

   function Kind_Of (X : T; Y : T'Class) return Integer is
      Copy : T := X;
   begin
      Focus (Copy);
      return Kind (Copy) + Y.Kind + Kind (T'Class (Y));
   end Kind_Of;

   --  A mixin for any tagged type.
   generic
      type Base is tagged private;
   package Counted is
      type T is new Base with private;
      procedure Count (X : in out T);
      function Total (X : T) return Natural;
   private
      type T is new Base with record
         N : Natural := 0;
      end record;
   end Counted;

   package body Counted is
      procedure Count (X : in out T) is
      begin
         X.N := X.N + 1;
      end Count;
      function Total (X : T) return Natural is (X.N);
   end Counted;

   --  Interfaces.
   generic
      type T is new Cameras.Camera and Cameras.Named with private;
   function Initial (X : T) return Character;
   function Initial (X : T) return Character is (Name (X));

   generic
      type I is interface and Cameras.Named;
   package Lists is
      function First (X : I'Class) return Character is (X.Name);
   end Lists;

   --  An untagged one has the operations of the ancestor, whatever the actual type has.
   package Numbers is
      type Number is range -100 .. 100;
      function Next (X : Number) return Number is (X + 1);
      type Even is new Number;
      function Next (X : Even) return Even is (if X < 50 then X + 2 else X);
   end Numbers;

   generic
      type N is new Numbers.Number;
   function Second (X : N) return N;
   function Second (X : N) return N is (Next (Next (X)));

   package Fast_Speed is new Speed (Cameras.Fast);
   use Fast_Speed;
   function Kind_Fast is new Kind_Of (Cameras.Fast);
   package Counted_Fast is new Counted (Cameras.Fast);
   package Twice is new Counted (Counted_Fast.T);
   function First_Of is new Initial (Cameras.Badge);
   package Named_Lists is new Lists (Cameras.Named);
   function Second_Even is new Second (Numbers.Even);
   use type Numbers.Even;

   C : Speed_Camera;
   F : Cameras.Fast;
   D : Counted_Fast.T;
   E : Twice.T;
   B : Cameras.Badge;
begin
   Static (C);
   pragma Assert (C.Focused = 3 and C.Shot = 3);
   pragma Assert (Outer_Calls = 1);
   --  Outside, it is the actual type's that is visible.
   Shutter (C);
   pragma Assert (C.Shot = 2);
   Dynamic (C);
   pragma Assert (C.Focused = 3 and C.Shot = 3);
   Cameras.Shutter (Cameras.Fast'Class (C));
   pragma Assert (C.Shot = 2);
   Visible (C);
   pragma Assert (C.Shot = 9);
   Cameras.Visible (Cameras.Fast'Class (C));
   pragma Assert (C.Shot = 9);

   pragma Assert (Kind_Fast (F, F) = 200);
   F.Focused := 5;
   pragma Assert (Kind_Fast (F, C) = 200 + 600);

   D.Count;
   D.Count;
   D.Shutter;
   pragma Assert (D.Total = 2 and D.Shot = 2);
   E.Count;
   Counted_Fast.Count (Counted_Fast.T (E));
   E.Shutter;
   pragma Assert (E.Total = 1 and Counted_Fast.Total (Counted_Fast.T (E)) = 1 and E.Shot = 2);

   pragma Assert (First_Of (B) = 'b' and Named_Lists.First (B) = 'b');
   pragma Assert (Second_Even (3) = 5);
   pragma Assert (C.Shot = 3);  --  fails: VC_ASSERT
end Formal_Extensions;
