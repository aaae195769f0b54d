with Zoo; use Zoo;
procedure Zoo_Visit is
   A : Animal_Ref := new Animal;
   B : Animal_Ref := new Dog;
   C : Animal_Ref := new Puppy'(Age => 4, Next => B, Tricks => 1);
   D : Dog_Ref := Dog_Ref (C);
   E : Animal_Ref := Animal_Ref (D);
   F : Animal_Ref := new Animal'Class'(C.all);
   P : Animal_Ref := new Parrot;
   S : Speaker_Ref := Speaker_Ref (P);
   K : Const_Ref := H'Access;
   X : Exact := G'Access;
   Null_One : Animal_Ref;
begin
   pragma Assert (A.Noise = 1 and B.Noise = 13 and C.Noise = 111);
   pragma Assert (E = C and D.Noise = 111);
   pragma Assert (F /= C and then F.all = C.all);
   F.Grow;
   pragma Assert (F.Age = 5 and C.Age = 4);
   pragma Assert (Dog (F.all).Tricks = 2);
   pragma Assert (F.all in Puppy and F.all in Dog'Class and F.all not in Dog);
   B.Grow;
   pragma Assert (Dog_Ref (B).Tricks = 4);
   pragma Assert (B.Noise = 14 and B.Twice = 28);
   pragma Assert (Sum (C) = 111 + 14);
   Add (C, 10);
   pragma Assert (D.Age = 14);
   D.Tricks := 9;
   pragma Assert (C.Noise = 119);
   pragma Assert (S.Speak = 7 and P.Noise = 14);
   pragma Assert (Animal_Ref (S) = P);
   pragma Assert (K.Age = 5 and K.Noise = 1);
   X.Tricks := 5;
   pragma Assert (G.Tricks = 5 and G.Noise = 15);
   X.all := (Age => 1, Next => null, Tricks => 2);
   pragma Assert (G.Age = 1 and G.Tricks = 2);
   Animal (C.all) := Animal'(Age => 77, Next => null);
   pragma Assert (C.Age = 77 and C.Noise = 119);
   pragma Assert (Oldest (B, C) = C);
   Free (F);
   pragma Assert (F = null);
   begin
      D := Dog_Ref (A);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      A.all := B.all;
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      Null_One.Grow;
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      S := Speaker_Ref (B);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   D := Dog_Ref (Null_One);
   pragma Assert (D = null);
   for I in 1 .. 3 loop
      Null_One := new Dog'(Age => I, Next => Null_One, Tricks => I);
   end loop;
   pragma Assert (Sum (Null_One) = 36);
end Zoo_Visit;
