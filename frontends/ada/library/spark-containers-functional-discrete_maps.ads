--  What an instance of Containers.Functional.Maps is whose keys are discrete and equivalent only to themselves: for each
--  value of their type whether the map has it and which element belongs to it, and how many keys there are.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Key_Type is (<>);
   type Element_Type (<>) is private;
   with function Equivalent_Keys (Left, Right : Key_Type) return Boolean is "=";
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Functional.Discrete_Maps with SPARK_Mode is
   type Map is private with
     Aggregate => (Empty => Empty_Map, Add_Named => Add),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Iter_Element,
                  Low         => Iter_Low,
                  High        => Iter_High,
                  Held        => Has_Key);

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

   function Iter_Low (Container : Map) return Key_Type;
   function Iter_High (Container : Map) return Key_Type;

   --  How many keys a loop has still to come to.
   type Iter_Position is range 0 .. 2 ** 65;
   function Iter_First (Container : Map) return Iter_Position;
   function Iter_Has_Element (Container : Map; Key : Iter_Position) return Boolean;
   function Iter_Next (Container : Map; Key : Iter_Position) return Iter_Position with
     Pre => Iter_Has_Element (Container, Key);
   function Iter_Element (Container : Map; Key : Iter_Position) return Key_Type with
     Pre => Iter_Has_Element (Container, Key);
private
   package Sizes is new Signed_Conversions (Iter_Position);

   type Members is array (Key_Type) of Boolean;
   type Element_Array is array (Key_Type) of Element_Type;
   type Map is record
      Has      : Members       := (others => False);
      Elements : Element_Array;
      Size     : Iter_Position := 0;
   end record;

   function Empty_Map return Map is (Has => (others => False), Elements => <>, Size => 0);
   function Is_Empty (Container : Map) return Boolean is (for all Key in Key_Type => not Container.Has (Key));
   function Has_Key (Container : Map; Key : Key_Type) return Boolean is (Container.Has (Key));
   function Get (Container : Map; Key : Key_Type) return Element_Type is (Container.Elements (Key));

   function "<=" (Left, Right : Map) return Boolean is
     (for all Key in Key_Type =>
        (if Left.Has (Key) then Right.Has (Key) and then Left.Elements (Key) = Right.Elements (Key)));
   function "=" (Left, Right : Map) return Boolean is
     (for all Key in Key_Type =>
        Left.Has (Key) = Right.Has (Key)
        and then (if Left.Has (Key) then Left.Elements (Key) = Right.Elements (Key)));

   function Keys_Included (Left, Right : Map) return Boolean is
     (for all Key in Key_Type => (if Left.Has (Key) then Right.Has (Key)));
   function Same_Keys (Left, Right : Map) return Boolean is
     (for all Key in Key_Type => Left.Has (Key) = Right.Has (Key));
   function Keys_Included_Except (Left, Right : Map; New_Key : Key_Type) return Boolean is
     (for all Key in Key_Type => (if Left.Has (Key) and then Key /= New_Key then Right.Has (Key)));
   function Keys_Included_Except (Left, Right : Map; X, Y : Key_Type) return Boolean is
     (for all Key in Key_Type => (if Left.Has (Key) and then Key /= X and then Key /= Y then Right.Has (Key)));
   function Elements_Equal_Except (Left, Right : Map; New_Key : Key_Type) return Boolean is
     (for all Key in Key_Type =>
        (if Left.Has (Key) and then Key /= New_Key
         then Right.Has (Key) and then Left.Elements (Key) = Right.Elements (Key)));
   function Elements_Equal_Except (Left, Right : Map; X, Y : Key_Type) return Boolean is
     (for all Key in Key_Type =>
        (if Left.Has (Key) and then Key /= X and then Key /= Y
         then Right.Has (Key) and then Left.Elements (Key) = Right.Elements (Key)));

   function Set (Container : Map; Key : Key_Type; New_Item : Element_Type) return Map is
     (Has      => Container.Has,
      Elements => (Container.Elements with delta Key => New_Item),
      Size     => Container.Size);

   function Iter_Low (Container : Map) return Key_Type is (Key_Type'First);
   function Iter_High (Container : Map) return Key_Type is (Key_Type'Last);
   function Iter_First (Container : Map) return Iter_Position is (Container.Size);
   function Iter_Has_Element (Container : Map; Key : Iter_Position) return Boolean is (Key > 0);
   function Iter_Next (Container : Map; Key : Iter_Position) return Iter_Position is (Key - 1);
end SPARK.Containers.Functional.Discrete_Maps;
