--  SPARK's library, Containers.Functional.Infinite_Sequences: sequences that are values, with big numbers as positions.
--  A sequence is the array of its elements.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
   Use_Logical_Equality : Boolean := False;
package SPARK.Containers.Functional.Infinite_Sequences with SPARK_Mode is
   type Sequence is private with
     Aggregate => (Empty => Empty_Sequence, Add_Unnamed => Add),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Get,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   function First return Big_Positive is (1);
   function Length (Container : Sequence) return Big_Natural;
   function Last (Container : Sequence) return Big_Natural;

   function Get (Container : Sequence; Position : Big_Integer) return Element_Type with
     Pre => Iter_Has_Element (Container, Position);

   function "=" (Left, Right : Sequence) return Boolean;
   function "<" (Left, Right : Sequence) return Boolean;
   function "<=" (Left, Right : Sequence) return Boolean;

   function Contains (Container : Sequence; Fst : Big_Positive; Lst : Big_Natural; Item : Element_Type) return Boolean
   with Pre => Lst <= Last (Container);

   function Constant_Range (Container : Sequence; Fst : Big_Positive; Lst : Big_Natural; Item : Element_Type)
     return Boolean
   with Pre => Lst <= Last (Container);

   function Equal_Except (Left, Right : Sequence; Position : Big_Positive) return Boolean with
     Pre => Position <= Last (Left);
   function Equal_Except (Left, Right : Sequence; X, Y : Big_Positive) return Boolean with
     Pre => X <= Last (Left) and then Y <= Last (Left);

   function Range_Equal (Left, Right : Sequence; Fst : Big_Positive; Lst : Big_Natural) return Boolean with
     Pre => Lst <= Last (Left) and then Lst <= Last (Right);

   function Range_Shifted
     (Left, Right : Sequence; Fst : Big_Positive; Lst : Big_Natural; Offset : Big_Integer) return Boolean
   with
     Pre =>
       Lst <= Last (Left)
       and then (if Fst <= Lst then Fst + Offset >= 1 and then Lst + Offset <= Last (Right));

   function Empty_Sequence return Sequence;

   function Set (Container : Sequence; Position : Big_Positive; New_Item : Element_Type) return Sequence with
     Pre => Position <= Last (Container);
   function Add (Container : Sequence; New_Item : Element_Type) return Sequence;
   function Add (Container : Sequence; Position : Big_Positive; New_Item : Element_Type) return Sequence with
     Pre => Position <= Last (Container) + 1;
   function Remove (Container : Sequence; Position : Big_Positive) return Sequence with
     Pre => Position <= Last (Container);

   function Iter_First (Container : Sequence) return Big_Integer is (1);
   function Iter_Has_Element (Container : Sequence; Position : Big_Integer) return Boolean is
     (In_Range (Position, 1, Last (Container)));
   function Iter_Next (Container : Sequence; Position : Big_Integer) return Big_Integer is
     (if Position = Last (Container) then To_Big_Integer (0) else Position + 1)
   with Pre => Iter_Has_Element (Container, Position);

   subtype Iter_Number is Long_Long_Integer range 0 .. Long_Long_Integer'Last;
   subtype Position_Type is Iter_Number range 1 .. Iter_Number'Last;
   function Iter_Count (Container : Sequence) return Iter_Number;
   function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Big_Integer;
   function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type;
private
   type Element_Array is array (Position_Type range <>) of Element_Type;
   type Sequence (Last : Iter_Number := 0) is record
      Elements : Element_Array (1 .. Last);
   end record;

   function Big (Number : Iter_Number) return Big_Natural is (Big_Integer (Number));
   function At_Big (Number : Big_Integer) return Position_Type is (Long_Long_Integer (Number));

   function Length (Container : Sequence) return Big_Natural is (Big (Container.Last));
   function Last (Container : Sequence) return Big_Natural is (Big (Container.Last));
   function Get (Container : Sequence; Position : Big_Integer) return Element_Type is
     (Container.Elements (At_Big (Position)));

   function "=" (Left, Right : Sequence) return Boolean is
     (Left.Last = Right.Last and then (for all I in 1 .. Left.Last => Left.Elements (I) = Right.Elements (I)));
   function "<=" (Left, Right : Sequence) return Boolean is
     (Left.Last <= Right.Last and then (for all I in 1 .. Left.Last => Left.Elements (I) = Right.Elements (I)));
   function "<" (Left, Right : Sequence) return Boolean is
     (Left.Last < Right.Last and then (for all I in 1 .. Left.Last => Left.Elements (I) = Right.Elements (I)));

   function Contains (Container : Sequence; Fst : Big_Positive; Lst : Big_Natural; Item : Element_Type) return Boolean
   is (for some I in 1 .. Container.Last => In_Range (Big (I), Fst, Lst) and then Container.Elements (I) = Item);

   function Constant_Range (Container : Sequence; Fst : Big_Positive; Lst : Big_Natural; Item : Element_Type)
     return Boolean
   is (for all I in 1 .. Container.Last => (if In_Range (Big (I), Fst, Lst) then Container.Elements (I) = Item));

   function Equal_Except (Left, Right : Sequence; Position : Big_Positive) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in 1 .. Left.Last =>
                  (if Big (I) /= Position then Left.Elements (I) = Right.Elements (I))));
   function Equal_Except (Left, Right : Sequence; X, Y : Big_Positive) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in 1 .. Left.Last =>
                  (if Big (I) /= X and then Big (I) /= Y then Left.Elements (I) = Right.Elements (I))));

   function Range_Equal (Left, Right : Sequence; Fst : Big_Positive; Lst : Big_Natural) return Boolean is
     (for all I in 1 .. Left.Last => (if In_Range (Big (I), Fst, Lst) then Left.Elements (I) = Right.Elements (I)));

   function Range_Shifted
     (Left, Right : Sequence; Fst : Big_Positive; Lst : Big_Natural; Offset : Big_Integer) return Boolean
   is (for all I in 1 .. Left.Last =>
         (if In_Range (Big (I), Fst, Lst) then Left.Elements (I) = Right.Elements (At_Big (Big (I) + Offset))));

   function Empty_Sequence return Sequence is (Last => 0, Elements => <>);

   function Set (Container : Sequence; Position : Big_Positive; New_Item : Element_Type) return Sequence is
     (Last     => Container.Last,
      Elements => [Container.Elements with delta At_Big (Position) => New_Item]);
   function Add (Container : Sequence; New_Item : Element_Type) return Sequence is
     (if Container.Last = Iter_Number'Last then raise Storage_Error
      else (Last => Container.Last + 1, Elements => Container.Elements & New_Item));
   function Add (Container : Sequence; Position : Big_Positive; New_Item : Element_Type) return Sequence is
     (if Container.Last = Iter_Number'Last then raise Storage_Error
      else (Last     => Container.Last + 1,
            Elements =>
              Container.Elements (1 .. At_Big (Position) - 1)
              & New_Item
              & Container.Elements (At_Big (Position) .. Container.Last)));
   function Remove (Container : Sequence; Position : Big_Positive) return Sequence is
     (Last     => Container.Last - 1,
      Elements =>
        (if Position = Last (Container) then Container.Elements (1 .. Container.Last - 1)
         else
           Container.Elements (1 .. At_Big (Position) - 1)
           & Container.Elements (At_Big (Position) + 1 .. Container.Last)));

   function Iter_Count (Container : Sequence) return Iter_Number is (Container.Last);
   function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Big_Integer is (Big (Number));
   function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type is
     (Container.Elements (Number));
end SPARK.Containers.Functional.Infinite_Sequences;
