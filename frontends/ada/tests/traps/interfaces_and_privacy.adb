--  Interfaces, private extensions, operations that are inherited from several ancestors (RM 3.9.4, 7.3).
procedure Interfaces_And_Privacy is
   package Printing is
      type Printable is interface;
      function Length (P : Printable) return Natural is abstract;
      procedure Reset (P : in out Printable) is null;
      type Counted is interface and Printable;
      function Count (C : Counted) return Natural is abstract;
   end Printing;
   use Printing;
   package Items is
      type Item is tagged private;
      procedure Fill (I : in out Item; With_Value : Natural);
      function Value (I : Item) return Natural;
      type Line is new Item and Counted with private;
      overriding function Length (L : Line) return Natural;
      overriding function Count (L : Line) return Natural;
   private
      type Item is tagged record
         Held : Natural := 0;
      end record;
      type Line is new Item and Counted with record
         Calls : Natural := 5;
      end record;
      overriding procedure Fill (I : in out Line; With_Value : Natural);
   end Items;
   package body Items is
      procedure Fill (I : in out Item; With_Value : Natural) is
      begin
         I.Held := With_Value;
      end Fill;
      function Value (I : Item) return Natural is (I.Held);
      function Length (L : Line) return Natural is (L.Held + 1);
      function Count (L : Line) return Natural is (L.Calls);
      procedure Fill (I : in out Line; With_Value : Natural) is
      begin
         Item (I).Fill (With_Value);
         I.Calls := I.Calls + 1;
      end Fill;
   end Items;
   use Items;
   package Plains is
      type Plain is new Printable with record
         Size : Natural := 3;
      end record;
      function Length (P : Plain) return Natural is (P.Size);
      procedure Reset (P : in out Plain);
   end Plains;
   package body Plains is
      procedure Reset (P : in out Plain) is
      begin
         P.Size := 0;
      end Reset;
   end Plains;
   use Plains;

   function Size (P : Printable'Class) return Natural is (P.Length);
   procedure Clear (P : in out Printable'Class) is
   begin
      P.Reset;
   end Clear;
   L : Line;
   P : Plain;
   procedure Put (I : in out Item'Class; N : Natural) is
   begin
      I.Fill (N);
   end Put;
begin
   Put (L, 4);
   pragma Assert (L.Value = 4 and L.Length = 5 and L.Count = 6);
   pragma Assert (Size (L) = 5 and Size (P) = 3);
   Clear (L);
   Clear (P);
   pragma Assert (Size (L) = 5 and Size (P) = 0);
   pragma Assert (Counted'Class (L).Count = 6 and Printable'Class (P) not in Counted'Class);
   pragma Assert (Size (L) = Size (P));  --  fails: VC_ASSERT
end Interfaces_And_Privacy;
