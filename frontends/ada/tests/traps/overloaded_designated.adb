--  What X'Access designates decides between overloaded subprograms; quantified expressions read through access values.
procedure Overloaded_Designated is
   package Shapes is
      type Shape is tagged record
         Id : Integer := 0;
      end record;
      procedure Touch (S : access Shape);
      function Kind (S : access Shape) return Integer is (1);
      type Square is new Shape with record
         Width : Integer := 2;
      end record;
      overriding procedure Touch (S : access Square);
      overriding function Kind (S : access Square) return Integer is (2);
      type Tile is new Square with null record;
   end Shapes;
   package body Shapes is
      procedure Touch (S : access Shape) is
      begin
         S.Id := S.Id + 1;
      end Touch;
      procedure Touch (S : access Square) is
      begin
         S.Id := S.Id + 2;
      end Touch;
   end Shapes;
   use Shapes;
   type Any is access all Shape'Class;
   procedure Count (A : access Shape'Class) is
   begin
      A.Id := A.Id + 10;
   end Count;
   procedure Count (A : access Integer) is
   begin
      A.all := A.all + 20;
   end Count;
   O : aliased Square;
   T : aliased Tile;
   S : aliased Shape;
   I : aliased Integer := 0;
   All_Of_Them : array (1 .. 4) of Any := (new Shape, new Square, new Tile, null);
begin
   Touch (O'Access);
   Touch (T'Access);
   Touch (S'Access);
   Count (T'Access);
   Count (I'Access);
   Count (A => I'Access);
   pragma Assert (O.Id = 2 and T.Id = 12 and S.Id = 1 and I = 40);
   pragma Assert (Kind (S'Access) = 1 and Kind (T'Access) = 2);
   All_Of_Them (2).Id := 5;
   pragma Assert (for all J in 1 .. 3 => All_Of_Them (J).Id in 0 | 5);
   pragma Assert (for some J in All_Of_Them'Range => All_Of_Them (J) = null);
   pragma Assert (for all J in All_Of_Them'Range => J = 4 or else All_Of_Them (J).Id = 5);  --  fails: VC_ASSERT
end Overloaded_Designated;
