--  SPARK's library, Containers.Functional.Vectors: sequences that are values. A sequence is the array of its elements.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Index_Type is (<>);
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
   Use_Logical_Equality : Boolean := False;
package SPARK.Containers.Functional.Vectors with SPARK_Mode is
   subtype Extended_Index is Index_Type'Base range Index_Type'Pred (Index_Type'First) .. Index_Type'Last;

   type Sequence is private with
     Aggregate => (Empty => Empty_Sequence, Add_Unnamed => Add),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Get,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   function First return Extended_Index is (Index_Type'First);
   function Last (Container : Sequence) return Extended_Index;
   function Length (Container : Sequence) return Big_Natural;

   function Get (Container : Sequence; Position : Extended_Index) return Element_Type with
     Pre => Position in Index_Type'First .. Last (Container);

   function "=" (Left, Right : Sequence) return Boolean;
   function "<" (Left, Right : Sequence) return Boolean;
   function "<=" (Left, Right : Sequence) return Boolean;

   function Contains (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
   with Pre => Lst <= Last (Container);

   function Constant_Range (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type)
     return Boolean
   with Pre => Lst <= Last (Container);

   function Equal_Except (Left, Right : Sequence; Position : Index_Type) return Boolean with
     Pre => Position <= Last (Left);
   function Equal_Except (Left, Right : Sequence; X, Y : Index_Type) return Boolean with
     Pre => X <= Last (Left) and then Y <= Last (Left);

   function Range_Equal (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index) return Boolean with
     Pre => Lst <= Last (Left) and then Lst <= Last (Right);

   function Range_Shifted
     (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index; Offset : Big_Integer) return Boolean
   with
     Pre =>
       Lst <= Last (Left)
       and then (if Fst <= Lst then
                   Iter_Big (Fst) + Offset >= Iter_Big (Index_Type'First)
                   and then Iter_Big (Lst) + Offset <= Iter_Big (Last (Right)));

   function Empty_Sequence return Sequence;

   function Set (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence with
     Pre => Position <= Last (Container);
   function Add (Container : Sequence; New_Item : Element_Type) return Sequence with
     Pre => Last (Container) < Index_Type'Last;
   function Add (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence with
     Pre => Last (Container) < Index_Type'Last and then Position <= Extended_Index'Succ (Last (Container));
   function Remove (Container : Sequence; Position : Index_Type) return Sequence with
     Pre => Position <= Last (Container);

   function Iter_First (Container : Sequence) return Extended_Index is (Index_Type'First);
   function Iter_Has_Element (Container : Sequence; Position : Extended_Index) return Boolean is
     (Position in Index_Type'First .. Last (Container));
   function Iter_Next (Container : Sequence; Position : Extended_Index) return Extended_Index is
     (if Position = Extended_Index'Last then Extended_Index'First else Extended_Index'Succ (Position))
   with Pre => Iter_Has_Element (Container, Position);

   subtype Iter_Number is Long_Long_Integer range 0 .. Long_Long_Integer'Last;
   function Iter_Count (Container : Sequence) return Iter_Number;
   function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Extended_Index;
   function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type;

   function Iter_Big (Position : Extended_Index) return Big_Integer is (Big_Integer (Extended_Index'Pos (Position)));

   --  The sequence of elements.
   type Iter_Elements is array (Index_Type range <>) of Element_Type;
   function Iter_Sequence (Elements : Iter_Elements) return Sequence with Pre => Elements'First = Index_Type'First;
private
   type Sequence (Last : Extended_Index := Extended_Index'First) is record
      Elements : Iter_Elements (Index_Type'First .. Last);
   end record;

   function From_Big (Number : Big_Integer) return Index_Type is (Index_Type'Val (Long_Long_Integer (Number)));

   function Last (Container : Sequence) return Extended_Index is (Container.Last);
   function Length (Container : Sequence) return Big_Natural is
     (Iter_Big (Container.Last) - Iter_Big (Extended_Index'First));
   function Get (Container : Sequence; Position : Extended_Index) return Element_Type is
     (Container.Elements (Position));

   function "=" (Left, Right : Sequence) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in Index_Type'First .. Left.Last => Left.Elements (I) = Right.Elements (I)));
   function "<=" (Left, Right : Sequence) return Boolean is
     (Left.Last <= Right.Last
      and then (for all I in Index_Type'First .. Left.Last => Left.Elements (I) = Right.Elements (I)));
   function "<" (Left, Right : Sequence) return Boolean is
     (Left.Last < Right.Last
      and then (for all I in Index_Type'First .. Left.Last => Left.Elements (I) = Right.Elements (I)));

   function Contains (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
   is (for some I in Fst .. Lst => Container.Elements (I) = Item);

   function Constant_Range (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type)
     return Boolean
   is (for all I in Fst .. Lst => Container.Elements (I) = Item);

   function Equal_Except (Left, Right : Sequence; Position : Index_Type) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in Index_Type'First .. Left.Last =>
                  (if I /= Position then Left.Elements (I) = Right.Elements (I))));
   function Equal_Except (Left, Right : Sequence; X, Y : Index_Type) return Boolean is
     (Left.Last = Right.Last
      and then (for all I in Index_Type'First .. Left.Last =>
                  (if I /= X and then I /= Y then Left.Elements (I) = Right.Elements (I))));

   function Range_Equal (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index) return Boolean is
     (for all I in Fst .. Lst => Left.Elements (I) = Right.Elements (I));

   function Range_Shifted
     (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index; Offset : Big_Integer) return Boolean
   is (for all I in Fst .. Lst =>
         Left.Elements (I) = Right.Elements (From_Big (Iter_Big (I) + Offset)));

   function Empty_Sequence return Sequence is (Last => Extended_Index'First, Elements => <>);

   function Set (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence is
     (Last     => Container.Last,
      Elements => [Container.Elements with delta Position => New_Item]);
   function Add (Container : Sequence; New_Item : Element_Type) return Sequence is
     (Last     => Extended_Index'Succ (Container.Last),
      Elements => Container.Elements & New_Item);
   function Add (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence is
     (Last     => Extended_Index'Succ (Container.Last),
      Elements =>
        Container.Elements (Index_Type'First .. Extended_Index'Pred (Position))
        & New_Item
        & Container.Elements (Position .. Container.Last));
   function Remove (Container : Sequence; Position : Index_Type) return Sequence is
     (Last     => Extended_Index'Pred (Container.Last),
      Elements =>
        (if Position = Container.Last then Container.Elements (Index_Type'First .. Extended_Index'Pred (Position))
         else
           Container.Elements (Index_Type'First .. Extended_Index'Pred (Position))
           & Container.Elements (Extended_Index'Succ (Position) .. Container.Last)));

   function Iter_Sequence (Elements : Iter_Elements) return Sequence is
     (Last => Elements'Last, Elements => Elements);
   function Iter_Count (Container : Sequence) return Iter_Number is
     (Extended_Index'Pos (Container.Last) - Extended_Index'Pos (Extended_Index'First));
   function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Extended_Index is
     (Extended_Index'Val (Extended_Index'Pos (Extended_Index'First) + Number));
   function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type is
     (Container.Elements (Iter_Cursor_At (Container, Number)));
end SPARK.Containers.Functional.Vectors;
