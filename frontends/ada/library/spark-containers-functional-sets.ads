--  SPARK's library, Containers.Functional.Sets: sets that are values. A set is the array of its elements, none of which
--  is equivalent to another one. Where elements are discrete, see Discrete_Sets.
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Functional.Discrete_Sets;

generic
   type Element_Type (<>) is private;
   with function Equivalent_Elements (Left, Right : Element_Type) return Boolean is "=";
package SPARK.Containers.Functional.Sets with SPARK_Mode is
   type Set is private with
     Aggregate => (Empty => Empty_Set, Add_Unnamed => Iter_Include),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Iter_Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

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

   subtype Iter_Position is Natural;
   function Iter_First (Container : Set) return Iter_Position;
   function Iter_Count (Container : Set) return Iter_Position;
   function Iter_Cursor_At (Container : Set; Number : Iter_Position) return Iter_Position;
   function Iter_Element_At (Container : Set; Number : Iter_Position) return Element_Type;
   function Iter_Has_Element (Container : Set; Key : Iter_Position) return Boolean;
   function Iter_Next (Container : Set; Key : Iter_Position) return Iter_Position with
     Pre => Iter_Has_Element (Container, Key);
   function Iter_Element (Container : Set; Key : Iter_Position) return Element_Type with
     Pre => Iter_Has_Element (Container, Key);

   --  The set of elements none of which is equivalent to another one.
   type Iter_Elements is array (Positive range <>) of Element_Type;
   function Iter_Set (Elements : Iter_Elements) return Set with Pre => Elements'First = 1;
private
   type Set (Last : Natural := 0) is record
      Elements : Iter_Elements (1 .. Last);
   end record;

   function Empty_Set return Set is (Last => 0, Elements => <>);
   function Is_Empty (Container : Set) return Boolean is (Container.Last = 0);
   function Length (Container : Set) return Big_Natural is (To_Big_Integer (Container.Last));
   function Contains (Container : Set; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Last => Equivalent_Elements (Container.Elements (I), Item));

   function "<=" (Left, Right : Set) return Boolean is
     (for all I in 1 .. Left.Last => Contains (Right, Left.Elements (I)));
   --  Without doubles, sets of one length are equal if one of them includes the other one.
   function "=" (Left, Right : Set) return Boolean is (Left.Last = Right.Last and then Left <= Right);

   function Included_Except (Left, Right : Set; Item : Element_Type) return Boolean is
     (for all I in 1 .. Left.Last =>
        Equivalent_Elements (Left.Elements (I), Item) or else Contains (Right, Left.Elements (I)));
   function Includes_Intersection (Container, Left, Right : Set) return Boolean is
     (for all I in 1 .. Left.Last =>
        (if Contains (Right, Left.Elements (I)) then Contains (Container, Left.Elements (I))));
   function Included_In_Union (Container, Left, Right : Set) return Boolean is
     (for all I in 1 .. Container.Last =>
        Contains (Left, Container.Elements (I)) or else Contains (Right, Container.Elements (I)));
   function Not_In_Both (Container, Left, Right : Set) return Boolean is
     (for all I in 1 .. Container.Last =>
        not (Contains (Left, Container.Elements (I)) and then Contains (Right, Container.Elements (I))));
   function No_Overlap (Left, Right : Set) return Boolean is
     (for all I in 1 .. Left.Last => not Contains (Right, Left.Elements (I)));

   function Add (Container : Set; Item : Element_Type) return Set is
     (if Container.Last = Natural'Last then raise Storage_Error
      else (Last => Container.Last + 1, Elements => Container.Elements & Item));

   function Iter_Set (Elements : Iter_Elements) return Set is (Last => Elements'Last, Elements => Elements);
   function Iter_Count (Container : Set) return Iter_Position is (Container.Last);
   function Iter_Cursor_At (Container : Set; Number : Iter_Position) return Iter_Position is (Number);
   function Iter_Element_At (Container : Set; Number : Iter_Position) return Element_Type is
     (Container.Elements (Number));
   function Iter_Has_Element (Container : Set; Key : Iter_Position) return Boolean is (Key in 1 .. Container.Last);
   function Iter_Element (Container : Set; Key : Iter_Position) return Element_Type is (Container.Elements (Key));
end SPARK.Containers.Functional.Sets;
