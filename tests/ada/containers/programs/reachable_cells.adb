--  Cells that name others: what is known of them in front of a call of a function that calls itself stays known, also
--  where what such functions give in two places contradicts each other.
with SPARK.Containers.Functional.Infinite_Sequences;
with SPARK.Containers.Functional.Sets;
with SPARK.Higher_Order.Reachability;

procedure Reachable_Cells is
   type Node is record
      Key  : Integer;
      Link : Natural;
   end record;
   function Follow (N : Node) return Natural is (N.Link);
   type Pool is array (Positive range <>) of Node;

   package Places is new SPARK.Containers.Functional.Sets (Positive);
   package Ways is new SPARK.Containers.Functional.Infinite_Sequences (Positive, Use_Logical_Equality => True);
   package Chains is new SPARK.Higher_Order.Reachability
     (Index_Type => Positive, No_Index => 0, Cell_Type => Node, Memory_Type => Pool, Next => Follow,
      Memory_Index_Sets => Places, Memory_Index_Sequences => Ways);
   use Chains;

   procedure Look (Head : Positive; P : Pool) with Pre => Head in P'Range and then Valid_Memory (P);

   procedure Look (Head : Positive; P : Pool) is
   begin
      pragma Assert (Is_Acyclic (Head, P) = Is_Acyclic (P (Head).Link, P));
      if Is_Acyclic (Head, P) then
         pragma Assert (Places.Contains (Reachable_Set (Head, P), Head));
         pragma Assert (Places.Contains (Reachable_Set (P (Head).Link, P), Head));  --  open
      end if;
   end Look;
begin
   null;
end Reachable_Cells;
