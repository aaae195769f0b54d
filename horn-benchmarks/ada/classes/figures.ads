--  Shapes of a class, reached by access values.
package Figures is
   subtype Side is Integer range 0 .. 100;
   type Figure is abstract tagged record
      Visible : Boolean := True;
   end record;
   type Figure_Ref is access all Figure'Class;
   function Area (F : Figure) return Natural is abstract;

   type Rectangle is new Figure with record
      Width, Height : Side := 1;
   end record;
   overriding function Area (F : Rectangle) return Natural is (F.Width * F.Height);

   type Square is new Figure with record
      Length : Side := 1;
   end record;
   overriding function Area (F : Square) return Natural is (F.Length * F.Length);

   type Figures is array (Positive range <>) of Figure_Ref;

   function Area_Of (F : Figure_Ref) return Natural is (if F = null then 0 else F.Area) with
     Post => Area_Of'Result <= 10_000;

   --  The sum of all areas.
   function Total (All_Of : Figures) return Natural with
     Pre => All_Of'Length <= 1_000;

   procedure Widen (F : Figure_Ref);
end Figures;
