--  What trees do, by what is said of them; run by GNAT.
with Ada.Text_IO; use Ada.Text_IO;
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Functional.Trees;
procedure Drive_Trees is
   type Way is (Left, Right);
   package Trees is new SPARK.Containers.Functional.Trees (Way, Integer);
   use Trees;
   A, B, C, D : Tree;
   Wrong      : Integer := 0;

   procedure Check (X : Boolean; N : Integer) is
   begin
      if not X then
         Put_Line ("wrong:" & N'Image);
         Wrong := Wrong + 1;
      end if;
   end Check;
begin
   Check (Is_Empty (A) and A = Empty_Tree and Trees.Count (A) = 0 and Height (A) = 0, 1);
   A := Create (1);
   Check (Get (A) = 1 and Is_Empty (Child (A, Left)) and Trees.Count (A) = 1 and Height (A) = 1, 2);
   B := Set_Child (A, Right, Create (2));
   B := Set_Child (B, Left, Create (3, (Create (4), Empty_Tree)));
   Check (Get (Child (B, Right)) = 2 and Get (Child (Child (B, Left), Left)) = 4, 3);
   Check (Is_Empty (Child (Child (B, Left), Right)), 4);
   Check (Trees.Count (B) = 4 and Height (B) = 3 and Height (Child (B, Left)) = 2, 5);
   C := Create (1, (Set_Child (Create (3), Left, Create (4)), Create (2)));
   Check (B = C and B /= A and Child (B, Left) = Child (C, Left), 6);
   --  Whatever comes first.
   C := Set_Child (Set_Child (Create (1), Left, Set_Child (Create (3), Left, Create (4))), Right, Create (2));
   Check (B = C, 7);
   D := Set_Root (B, 9);
   Check (Get (D) = 9 and Child (D, Left) = Child (B, Left) and D /= B and Set_Root (D, 1) = B, 8);
   D := Set_Child (B, Left, Empty_Tree);
   Check (Trees.Count (D) = 2 and Is_Empty (Child (D, Left)) and Child (D, Right) = Create (2), 9);
   D := Set_Child (B, Left, B);
   Check (Trees.Count (D) = 6 and Child (D, Left) = B and Height (D) = 4, 10);
   Check (Child (Child (D, Left), Left) = Child (B, Left), 11);
   Put_Line ("done," & Wrong'Image & " differ");
end Drive_Trees;
