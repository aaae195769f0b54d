--  SPARK's library, Containers.Functional.Multisets: multisets that are values. A multiset is the array of its
--  elements, none of which is equivalent to another one, and beside it the array of their numbers of occurrences.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Element_Type (<>) is private;
   with function Equivalent_Elements (Left, Right : Element_Type) return Boolean is "=";
package SPARK.Containers.Functional.Multisets with SPARK_Mode is
   type Multiset is private with
     Aggregate => (Empty => Empty_Multiset, Add_Named => Add),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Iter_Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   function Empty_Multiset return Multiset;
   function Is_Empty (Container : Multiset) return Boolean;
   function Nb_Occurence (Container : Multiset; Element : Element_Type) return Big_Natural;
   function Contains (Container : Multiset; Element : Element_Type) return Boolean;
   function Choose (Container : Multiset) return Element_Type with Pre => not Is_Empty (Container);

   function "<=" (Left, Right : Multiset) return Boolean;
   function "=" (Left, Right : Multiset) return Boolean;
   function Equal_Except (Left, Right : Multiset; Element : Element_Type) return Boolean;

   function Add (Container : Multiset; Element : Element_Type; Count : Big_Positive) return Multiset;
   function Add (Container : Multiset; Element : Element_Type) return Multiset;
   function Remove (Container : Multiset; Element : Element_Type; Count : Big_Positive) return Multiset with
     Pre => Nb_Occurence (Container, Element) >= Count;
   function Remove (Container : Multiset; Element : Element_Type) return Multiset with
     Pre => Contains (Container, Element);
   function Remove_All (Container : Multiset; Element : Element_Type) return Multiset with
     Pre => Contains (Container, Element);

   subtype Iter_Position is Natural;
   function Iter_First (Container : Multiset) return Iter_Position;
   function Iter_Count (Container : Multiset) return Iter_Position;
   function Iter_Cursor_At (Container : Multiset; Number : Iter_Position) return Iter_Position;
   function Iter_Element_At (Container : Multiset; Number : Iter_Position) return Element_Type;
   function Iter_Has_Element (Container : Multiset; Key : Iter_Position) return Boolean;
   function Iter_Next (Container : Multiset; Key : Iter_Position) return Iter_Position with
     Pre => Iter_Has_Element (Container, Key);
   function Iter_Element (Container : Multiset; Key : Iter_Position) return Element_Type with
     Pre => Iter_Has_Element (Container, Key);
private
   type Element_Array is array (Positive range <>) of Element_Type;
   type Number_Array is array (Positive range <>) of Big_Integer;
   type Multiset (Last : Natural := 0) is record
      Elements : Element_Array (1 .. Last);
      Numbers  : Number_Array (1 .. Last);
   end record;

   function Empty_Multiset return Multiset is (Last => 0, Elements => <>, Numbers => <>);
   function Is_Empty (Container : Multiset) return Boolean is (Container.Last = 0);
   function Contains (Container : Multiset; Element : Element_Type) return Boolean is
     (for some I in 1 .. Container.Last => Equivalent_Elements (Container.Elements (I), Element));

   function "<=" (Left, Right : Multiset) return Boolean is
     (for all I in 1 .. Left.Last => Left.Numbers (I) <= Nb_Occurence (Right, Left.Elements (I)));
   --  Without doubles, multisets with as many elements have the same ones if one of them has those of the other one.
   function "=" (Left, Right : Multiset) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in 1 .. Left.Last => Left.Numbers (I) = Nb_Occurence (Right, Left.Elements (I))));
   function Equal_Except (Left, Right : Multiset; Element : Element_Type) return Boolean is
     ((for all I in 1 .. Left.Last =>
         Equivalent_Elements (Left.Elements (I), Element)
         or else Left.Numbers (I) = Nb_Occurence (Right, Left.Elements (I)))
      and then (for all I in 1 .. Right.Last =>
                  Equivalent_Elements (Right.Elements (I), Element)
                  or else Right.Numbers (I) = Nb_Occurence (Left, Right.Elements (I))));

   function Add (Container : Multiset; Element : Element_Type) return Multiset is (Add (Container, Element, 1));
   function Remove (Container : Multiset; Element : Element_Type) return Multiset is (Remove (Container, Element, 1));

   function Iter_Count (Container : Multiset) return Iter_Position is (Container.Last);
   function Iter_Cursor_At (Container : Multiset; Number : Iter_Position) return Iter_Position is (Number);
   function Iter_Element_At (Container : Multiset; Number : Iter_Position) return Element_Type is
     (Container.Elements (Number));
   function Iter_Has_Element (Container : Multiset; Key : Iter_Position) return Boolean is
     (Key in 1 .. Container.Last);
   function Iter_Element (Container : Multiset; Key : Iter_Position) return Element_Type is
     (Container.Elements (Key));
end SPARK.Containers.Functional.Multisets;
