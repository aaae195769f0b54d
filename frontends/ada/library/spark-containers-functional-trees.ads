--  SPARK's library, Containers.Functional.Trees: trees that are values, with a child for each value of an enumeration.
--  A tree is the array of its nodes, each behind its parent.
with SPARK.Big_Integers; use SPARK.Big_Integers;

generic
   type Enum_Type is (<>);
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
   Use_Logical_Equality : Boolean := False;
package SPARK.Containers.Functional.Trees with SPARK_Mode is
   type Tree is private;
   type Tree_Array is array (Enum_Type) of Tree;

   function Empty_Tree return Tree;
   function Is_Empty (Container : Tree) return Boolean;
   function Get (Container : Tree) return Element_Type with Pre => not Is_Empty (Container);
   function Child (Container : Tree; Way : Enum_Type) return Tree with Pre => not Is_Empty (Container);

   function Count (Container : Tree) return Big_Natural;
   function Height (Container : Tree) return Big_Natural;
   function "=" (Left, Right : Tree) return Boolean;

   function Create (Item : Element_Type) return Tree;
   function Create (Item : Element_Type; Children : Tree_Array) return Tree;
   function Set_Root (Container : Tree; Item : Element_Type) return Tree with Pre => not Is_Empty (Container);
   function Set_Child (Container : Tree; Way : Enum_Type; New_Child : Tree) return Tree with
     Pre => not Is_Empty (Container);
private
   type Node is record
      Parent : Natural;
      Way    : Enum_Type;
      Item   : Element_Type;
   end record;
   type Node_Array is array (Positive range <>) of Node;
   type Tree (Last : Natural := 0) is record
      Nodes : Node_Array (1 .. Last);
   end record;

   function Empty_Tree return Tree is (Last => 0, Nodes => <>);
   function Is_Empty (Container : Tree) return Boolean is (Container.Last = 0);
   function Get (Container : Tree) return Element_Type is (Container.Nodes (1).Item);
   function Count (Container : Tree) return Big_Natural is (To_Big_Integer (Container.Last));
   function Create (Item : Element_Type) return Tree is
     (Last => 1, Nodes => [1 => (Parent => 0, Way => Enum_Type'First, Item => Item)]);
   function Set_Root (Container : Tree; Item : Element_Type) return Tree is
     (Last  => Container.Last,
      Nodes => [Container.Nodes with delta 1 => (Parent => 0, Way => Enum_Type'First, Item => Item)]);
end SPARK.Containers.Functional.Trees;
