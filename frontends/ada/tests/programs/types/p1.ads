package P1 is
   type Colour is (Red, Green, Blue);
   for Colour use (Red => 1, Green => 5, Blue => 9);
   type Rec (D : Boolean := False) is record
      A : Integer := 0;
      case D is
         when True => B : Float;
         when False => C : Character := 'x';
      end case;
   end record;
   function "=" (L, R : Rec) return Boolean;
   function Make (D : Boolean) return Rec;
   type T is new Integer range 1 .. 10;
   function Next (X : T) return T is (if X = T'Last then T'First else X + 1);
   type T2 is new T;
   procedure Reset (R : out Rec; C : in out Colour);
   Deferred : constant Rec;
   package Inner is
      V : Integer := 3;
      procedure Q;
   end Inner;
   generic
      type E is (<>);
   function Cyclic (X : E) return E;
private
   Deferred : constant Rec := (D => False, A => 1, C => 'y');
end P1;
