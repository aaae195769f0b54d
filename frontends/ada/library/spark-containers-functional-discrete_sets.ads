--  What an instance of Containers.Functional.Sets is whose elements are discrete and equivalent only to themselves: for
--  each value of their type whether the set has it, and how many it has.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Element_Type is (<>);
   with function Equivalent_Elements (Left, Right : Element_Type) return Boolean is "=";
package SPARK.Containers.Functional.Discrete_Sets with SPARK_Mode is
   type Set is private with
     Aggregate => (Empty => Empty_Set, Add_Unnamed => Iter_Include),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Iter_Element,
                  Low         => Iter_Low,
                  High        => Iter_High,
                  Held        => Contains);

   function Empty_Set return Set;
   function Is_Empty (Container : Set) return Boolean;
   function Length (Container : Set) return Big_Natural;
   function Contains (Container : Set; Item : Element_Type) return Boolean;
   function Choose (Container : Set) return Element_Type with Pre => not Is_Empty (Container);

   function "<=" (Left, Right : Set) return Boolean;
   function "=" (Left, Right : Set) return Boolean;

   function Included_Except (Left, Right : Set; Item : Element_Type) return Boolean;
   function Includes_Intersection (Container, Left, Right : Set) return Boolean;
   function Included_In_Union (Container, Left, Right : Set) return Boolean;
   function Not_In_Both (Container, Left, Right : Set) return Boolean;
   function No_Overlap (Left, Right : Set) return Boolean;

   function Add (Container : Set; Item : Element_Type) return Set with Pre => not Contains (Container, Item);
   function Iter_Include (Container : Set; Item : Element_Type) return Set is
     (if Contains (Container, Item) then Container else Add (Container, Item));
   function Remove (Container : Set; Item : Element_Type) return Set with Pre => Contains (Container, Item);
   function Union (Left, Right : Set) return Set;
   function Intersection (Left, Right : Set) return Set;
   function Num_Overlaps (Left, Right : Set) return Big_Natural;

   function Iter_Low (Container : Set) return Element_Type;
   function Iter_High (Container : Set) return Element_Type;

   --  How many elements a loop has still to come to.
   type Iter_Position is range 0 .. 2 ** 65;
   function Iter_First (Container : Set) return Iter_Position;
   function Iter_Has_Element (Container : Set; Key : Iter_Position) return Boolean;
   function Iter_Next (Container : Set; Key : Iter_Position) return Iter_Position with
     Pre => Iter_Has_Element (Container, Key);
   function Iter_Element (Container : Set; Key : Iter_Position) return Element_Type with
     Pre => Iter_Has_Element (Container, Key);
private
   package Sizes is new Signed_Conversions (Iter_Position);

   type Members is array (Element_Type) of Boolean;
   type Set is record
      Has  : Members       := (others => False);
      Size : Iter_Position := 0;
   end record;

   function Empty_Set return Set is (Has => (others => False), Size => 0);
   function Is_Empty (Container : Set) return Boolean is (for all Item in Element_Type => not Container.Has (Item));
   function Contains (Container : Set; Item : Element_Type) return Boolean is (Container.Has (Item));

   function "<=" (Left, Right : Set) return Boolean is
     (for all Item in Element_Type => (if Left.Has (Item) then Right.Has (Item)));
   function "=" (Left, Right : Set) return Boolean is
     (for all Item in Element_Type => Left.Has (Item) = Right.Has (Item));

   function Included_Except (Left, Right : Set; Item : Element_Type) return Boolean is
     (for all Other in Element_Type => (if Left.Has (Other) and then Other /= Item then Right.Has (Other)));
   function Includes_Intersection (Container, Left, Right : Set) return Boolean is
     (for all Item in Element_Type => (if Left.Has (Item) and then Right.Has (Item) then Container.Has (Item)));
   function Included_In_Union (Container, Left, Right : Set) return Boolean is
     (for all Item in Element_Type => (if Container.Has (Item) then Left.Has (Item) or else Right.Has (Item)));
   function Not_In_Both (Container, Left, Right : Set) return Boolean is
     (for all Item in Element_Type => (if Container.Has (Item) then not (Left.Has (Item) and then Right.Has (Item))));
   function No_Overlap (Left, Right : Set) return Boolean is
     (for all Item in Element_Type => not (Left.Has (Item) and then Right.Has (Item)));

   function Iter_Low (Container : Set) return Element_Type is (Element_Type'First);
   function Iter_High (Container : Set) return Element_Type is (Element_Type'Last);
   function Iter_First (Container : Set) return Iter_Position is (Container.Size);
   function Iter_Has_Element (Container : Set; Key : Iter_Position) return Boolean is (Key > 0);
   function Iter_Next (Container : Set; Key : Iter_Position) return Iter_Position is (Key - 1);
end SPARK.Containers.Functional.Discrete_Sets;
