--  SPARK's library, Containers.Functional.Maps: maps that are values. A map is the array of its keys, none of which is
--  equivalent to another one, and beside it the array of their elements. Where keys are discrete, see Discrete_Maps.
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Functional.Discrete_Maps;

generic
   type Key_Type (<>) is private;
   type Element_Type (<>) is private;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean is "=";
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Functional.Maps with SPARK_Mode is
   type Map is private with
     Aggregate => (Empty => Empty_Map, Add_Named => Add),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Iter_Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   function Empty_Map return Map;
   function Is_Empty (Container : Map) return Boolean;
   function Length (Container : Map) return Big_Natural;
   function Has_Key (Container : Map; Key : Key_Type) return Boolean;
   function Get (Container : Map; Key : Key_Type) return Element_Type with Pre => Has_Key (Container, Key);
   function Choose (Container : Map) return Key_Type with Pre => not Is_Empty (Container);

   function "<=" (Left, Right : Map) return Boolean;
   function "=" (Left, Right : Map) return Boolean;

   function Keys_Included (Left, Right : Map) return Boolean;
   function Same_Keys (Left, Right : Map) return Boolean;
   function Keys_Included_Except (Left, Right : Map; New_Key : Key_Type) return Boolean;
   function Keys_Included_Except (Left, Right : Map; X, Y : Key_Type) return Boolean;
   function Elements_Equal_Except (Left, Right : Map; New_Key : Key_Type) return Boolean;
   function Elements_Equal_Except (Left, Right : Map; X, Y : Key_Type) return Boolean;

   function Add (Container : Map; New_Key : Key_Type; New_Item : Element_Type) return Map with
     Pre => not Has_Key (Container, New_Key);
   function Remove (Container : Map; Key : Key_Type) return Map with Pre => Has_Key (Container, Key);
   function Set (Container : Map; Key : Key_Type; New_Item : Element_Type) return Map with
     Pre => Has_Key (Container, Key);

   subtype Iter_Position is Natural;
   function Iter_First (Container : Map) return Iter_Position;
   function Iter_Count (Container : Map) return Iter_Position;
   function Iter_Cursor_At (Container : Map; Number : Iter_Position) return Iter_Position;
   function Iter_Element_At (Container : Map; Number : Iter_Position) return Key_Type;
   function Iter_Has_Element (Container : Map; Key : Iter_Position) return Boolean;
   function Iter_Next (Container : Map; Key : Iter_Position) return Iter_Position with
     Pre => Iter_Has_Element (Container, Key);
   function Iter_Element (Container : Map; Key : Iter_Position) return Key_Type with
     Pre => Iter_Has_Element (Container, Key);

   --  The map of keys none of which is equivalent to another one, with their elements.
   type Iter_Keys is array (Positive range <>) of Key_Type;
   type Iter_Elements is array (Positive range <>) of Element_Type;
   function Iter_Map (Keys : Iter_Keys; Elements : Iter_Elements) return Map with
     Pre => Keys'First = 1 and then Elements'First = 1 and then Keys'Last = Elements'Last;
private
   type Map (Last : Natural := 0) is record
      Keys     : Iter_Keys (1 .. Last);
      Elements : Iter_Elements (1 .. Last);
   end record;

   function Empty_Map return Map is (Last => 0, Keys => <>, Elements => <>);
   function Is_Empty (Container : Map) return Boolean is (Container.Last = 0);
   function Length (Container : Map) return Big_Natural is (To_Big_Integer (Container.Last));
   function Has_Key (Container : Map; Key : Key_Type) return Boolean is
     (for some I in 1 .. Container.Last => Equivalent_Keys (Container.Keys (I), Key));

   --  The element of a key, if the map has the key.
   function Has (Container : Map; Key : Key_Type; Element : Element_Type) return Boolean is
     (for some I in 1 .. Container.Last =>
        Equivalent_Keys (Container.Keys (I), Key) and then Element = Container.Elements (I));

   function "<=" (Left, Right : Map) return Boolean is
     (for all I in 1 .. Left.Last =>
        (for some J in 1 .. Right.Last =>
           Equivalent_Keys (Right.Keys (J), Left.Keys (I)) and then Right.Elements (J) = Left.Elements (I)));
   --  Without doubles, maps of one length have the same keys if one of them includes the keys of the other one.
   function "=" (Left, Right : Map) return Boolean is (Left.Last = Right.Last and then Left <= Right);

   function Keys_Included (Left, Right : Map) return Boolean is
     (for all I in 1 .. Left.Last => Has_Key (Right, Left.Keys (I)));
   function Same_Keys (Left, Right : Map) return Boolean is
     (Left.Last = Right.Last and then Keys_Included (Left, Right));
   function Keys_Included_Except (Left, Right : Map; New_Key : Key_Type) return Boolean is
     (for all I in 1 .. Left.Last =>
        Equivalent_Keys (Left.Keys (I), New_Key) or else Has_Key (Right, Left.Keys (I)));
   function Keys_Included_Except (Left, Right : Map; X, Y : Key_Type) return Boolean is
     (for all I in 1 .. Left.Last =>
        Equivalent_Keys (Left.Keys (I), X)
        or else Equivalent_Keys (Left.Keys (I), Y)
        or else Has_Key (Right, Left.Keys (I)));
   function Elements_Equal_Except (Left, Right : Map; New_Key : Key_Type) return Boolean is
     (for all I in 1 .. Left.Last =>
        Equivalent_Keys (Left.Keys (I), New_Key) or else Has (Right, Left.Keys (I), Left.Elements (I)));
   function Elements_Equal_Except (Left, Right : Map; X, Y : Key_Type) return Boolean is
     (for all I in 1 .. Left.Last =>
        Equivalent_Keys (Left.Keys (I), X)
        or else Equivalent_Keys (Left.Keys (I), Y)
        or else Has (Right, Left.Keys (I), Left.Elements (I)));

   function Add (Container : Map; New_Key : Key_Type; New_Item : Element_Type) return Map is
     (if Container.Last = Natural'Last then raise Storage_Error
      else (Last     => Container.Last + 1,
            Keys     => Container.Keys & New_Key,
            Elements => Container.Elements & New_Item));

   function Iter_Map (Keys : Iter_Keys; Elements : Iter_Elements) return Map is
     (Last => Keys'Last, Keys => Keys, Elements => Elements);
   function Iter_Count (Container : Map) return Iter_Position is (Container.Last);
   function Iter_Cursor_At (Container : Map; Number : Iter_Position) return Iter_Position is (Number);
   function Iter_Element_At (Container : Map; Number : Iter_Position) return Key_Type is
     (Container.Keys (Number));
   function Iter_Has_Element (Container : Map; Key : Iter_Position) return Boolean is (Key in 1 .. Container.Last);
   function Iter_Element (Container : Map; Key : Iter_Position) return Key_Type is (Container.Keys (Key));
end SPARK.Containers.Functional.Maps;
