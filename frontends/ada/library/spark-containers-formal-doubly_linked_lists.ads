--  SPARK's library, Containers.Formal.Doubly_Linked_Lists: the array of the elements, with the nodes by which cursors
--  find them. Which node a new element gets is open.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Iter_Nodes; use SPARK.Containers.Formal.Iter_Nodes;
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Element_Type is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package SPARK.Containers.Formal.Doubly_Linked_Lists with SPARK_Mode is
   type Iter_Elements is array (Count_Type range <>) of Element_Type;
   type Iter_Content (Last : Count_Type := 0) is record
      Nodes    : Node_Array (1 .. Last);
      Elements : Iter_Elements (1 .. Last);
   end record;

   type List (Capacity : Count_Type) is private with  --  bounded
   --  unbounded: type List is private with
     Aggregate => (Empty => Empty_List, Add_Unnamed => Append),
     Iterable => (First       => First,
                  Next        => Next,
                  Has_Element => Has_Element,
                  Element     => Element,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At,
                  Element_At  => Iter_Element_At);

   type Cursor is record
      Node : Integer := 0;
   end record;
   No_Element : constant Cursor := (Node => 0);

   function Empty_List (Capacity : Count_Type := 10) return List;  --  bounded
   --  unbounded: function Empty_List return List;
   function "=" (Left, Right : List) return Boolean;
   function Length (Container : List) return Count_Type;
   function Is_Empty (Container : List) return Boolean;
   procedure Clear (Container : in out List);
   procedure Assign (Target : in out List; Source : List) with Pre => Target.Capacity >= Length (Source);
   function Copy (Source : List; Capacity : Count_Type := 0) return List with  --  bounded
     Pre => Capacity = 0 or else Capacity >= Source.Capacity;  --  bounded
   --  unbounded: function Copy (Source : List) return List;
   procedure Move (Target : in out List; Source : in out List) with Pre => Target.Capacity >= Length (Source);

   function Element (Container : List; Position : Cursor) return Element_Type with
     Pre => Has_Element (Container, Position);
   procedure Replace_Element (Container : in out List; Position : Cursor; New_Item : Element_Type) with
     Pre => Has_Element (Container, Position);

   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Has_Element (Container, Before) or else Before = No_Element);
   procedure Insert (Container : in out List; Before : Cursor; New_Item : Element_Type; Position : out Cursor) with
     Pre =>
       Length (Container) < Container.Capacity
       and then (Has_Element (Container, Before) or else Before = No_Element);
   procedure Prepend (Container : in out List; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Append (Container : in out List; New_Item : Element_Type) with
     Pre => Length (Container) < Container.Capacity;
   procedure Delete (Container : in out List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position);
   procedure Delete_First (Container : in out List);
   procedure Delete_Last (Container : in out List);
   procedure Reverse_Elements (Container : in out List);
   procedure Swap (Container : in out List; I, J : Cursor) with
     Pre => Has_Element (Container, I) and then Has_Element (Container, J);
   procedure Swap_Links (Container : in out List; I, J : Cursor) with
     Pre => Has_Element (Container, I) and then Has_Element (Container, J);

   function Constant_Reference (Container : aliased List; Position : Cursor)
     return not null access constant Element_Type
   with Import, Pre => Has_Element (Container, Position);
   function Reference (Container : aliased in out List; Position : Cursor) return not null access Element_Type with
     Import, Pre => Has_Element (Container, Position);
   --  Where the element is that a reference designates.
   function Reference_Index (Container : List; Position : Cursor) return Count_Type with
     Pre => Has_Element (Container, Position);

   function First (Container : List) return Cursor;
   function First_Element (Container : List) return Element_Type with Pre => not Is_Empty (Container);
   function Last (Container : List) return Cursor;
   function Last_Element (Container : List) return Element_Type with Pre => not Is_Empty (Container);
   function Next (Container : List; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Next (Container : List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Previous (Container : List; Position : Cursor) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   procedure Previous (Container : List; Position : in out Cursor) with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Reverse_Find (Container : List; Item : Element_Type; Position : Cursor := No_Element) return Cursor with
     Pre => Has_Element (Container, Position) or else Position = No_Element;
   function Contains (Container : List; Item : Element_Type) return Boolean;
   function Has_Element (Container : List; Position : Cursor) return Boolean;

   function Iter_Count (Container : List) return Count_Type;
   function Iter_Cursor_At (Container : List; Number : Count_Type) return Cursor;
   function Iter_Element_At (Container : List; Number : Count_Type) return Element_Type;
   package Formal_Model is
      subtype Positive_Count_Type is Count_Type range 1 .. Count_Type'Last;

      --  As SPARK.Containers.Functional.Vectors; what the container has is the sequence itself.
      package M is
         subtype Extended_Index is Count_Type;
         subtype Positive_Index is Positive_Count_Type;
         type Sequence is private with
           Iterable => (First       => Iter_First,
                        Has_Element => Iter_Has_Element,
                        Next        => Iter_Next,
                        Element     => Get,
                        Count       => Iter_Count,
                        Cursor_At   => Iter_Cursor_At,
                        Element_At  => Iter_Element_At);

         function First return Extended_Index is (1);
         function Last (Container : Sequence) return Extended_Index;
         function Length (Container : Sequence) return Big_Natural;
         function Get (Container : Sequence; Position : Extended_Index) return Element_Type with
           Pre => Position in 1 .. Last (Container);

         function "=" (Left, Right : Sequence) return Boolean;
         function "<" (Left, Right : Sequence) return Boolean;
         function "<=" (Left, Right : Sequence) return Boolean;
         function Contains
           (Container : Sequence; Fst : Positive_Index; Lst : Extended_Index; Item : Element_Type) return Boolean
         with Pre => Lst <= Last (Container);
         function Constant_Range
           (Container : Sequence; Fst : Positive_Index; Lst : Extended_Index; Item : Element_Type) return Boolean
         with Pre => Lst <= Last (Container);
         function Equal_Except (Left, Right : Sequence; Position : Positive_Index) return Boolean with
           Pre => Position <= Last (Left);
         function Equal_Except (Left, Right : Sequence; X, Y : Positive_Index) return Boolean with
           Pre => X <= Last (Left) and then Y <= Last (Left);
         function Range_Equal (Left, Right : Sequence; Fst : Positive_Index; Lst : Extended_Index) return Boolean with
           Pre => Lst <= Last (Left) and then Lst <= Last (Right);
         function Range_Shifted
           (Left, Right : Sequence; Fst : Positive_Index; Lst : Extended_Index; Offset : Big_Integer) return Boolean
         with
           Pre =>
             Lst <= Last (Left)
             and then (if Fst <= Lst then
                         Iter_Big (Fst) + Offset >= Iter_Big (1)
                         and then Iter_Big (Lst) + Offset <= Iter_Big (Last (Right)));

         function Empty_Sequence return Sequence;
         function Set (Container : Sequence; Position : Positive_Index; New_Item : Element_Type) return Sequence with
           Pre => Position <= Last (Container);
         function Add (Container : Sequence; New_Item : Element_Type) return Sequence with
           Pre => Last (Container) < Positive_Index'Last;
         function Add (Container : Sequence; Position : Positive_Index; New_Item : Element_Type) return Sequence with
           Pre => Last (Container) < Positive_Index'Last and then Position <= Extended_Index'Succ (Last (Container));
         function Remove (Container : Sequence; Position : Positive_Index) return Sequence with
           Pre => Position <= Last (Container);

         function Iter_First (Container : Sequence) return Extended_Index is (1);
         function Iter_Has_Element (Container : Sequence; Position : Extended_Index) return Boolean is
           (Position in 1 .. Last (Container));
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

         function From_Big (Number : Big_Integer) return Positive_Index is
           (Positive_Index'Val (Long_Long_Integer (Number)));
         function Iter_Sequence (Content : Iter_Content) return Sequence is ((Self => Content));

         function Last (Container : Sequence) return Extended_Index is (Container.Self.Last);
         function Length (Container : Sequence) return Big_Natural is
           (Iter_Big (Container.Self.Last) - Iter_Big (0));
         function Get (Container : Sequence; Position : Extended_Index) return Element_Type is
           (Container.Self.Elements (Position));

         function "=" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        Left.Self.Elements (I) = Right.Self.Elements (I)));
         function "<=" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last <= Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        Left.Self.Elements (I) = Right.Self.Elements (I)));
         function "<" (Left, Right : Sequence) return Boolean is
           (Left.Self.Last < Right.Self.Last and then Left <= Right);
         function Contains
           (Container : Sequence; Fst : Positive_Index; Lst : Extended_Index; Item : Element_Type) return Boolean
         is (for some I in Fst .. Lst => Container.Self.Elements (I) = Item);
         function Constant_Range
           (Container : Sequence; Fst : Positive_Index; Lst : Extended_Index; Item : Element_Type) return Boolean
         is (for all I in Fst .. Lst => Container.Self.Elements (I) = Item);
         function Equal_Except (Left, Right : Sequence; Position : Positive_Index) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        (if I /= Position then
                           Left.Self.Elements (I) = Right.Self.Elements (I))));
         function Equal_Except (Left, Right : Sequence; X, Y : Positive_Index) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        (if I /= X and then I /= Y then
                           Left.Self.Elements (I) = Right.Self.Elements (I))));
         function Range_Equal (Left, Right : Sequence; Fst : Positive_Index; Lst : Extended_Index) return Boolean is
           (for all I in Fst .. Lst => Left.Self.Elements (I) = Right.Self.Elements (I));
         function Range_Shifted
           (Left, Right : Sequence; Fst : Positive_Index; Lst : Extended_Index; Offset : Big_Integer) return Boolean
         is (for all I in Fst .. Lst =>
               Left.Self.Elements (I) = Right.Self.Elements (From_Big (Iter_Big (I) + Offset)));

         function Empty_Sequence return Sequence is ((Self => (Last => 0, others => <>)));
         function Set (Container : Sequence; Position : Positive_Index; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Container.Self.Last,
                Nodes    => Container.Self.Nodes,
                Elements => [Container.Self.Elements with delta Position => New_Item])));
         function Add (Container : Sequence; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Succ (Container.Self.Last),
                Nodes    => Container.Self.Nodes & 0,
                Elements => Container.Self.Elements & New_Item)));
         function Add (Container : Sequence; Position : Positive_Index; New_Item : Element_Type) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Succ (Container.Self.Last),
                Nodes    => Container.Self.Nodes & 0,
                Elements =>
                  Container.Self.Elements (1 .. Extended_Index'Pred (Position))
                  & New_Item
                  & Container.Self.Elements (Position .. Container.Self.Last))));
         function Remove (Container : Sequence; Position : Positive_Index) return Sequence is
           ((Self =>
               (Last     => Extended_Index'Pred (Container.Self.Last),
                Nodes    => Container.Self.Nodes (1 .. Extended_Index'Pred (Container.Self.Last)),
                Elements =>
                  (if Position = Container.Self.Last then
                     Container.Self.Elements (1 .. Extended_Index'Pred (Position))
                   else
                     Container.Self.Elements (1 .. Extended_Index'Pred (Position))
                     & Container.Self.Elements (Extended_Index'Succ (Position) .. Container.Self.Last)))));

         function Iter_Count (Container : Sequence) return Iter_Number is
           (Extended_Index'Pos (Container.Self.Last) - Extended_Index'Pos (0));
         function Iter_Cursor_At (Container : Sequence; Number : Iter_Number) return Extended_Index is
           (Extended_Index'Val (Extended_Index'Pos (0) + Number));
         function Iter_Element_At (Container : Sequence; Number : Iter_Number) return Element_Type is
           (Container.Self.Elements (Iter_Cursor_At (Container, Number)));
      end M;

      function "=" (Left, Right : M.Sequence) return Boolean renames M."=";
      function "<" (Left, Right : M.Sequence) return Boolean renames M."<";
      function "<=" (Left, Right : M.Sequence) return Boolean renames M."<=";

      function Model (Container : List) return M.Sequence;
      function Element (S : M.Sequence; I : Count_Type) return Element_Type is (M.Get (S, I)) with
        Pre => I in M.First .. M.Last (S);

      function M_Elements_Included
        (Left  : M.Sequence;
         L_Fst : Positive_Count_Type := 1;
         L_Lst : Count_Type;
         Right : M.Sequence;
         R_Fst : Positive_Count_Type := 1;
         R_Lst : Count_Type) return Boolean
      is (for all I in L_Fst .. L_Lst =>
            (for some J in R_Fst .. R_Lst => M.Get (Left, I) = M.Get (Right, J)))
      with Pre => L_Lst <= M.Last (Left) and then R_Lst <= M.Last (Right);
      function M_Elements_Reversed (Left, Right : M.Sequence) return Boolean is
        (M.Length (Left) = M.Length (Right)
         and then (for all I in M.First .. M.Last (Left) =>
                     M.Get (Left, I) = M.Get (Right, M.Last (Left) - I + 1)));
      function M_Elements_Swapped (Left, Right : M.Sequence; X, Y : Positive_Count_Type) return Boolean is
        (M.Length (Left) = M.Length (Right)
         and then M.Get (Left, X) = M.Get (Right, Y)
         and then M.Get (Left, Y) = M.Get (Right, X)
         and then M.Equal_Except (Left, Right, X, Y))
      with Pre => X <= M.Last (Left) and then Y <= M.Last (Left);

      --  As SPARK.Containers.Functional.Maps: the positions are the places of the nodes in the list itself.
      package P is
         type Map is private with
           Iterable => (First       => Iter_First,
                        Has_Element => Iter_Has_Element,
                        Next        => Iter_Next,
                        Element     => Iter_Element,
                        Count       => Iter_Count,
                        Cursor_At   => Iter_Cursor_At,
                        Element_At  => Iter_Element_At);

         function Is_Empty (Container : Map) return Boolean;
         function Length (Container : Map) return Big_Natural;
         function Has_Key (Container : Map; Key : Cursor) return Boolean;
         function Get (Container : Map; Key : Cursor) return Positive_Count_Type with Pre => Has_Key (Container, Key);

         function "=" (Left, Right : Map) return Boolean;
         function "<=" (Left, Right : Map) return Boolean;
         function Keys_Included (Left, Right : Map) return Boolean;
         function Same_Keys (Left, Right : Map) return Boolean;
         function Keys_Included_Except (Left, Right : Map; New_Key : Cursor) return Boolean;
         function Keys_Included_Except (Left, Right : Map; X, Y : Cursor) return Boolean;
         function Elements_Equal_Except (Left, Right : Map; New_Key : Cursor) return Boolean;
         function Elements_Equal_Except (Left, Right : Map; X, Y : Cursor) return Boolean;

         function Iter_First (Container : Map) return Count_Type;
         function Iter_Has_Element (Container : Map; Position : Count_Type) return Boolean;
         function Iter_Next (Container : Map; Position : Count_Type) return Count_Type with
           Pre => Iter_Has_Element (Container, Position);
         function Iter_Element (Container : Map; Position : Count_Type) return Cursor with
           Pre => Iter_Has_Element (Container, Position);
         function Iter_Count (Container : Map) return Count_Type;
         function Iter_Cursor_At (Container : Map; Number : Count_Type) return Count_Type;
         function Iter_Element_At (Container : Map; Number : Count_Type) return Cursor;
         function Iter_Map (Content : Iter_Content) return Map;
      private
         type Map is record
            Self : Iter_Content;
         end record;

         function Iter_Map (Content : Iter_Content) return Map is ((Self => Content));
         function Is_Empty (Container : Map) return Boolean is (Container.Self.Last = 0);
         function Length (Container : Map) return Big_Natural is
           (To_Big_Integer (Natural (Container.Self.Last)));
         function Has_Key (Container : Map; Key : Cursor) return Boolean is
           (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Key.Node);

         --  No node is there twice, and the positions are 1 .. Last.
         function "=" (Left, Right : Map) return Boolean is
           (Left.Self.Last = Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        Left.Self.Nodes (I) = Right.Self.Nodes (I)));
         function "<=" (Left, Right : Map) return Boolean is
           (Left.Self.Last <= Right.Self.Last
            and then (for all I in 1 .. Left.Self.Last =>
                        Left.Self.Nodes (I) = Right.Self.Nodes (I)));
         function Keys_Included (Left, Right : Map) return Boolean is
           (for all I in 1 .. Left.Self.Last => Has_Key (Right, (Node => Left.Self.Nodes (I))));
         function Same_Keys (Left, Right : Map) return Boolean is
           (Left.Self.Last = Right.Self.Last and then Keys_Included (Left, Right));
         function Keys_Included_Except (Left, Right : Map; New_Key : Cursor) return Boolean is
           (for all I in 1 .. Left.Self.Last =>
              Left.Self.Nodes (I) = New_Key.Node
              or else Has_Key (Right, (Node => Left.Self.Nodes (I))));
         function Keys_Included_Except (Left, Right : Map; X, Y : Cursor) return Boolean is
           (for all I in 1 .. Left.Self.Last =>
              Left.Self.Nodes (I) = X.Node
              or else Left.Self.Nodes (I) = Y.Node
              or else Has_Key (Right, (Node => Left.Self.Nodes (I))));
         function Elements_Equal_Except (Left, Right : Map; New_Key : Cursor) return Boolean is
           (for all I in 1 .. Left.Self.Last =>
              Left.Self.Nodes (I) = New_Key.Node
              or else (I <= Right.Self.Last and then Left.Self.Nodes (I) = Right.Self.Nodes (I)));
         function Elements_Equal_Except (Left, Right : Map; X, Y : Cursor) return Boolean is
           (for all I in 1 .. Left.Self.Last =>
              Left.Self.Nodes (I) = X.Node
              or else Left.Self.Nodes (I) = Y.Node
              or else (I <= Right.Self.Last and then Left.Self.Nodes (I) = Right.Self.Nodes (I)));

         function Iter_Count (Container : Map) return Count_Type is (Container.Self.Last);
         function Iter_Cursor_At (Container : Map; Number : Count_Type) return Count_Type is (Number);
         function Iter_Element_At (Container : Map; Number : Count_Type) return Cursor is
           ((Node => Container.Self.Nodes (Number)));
         function Iter_Has_Element (Container : Map; Position : Count_Type) return Boolean is
           (Position in 1 .. Container.Self.Last);
         function Iter_Element (Container : Map; Position : Count_Type) return Cursor is
           ((Node => Container.Self.Nodes (Position)));
      end P;

      function "=" (Left, Right : P.Map) return Boolean renames P."=";
      function "<=" (Left, Right : P.Map) return Boolean renames P."<=";

      function Positions (Container : List) return P.Map;

      procedure Lift_Abstraction_Level (Container : List) is null;
   end Formal_Model;
private
   type List (Capacity : Count_Type) is record  --  bounded
   --  unbounded: type List is record
      Self : Iter_Content;
   end record;

   function Length (Container : List) return Count_Type is (Container.Self.Last);
   function Is_Empty (Container : List) return Boolean is (Container.Self.Last = 0);
   function Contains (Container : List; Item : Element_Type) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Elements (I) = Item);
   function Has_Element (Container : List; Position : Cursor) return Boolean is
     (for some I in 1 .. Container.Self.Last => Container.Self.Nodes (I) = Position.Node);
   function "=" (Left, Right : List) return Boolean is
     (Left.Self.Last = Right.Self.Last
      and then (for all I in 1 .. Left.Self.Last =>
                  Left.Self.Elements (I) = Right.Self.Elements (I)));

   function First_Element (Container : List) return Element_Type is (Container.Self.Elements (1));
   function Last_Element (Container : List) return Element_Type is
     (Container.Self.Elements (Container.Self.Last));

   function Iter_Count (Container : List) return Count_Type is (Container.Self.Last);
   function Iter_Cursor_At (Container : List; Number : Count_Type) return Cursor is
     ((Node => Container.Self.Nodes (Number)));
   function Iter_Element_At (Container : List; Number : Count_Type) return Element_Type is
     (Container.Self.Elements (Number));
end SPARK.Containers.Formal.Doubly_Linked_Lists;
