--  SPARK's library, Containers.Formal.Vectors: the array of the elements, as long as the vector is.
with Ada.Containers; use Ada.Containers;
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Index_Type is range <>;
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Vectors with SPARK_Mode is
   subtype Extended_Index is Index_Type'Base range Index_Type'Pred (Index_Type'First) .. Index_Type'Last;
   No_Index : constant Extended_Index := Extended_Index'First;

   Last_Count : constant Count_Type :=
     Count_Type
       (Long_Long_Integer'Min
          (Index_Type'Pos (Index_Type'Last) - Extended_Index'Pos (Extended_Index'First),
           Count_Type'Pos (Count_Type'Last)));
   subtype Capacity_Range is Count_Type range 0 .. Last_Count;

   type Iter_Elements is array (Index_Type range <>) of Element_Type;
   type Iter_Content (Last : Extended_Index := No_Index) is record
      Elements : Iter_Elements (Index_Type'First .. Last);
   end record;

   type Vector (Capacity : Capacity_Range) is private with  --  bounded
   --  unbounded: type Vector is private with
     Aggregate => (Empty => Empty_Vector, Add_Unnamed => Append),
     Iterable => (First       => Iter_First,
                  Has_Element => Iter_Has_Element,
                  Next        => Iter_Next,
                  Element     => Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   function Empty_Vector (Capacity : Capacity_Range := 10) return Vector;  --  bounded
   --  unbounded: function Empty_Vector return Vector;

   function "=" (Left, Right : Vector) return Boolean;
   function Capacity (Container : Vector) return Capacity_Range is (Container.Capacity);
   function Length (Container : Vector) return Capacity_Range;
   function Is_Empty (Container : Vector) return Boolean;
   procedure Clear (Container : in out Vector);
   procedure Assign (Target : in out Vector; Source : Vector) with
     Pre => Length (Source) <= Target.Capacity;
   procedure Move (Target : in out Vector; Source : in out Vector) with
     Pre => Length (Source) <= Target.Capacity;

   function Element (Container : Vector; Index : Extended_Index) return Element_Type with
     Pre => Index in First_Index (Container) .. Last_Index (Container);
   procedure Replace_Element (Container : in out Vector; Index : Index_Type; New_Item : Element_Type) with
     Pre => Index in First_Index (Container) .. Last_Index (Container);

   procedure Insert (Container : in out Vector; Before : Extended_Index; New_Item : Element_Type) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Before in Index_Type'First .. Last_Index (Container)
                 or else Before - 1 = Last_Index (Container));
   procedure Prepend (Container : in out Vector; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out Vector; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out Vector; New_Item : Vector) with
     Pre => Length (Container) <= Container.Capacity - Length (New_Item);
   procedure Delete (Container : in out Vector; Index : Extended_Index) with
     Pre => Index in First_Index (Container) .. Last_Index (Container);
   procedure Delete_First (Container : in out Vector) with Pre => Length (Container) > 0;
   procedure Delete_Last (Container : in out Vector) with Pre => Length (Container) > 0;
   procedure Reverse_Elements (Container : in out Vector);
   procedure Swap (Container : in out Vector; I, J : Index_Type) with
     Pre =>
       I in First_Index (Container) .. Last_Index (Container)
       and then J in First_Index (Container) .. Last_Index (Container);

   function Constant_Reference (Container : aliased Vector; Index : Index_Type)
     return not null access constant Element_Type
   with Import, Pre => Index in First_Index (Container) .. Last_Index (Container);
   function Reference (Container : aliased in out Vector; Index : Index_Type) return not null access Element_Type with
     Import, Pre => Index in First_Index (Container) .. Last_Index (Container);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : Vector; Index : Index_Type) return Index_Type with
     Pre => Index in First_Index (Container) .. Last_Index (Container);

   function First_Index (Container : Vector) return Index_Type is (Index_Type'First);
   function First_Element (Container : Vector) return Element_Type with Pre => not Is_Empty (Container);
   function Last_Index (Container : Vector) return Extended_Index;
   function Last_Element (Container : Vector) return Element_Type with Pre => not Is_Empty (Container);
   function Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'First)
     return Extended_Index;
   function Reverse_Find_Index (Container : Vector; Item : Element_Type; Index : Index_Type := Index_Type'Last)
     return Extended_Index;
   function Contains (Container : Vector; Item : Element_Type) return Boolean;
   function Has_Element (Container : Vector; Position : Extended_Index) return Boolean;

   function Iter_First (Container : Vector) return Extended_Index is (Index_Type'First);
   function Iter_Has_Element (Container : Vector; Position : Extended_Index) return Boolean is
     (Position in Index_Type'First .. Last_Index (Container));
   function Iter_Next (Container : Vector; Position : Extended_Index) return Extended_Index is
     (if Position = Extended_Index'Last then Extended_Index'First else Extended_Index'Succ (Position))
   with Pre => Iter_Has_Element (Container, Position);

   subtype Iter_Number is Long_Long_Integer range 0 .. Long_Long_Integer'Last;
   function Iter_Count (Container : Vector) return Iter_Number;
   function Iter_Cursor_At (Container : Vector; Number : Iter_Number) return Extended_Index;
   function Iter_Element_At (Container : Vector; Number : Iter_Number) return Element_Type;
   package Formal_Model is
      --  As SPARK.Containers.Functional.Vectors; what the container has is the sequence itself.
      package M is
         type Sequence is private with
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
         function Contains
           (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
         with Pre => Lst <= Last (Container);
         function Constant_Range
           (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
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
         function Iter_Big (Position : Extended_Index) return Big_Integer is
           (Big_Integer (Extended_Index'Pos (Position)));
         function Iter_Sequence (Content : Iter_Content) return Sequence;
      private
         type Sequence is record
            Self : Iter_Content;
         end record;

         function From_Big (Number : Big_Integer) return Index_Type is
           (Index_Type'Val (Long_Long_Integer (Number)));
         function Iter_Sequence (Content : Iter_Content) return Sequence is ((Self => Content));

         function Last (Container : Sequence) return Extended_Index is (Container.Self.Last);
         function Length (Container : Sequence) return Big_Natural is
           (Iter_Big (Container.Self.Last) - Iter_Big (No_Index));
         function Get (Container : Sequence; Position : Extended_Index) return Element_Type is
           (Container.Self.Elements (Position));

         function "=" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in Index_Type'First .. Left.Self.Last =>
                        Left.Self.Elements (I) = Right.Self.Elements (I)));
         function "<=" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last <= Right.Self.Last
            and then (for all I in Index_Type'First .. Left.Self.Last =>
                        Left.Self.Elements (I) = Right.Self.Elements (I)));
         function "<" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last < Right.Self.Last and then Left <= Right);
         function Contains
           (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
         is (for some I in Fst .. Lst => Container.Self.Elements (I) = Item);
         function Constant_Range
           (Container : Sequence; Fst : Index_Type; Lst : Extended_Index; Item : Element_Type) return Boolean
         is (for all I in Fst .. Lst => Container.Self.Elements (I) = Item);
         function Equal_Except (Left, Right : Sequence; Position : Index_Type) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in Index_Type'First .. Left.Self.Last =>
                        (if I /= Position then
                           Left.Self.Elements (I) = Right.Self.Elements (I))));
         function Equal_Except (Left, Right : Sequence; X, Y : Index_Type) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in Index_Type'First .. Left.Self.Last =>
                        (if I /= X and then I /= Y then
                           Left.Self.Elements (I) = Right.Self.Elements (I))));
         function Range_Equal (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index) return Boolean is
           (for all I in Fst .. Lst => Left.Self.Elements (I) = Right.Self.Elements (I));
         function Range_Shifted
           (Left, Right : Sequence; Fst : Index_Type; Lst : Extended_Index; Offset : Big_Integer) return Boolean
         is (for all I in Fst .. Lst =>
               Left.Self.Elements (I) = Right.Self.Elements (From_Big (Iter_Big (I) + Offset)));

         function Empty_Sequence return Sequence is ((Self => (Last => No_Index, Elements => <>)));
         function Set (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Container.Self.Last,
                Elements => [Container.Self.Elements with delta Position => New_Item])));
         function Add (Container : Sequence; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Succ (Container.Self.Last),
                Elements => Container.Self.Elements & New_Item)));
         function Add (Container : Sequence; Position : Index_Type; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Succ (Container.Self.Last),
                Elements =>
                  Container.Self.Elements (Index_Type'First .. Extended_Index'Pred (Position))
                  & New_Item
                  & Container.Self.Elements (Position .. Container.Self.Last))));
         function Remove (Container : Sequence; Position : Index_Type) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Pred (Container.Self.Last),
                Elements =>
                  (if Position = Container.Self.Last then
                     Container.Self.Elements (Index_Type'First .. Extended_Index'Pred (Position))
                   else
                     Container.Self.Elements (Index_Type'First .. Extended_Index'Pred (Position))
                     & Container.Self.Elements (Extended_Index'Succ (Position) .. Container.Self.Last)))));

         function Iter_Count (Container : Sequence) return Iter_Number is
           (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (No_Index));
         function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Extended_Index is
           (Extended_Index'Val (Extended_Index'Pos (No_Index) + Number));
         function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type is
           (Container.Self.Elements (Iter_Cursor_At (Container, Number)));
      end M;

      function "=" (Left, Right : M.Sequence) return Boolean renames M."=";
      function "<" (Left, Right : M.Sequence) return Boolean renames M."<";
      function "<=" (Left, Right : M.Sequence) return Boolean renames M."<=";

      function Model (Container : Vector) return M.Sequence;
      function Element (S : M.Sequence; I : Index_Type) return Element_Type is (M.Get (S, I)) with
        Pre => I in M.First .. M.Last (S);

      function M_Elements_Included
        (Left  : M.Sequence;
         L_Fst : Index_Type := Index_Type'First;
         L_Lst : Extended_Index;
         Right : M.Sequence;
         R_Fst : Index_Type := Index_Type'First;
         R_Lst : Extended_Index) return Boolean
      is (for all I in L_Fst .. L_Lst =>
            (for some J in R_Fst .. R_Lst => M.Get (Left, I) = M.Get (Right, J)))
      with Pre => L_Lst <= M.Last (Left) and then R_Lst <= M.Last (Right);
      function M_Elements_Reversed (Left, Right : M.Sequence) return Boolean is
        (M.Length (Left) = M.Length (Right)
         and then (for all I in M.First .. M.Last (Left) =>
                     M.Get (Left, I)
                     = M.Get
                         (Right,
                          Index_Type'Val
                            (Index_Type'Pos (M.Last (Left)) - Index_Type'Pos (I) + Index_Type'Pos (M.First)))));
      function M_Elements_Swapped (Left, Right : M.Sequence; X, Y : Index_Type) return Boolean is
        (M.Length (Left) = M.Length (Right)
         and then M.Get (Left, X) = M.Get (Right, Y)
         and then M.Get (Left, Y) = M.Get (Right, X)
         and then M.Equal_Except (Left, Right, X, Y))
      with Pre => X <= M.Last (Left) and then Y <= M.Last (Left);
      procedure Lift_Abstraction_Level (Container : Vector) is null;
   end Formal_Model;
private
   type Vector (Capacity : Capacity_Range) is record  --  bounded
   --  unbounded: type Vector is record
      Self : Iter_Content;
   end record;

   function Length (Container : Vector) return Capacity_Range is
     (Count_Type (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (No_Index)));
   function Is_Empty (Container : Vector) return Boolean is (Container.Self.Last = No_Index);
   function Last_Index (Container : Vector) return Extended_Index is (Container.Self.Last);
   function Has_Element (Container : Vector; Position : Extended_Index) return Boolean is
     (Position in Index_Type'First .. Container.Self.Last);
   function Element (Container : Vector; Index : Extended_Index) return Element_Type is
     (Container.Self.Elements (Index));
   function First_Element (Container : Vector) return Element_Type is
     (Container.Self.Elements (Index_Type'First));
   function Last_Element (Container : Vector) return Element_Type is
     (Container.Self.Elements (Container.Self.Last));
   function Contains (Container : Vector; Item : Element_Type) return Boolean is
     (for some I in Index_Type'First .. Container.Self.Last => Container.Self.Elements (I) = Item);
   function "=" (Left, Right : Vector) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in Index_Type'First .. Left.Self.Last =>
                  Left.Self.Elements (I) = Right.Self.Elements (I)));

   function Reference_Index (Container : Vector; Index : Index_Type) return Index_Type is (Index);

   function Iter_Count (Container : Vector) return Iter_Number is
     (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (No_Index));
   function Iter_Cursor_At (Container : Vector; Number : Iter_Number) return Extended_Index is
     (Extended_Index'Val (Extended_Index'Pos (No_Index) + Number));
   function Iter_Element_At (Container : Vector; Number : Iter_Number) return Element_Type is
     (Container.Self.Elements (Iter_Cursor_At (Container, Number)));
end SPARK.Containers.Formal.Vectors;
