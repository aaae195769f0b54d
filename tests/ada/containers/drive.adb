with Ada.Text_IO; use Ada.Text_IO;
with Ada.Containers; use Ada.Containers;
with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;
with Ada.Numerics.Discrete_Random;
with Ada.Containers.Functional_Vectors;
with Ada.Containers.Functional_Sets;
with Ada.Containers.Functional_Maps;
with Ada.Containers.Formal_Vectors;
with Ada.Containers.Formal_Doubly_Linked_Lists;
with Ada.Containers.Formal_Hashed_Maps;
with Ada.Containers.Formal_Hashed_Sets;
with Ada.Containers.Formal_Ordered_Maps;
with Ada.Containers.Formal_Ordered_Sets;
with SPARK.Containers.Functional.Vectors;
with SPARK.Containers.Functional.Sets;
with SPARK.Containers.Functional.Maps;
with SPARK.Containers.Formal.Vectors;
with SPARK.Containers.Formal.Doubly_Linked_Lists;
with SPARK.Containers.Formal.Hashed_Maps;
with SPARK.Containers.Formal.Hashed_Sets;
with SPARK.Containers.Formal.Ordered_Maps;
with SPARK.Containers.Formal.Ordered_Sets;
procedure Drive is
   subtype Number is Integer range 0 .. 9;
   package Random is new Ada.Numerics.Discrete_Random (Number);
   G : Random.Generator;
   function R return Number is (Random.Random (G));
   Wrong : Natural := 0;
   procedure Same (What : String; Left, Right : Boolean) is
   begin
      if Left /= Right then
         Put_Line ("differs: " & What);
         Wrong := Wrong + 1;
      end if;
   end Same;

   --  The models of GNAT's units are ghosts.
   procedure Alike (What : String; Left, Right : Boolean) with Ghost;
   procedure Alike (What : String; Left, Right : Boolean) is
   begin
      pragma Assert (Left = Right, What);
   end Alike;

   subtype Index is Integer range 1 .. 20;
   package TV is new Ada.Containers.Functional_Vectors (Index, Number);
   package OV is new SPARK.Containers.Functional.Vectors (Index, Number);
   procedure Vectors is
      use TV, OV;
      A, A2 : TV.Sequence;
      B, B2 : OV.Sequence;
      P     : Index;
      X     : Number;
   begin
      for Step in 1 .. 60 loop
         X := R;
         P := 1 + R mod (Integer (TV.Last (A)) + 1);
         case R is
            when 0 .. 2 =>
               if TV.Last (A) < 9 then A := TV.Add (A, X); B := OV.Add (B, X); end if;
            when 3 .. 4 =>
               if TV.Last (A) < 9 then A := TV.Add (A, P, X); B := OV.Add (B, P, X); end if;
            when 5 =>
               if P <= TV.Last (A) then A := TV.Remove (A, P); B := OV.Remove (B, P); end if;
            when 6 .. 7 =>
               if P <= TV.Last (A) then A := TV.Set (A, P, X); B := OV.Set (B, P, X); end if;
            when others =>
               A2 := A; B2 := B;
         end case;
         Same ("vector length", True, Integer (TV.Length (A)) = To_Integer (OV.Length (B)));
         Same ("vector last", True, TV.Last (A) = OV.Last (B));
         for I in 1 .. TV.Last (A) loop
            Same ("vector get", True, TV.Get (A, I) = OV.Get (B, I));
         end loop;
         Same ("vector =", A = A2, B = B2);
         Same ("vector <", A < A2, B < B2);
         Same ("vector <=", A2 <= A, B2 <= B);
         Same ("vector contains", TV.Contains (A, P, TV.Last (A), X), OV.Contains (B, P, OV.Last (B), X));
         Same ("vector constant", TV.Constant_Range (A, P, TV.Last (A), X), OV.Constant_Range (B, P, OV.Last (B), X));
         if TV.Last (A) = TV.Last (A2) and then P <= TV.Last (A) then
            Same ("vector except", TV.Equal_Except (A, A2, P), OV.Equal_Except (B, B2, P));
            Same ("vector range", TV.Range_Equal (A, A2, P, TV.Last (A)), OV.Range_Equal (B, B2, P, OV.Last (B)));
         end if;
         if TV.Last (A) >= 1 and then TV.Last (A2) >= TV.Last (A) + 1 then
            Same ("vector shifted", TV.Range_Shifted (A, A2, 1, TV.Last (A), 1),
                  OV.Range_Shifted (B, B2, 1, OV.Last (B), To_Big_Integer (1)));
         end if;
      end loop;
   end Vectors;

   package TS is new Ada.Containers.Functional_Sets (Integer);
   package OS is new SPARK.Containers.Functional.Sets (Integer);
   procedure Sets is
      use TS, OS;
      A, A2 : TS.Set;
      B, B2 : OS.Set;
      X     : Number;

      --  The intersection, element by element: that of GNAT 12 fails its own postcondition.
      function Common (Left, Right : TS.Set) return TS.Set is
         Result : TS.Set := TS.Remove (TS.Add (Left, 100), 100);
      begin
         for Y in Number loop
            if TS.Contains (Left, Y) and not TS.Contains (Right, Y) then
               Result := TS.Remove (Result, Y);
            end if;
         end loop;
         return Result;
      end Common;
   begin
      --  An empty set that nothing was added to has no base in GNAT's library.
      A := TS.Remove (TS.Add (A, 1), 1);
      A2 := A;
      for Step in 1 .. 60 loop
         X := R;
         if R < 2 then
            A2 := A; B2 := B;
         elsif R = 0 then
            A := TS.Union (A, A2); B := OS.Union (B, B2);
         elsif R = 0 then
            A := Common (A, A2); B := OS.Intersection (B, B2);
         elsif TS.Contains (A, X) then
            if R < 5 then A := TS.Remove (A, X); B := OS.Remove (B, X); end if;
         else
            A := TS.Add (A, X); B := OS.Add (B, X);
         end if;
         for Y in Number loop
            Same ("set contains", TS.Contains (A, Y), OS.Contains (B, Y));
         end loop;
         Same ("set length", True, Integer (TS.Length (A)) = To_Integer (OS.Length (B)));
         Same ("set =", A = A2, B = B2);
         Same ("set <=", A <= A2, B <= B2);
         Same ("set empty", TS.Is_Empty (A), OS.Is_Empty (B));
         Same ("set except", TS.Included_Except (A, A2, X), OS.Included_Except (B, B2, X));
         Same ("set in union", TS.Included_In_Union (A, A2, A), OS.Included_In_Union (B, B2, B));
         Same ("set intersection", TS.Includes_Intersection (A2, A, A2), OS.Includes_Intersection (B2, B, B2));
         Same ("set not both", TS.Not_In_Both (A, A2, A), OS.Not_In_Both (B, B2, B));
         Same ("set overlap", TS.No_Overlap (A, A2), OS.No_Overlap (B, B2));
         Same ("set overlaps", True, Integer (TS.Length (Common (A, A2))) = To_Integer (OS.Num_Overlaps (B, B2)));
      end loop;
   end Sets;

   package TM is new Ada.Containers.Functional_Maps (Number, Integer);
   package OM is new SPARK.Containers.Functional.Maps (Number, Integer);
   procedure Maps is
      use TM, OM;
      A, A2 : TM.Map;
      B, B2 : OM.Map;
      X, Z  : Number;
   begin
      for Step in 1 .. 60 loop
         X := R; Z := R;
         if R < 2 then
            A2 := A; B2 := B;
         elsif TM.Has_Key (A, X) then
            if R < 4 then A := TM.Remove (A, X); B := OM.Remove (B, X);
            else A := TM.Set (A, X, R mod 3); B := OM.Set (B, X, TM.Get (A, X)); end if;
         else
            A := TM.Add (A, X, R mod 3); B := OM.Add (B, X, TM.Get (A, X));
         end if;
         for Y in Number loop
            Same ("map key", TM.Has_Key (A, Y), OM.Has_Key (B, Y));
            if TM.Has_Key (A, Y) then Same ("map get", True, TM.Get (A, Y) = OM.Get (B, Y)); end if;
         end loop;
         Same ("map length", True, Integer (TM.Length (A)) = To_Integer (OM.Length (B)));
         Same ("map =", A = A2, B = B2);
         Same ("map <=", A <= A2, B <= B2);
         Same ("map keys", TM.Keys_Included (A, A2), OM.Keys_Included (B, B2));
         Same ("map same", TM.Same_Keys (A, A2), OM.Same_Keys (B, B2));
         Same ("map except", TM.Keys_Included_Except (A, A2, X), OM.Keys_Included_Except (B, B2, X));
         Same ("map except 2", TM.Keys_Included_Except (A, A2, X, Z), OM.Keys_Included_Except (B, B2, X, Z));
         if TM.Keys_Included (A, A2) then
            Same ("map elements", TM.Elements_Equal_Except (A, A2, X), OM.Elements_Equal_Except (B, B2, X));
            Same ("map elements 2", TM.Elements_Equal_Except (A, A2, X, Z), OM.Elements_Equal_Except (B, B2, X, Z));
         end if;
      end loop;
   end Maps;

   package TFV is new Ada.Containers.Formal_Vectors (Index, Number);
   package OFV is new SPARK.Containers.Formal.Vectors (Index, Number);
   procedure Formal_Vectors is
      use TFV, OFV;
      A, A2 : TFV.Vector (12);
      B, B2 : OFV.Vector (12);
      P     : Index;
      X     : Number;
   begin
      for Step in 1 .. 60 loop
         X := R;
         P := 1 + R mod (Integer (TFV.Length (A)) + 1);
         case R is
            when 0 .. 1 => if TFV.Length (A) < 9 then TFV.Append (A, X); OFV.Append (B, X); end if;
            when 2 => if TFV.Length (A) < 9 then TFV.Prepend (A, X); OFV.Prepend (B, X); end if;
            when 3 => if TFV.Length (A) < 9 then TFV.Insert (A, P, X); OFV.Insert (B, P, X); end if;
            when 4 => if P <= TFV.Last_Index (A) then TFV.Delete (A, P); OFV.Delete (B, P); end if;
            when 5 => if TFV.Length (A) > 0 then TFV.Delete_First (A); OFV.Delete_First (B); end if;
            when 6 => if TFV.Length (A) > 0 then TFV.Delete_Last (A); OFV.Delete_Last (B); end if;
            when 7 => if P <= TFV.Last_Index (A) then
               TFV.Replace_Element (A, P, X); OFV.Replace_Element (B, P, X);
               TFV.Swap (A, 1, P); OFV.Swap (B, 1, P);
            end if;
            when 8 => TFV.Assign (A2, A); OFV.Assign (B2, B);
            when 9 => if TFV.Length (A) + TFV.Length (A2) < 12 then TFV.Append (A, A2); OFV.Append (B, B2); end if;
         end case;
         Same ("vector length", True, TFV.Length (A) = OFV.Length (B));
         for I in 1 .. TFV.Last_Index (A) loop
            Same ("vector element", True, TFV.Element (A, I) = OFV.Element (B, I));
         end loop;
         Same ("vector =", A = A2, B = B2);
         declare
            use TFV.Formal_Model, OFV.Formal_Model;
            M  : constant TFV.Formal_Model.M.Sequence := TFV.Formal_Model.Model (A) with Ghost;
            N  : constant OFV.Formal_Model.M.Sequence := OFV.Formal_Model.Model (B) with Ghost;
            M2 : constant TFV.Formal_Model.M.Sequence := TFV.Formal_Model.Model (A2) with Ghost;
            N2 : constant OFV.Formal_Model.M.Sequence := OFV.Formal_Model.Model (B2) with Ghost;
         begin
            Alike ("vector model last", True, TFV.Last_Index (A) = OFV.Formal_Model.M.Last (N));
            for I in 1 .. TFV.Last_Index (A) loop
               Alike ("vector model", True, TFV.Formal_Model.Element (M, I) = OFV.Formal_Model.Element (N, I));
               Alike ("vector model contains",
                     TFV.Formal_Model.M.Contains (M, 1, I, X), OFV.Formal_Model.M.Contains (N, 1, I, X));
            end loop;
            Alike ("vector model =", M = M2, N = N2);
            Alike ("vector model <", M < M2, N < N2);
            Alike ("vector model <=", M2 <= M, N2 <= N);
            --  GNAT's unit takes no empty vectors there.
            if TFV.Length (A) > 0 then
               Alike ("vector model reversed",
                      TFV.Formal_Model.M_Elements_Reversed (M, M2), OFV.Formal_Model.M_Elements_Reversed (N, N2));
            end if;
            if TFV.Length (A) in 1 .. 9 then
               Alike ("vector model add", True,
                     OFV.Formal_Model.M.Get (OFV.Formal_Model.M.Add (N, X), OFV.Last_Index (B) + 1) = X);
               Alike ("vector model set", True,
                     OFV.Formal_Model.M.Equal_Except (N, OFV.Formal_Model.M.Set (N, 1, X), 1));
               Alike ("vector model remove", True,
                     OFV.Formal_Model.M.Range_Equal
                       (N, OFV.Formal_Model.M.Remove (N, OFV.Last_Index (B)), 1, OFV.Last_Index (B) - 1));
            end if;
         end;
         Same ("vector contains", TFV.Contains (A, X), OFV.Contains (B, X));
         Same ("vector find", True, TFV.Find_Index (A, X, P) = OFV.Find_Index (B, X, P));
         Same ("vector has", TFV.Has_Element (A, P), OFV.Has_Element (B, P));
         if TFV.Length (A) > 0 then
            Same ("vector first", True, TFV.First_Element (A) = OFV.First_Element (B));
            Same ("vector last", True, TFV.Last_Element (A) = OFV.Last_Element (B));
         end if;
      end loop;
   end Formal_Vectors;

   package TL is new Ada.Containers.Formal_Doubly_Linked_Lists (Number);
   package OL is new SPARK.Containers.Formal.Doubly_Linked_Lists (Number);
   procedure Lists is
      use TL, OL;
      A, A2 : TL.List (12);
      B, B2 : OL.List (12);
      CA    : TL.Cursor;
      CB    : OL.Cursor;
      X     : Number;

      --  Element by element: the "=" of GNAT's library looks at nodes of the other list in its own order.
      function Equal (Left, Right : TL.List) return Boolean is
         C1 : TL.Cursor := TL.First (Left);
         C2 : TL.Cursor := TL.First (Right);
      begin
         while TL.Has_Element (Left, C1) and then TL.Has_Element (Right, C2) loop
            if TL.Element (Left, C1) /= TL.Element (Right, C2) then
               return False;
            end if;
            TL.Next (Left, C1);
            TL.Next (Right, C2);
         end loop;
         return TL.Has_Element (Left, C1) = TL.Has_Element (Right, C2);
      end Equal;
   begin
      for Step in 1 .. 60 loop
         X := R;
         CA := TL.First (A); CB := OL.First (B);
         for I in 1 .. R loop
            TL.Next (A, CA); OL.Next (B, CB);
         end loop;
         case R is
            when 0 .. 1 => if TL.Length (A) < 9 then TL.Append (A, X); OL.Append (B, X); end if;
            when 2 => if TL.Length (A) < 9 then TL.Prepend (A, X); OL.Prepend (B, X); end if;
            when 3 => if TL.Length (A) < 9 then TL.Insert (A, CA, X); OL.Insert (B, CB, X); end if;
            when 4 => if TL.Has_Element (A, CA) then TL.Delete (A, CA); OL.Delete (B, CB); end if;
            when 5 => TL.Delete_First (A); OL.Delete_First (B);
            when 6 => TL.Delete_Last (A); OL.Delete_Last (B);
            when 7 => if TL.Has_Element (A, CA) then
               TL.Replace_Element (A, CA, X); OL.Replace_Element (B, CB, X);
            end if;
            when others => TL.Assign (A2, A); OL.Assign (B2, B);
         end case;
         Same ("list length", True, TL.Length (A) = OL.Length (B));
         Same ("list =", Equal (A, A2), B = B2);
         Same ("list contains", TL.Contains (A, X), OL.Contains (B, X));
         declare
            use TL.Formal_Model, OL.Formal_Model;
            M  : constant TL.Formal_Model.M.Sequence := TL.Formal_Model.Model (A) with Ghost;
            N  : constant OL.Formal_Model.M.Sequence := OL.Formal_Model.Model (B) with Ghost;
            M2 : constant TL.Formal_Model.M.Sequence := TL.Formal_Model.Model (A2) with Ghost;
            N2 : constant OL.Formal_Model.M.Sequence := OL.Formal_Model.Model (B2) with Ghost;
            P  : constant TL.Formal_Model.P.Map := TL.Formal_Model.Positions (A) with Ghost;
            Q  : constant OL.Formal_Model.P.Map := OL.Formal_Model.Positions (B) with Ghost;
            D  : TL.Cursor := TL.First (A);
            E  : OL.Cursor := OL.First (B);
         begin
            Alike ("list model last", True, TL.Length (A) = OL.Formal_Model.M.Last (N));
            for I in 1 .. TL.Length (A) loop
               Alike ("list model", True, TL.Formal_Model.Element (M, I) = OL.Formal_Model.Element (N, I));
               Alike ("list position", True, TL.Formal_Model.P.Get (P, D) = OL.Formal_Model.P.Get (Q, E));
               Alike ("list key", TL.Formal_Model.P.Has_Key (P, D), OL.Formal_Model.P.Has_Key (Q, E));
               TL.Next (A, D); OL.Next (B, E);
            end loop;
            Alike ("list no key", TL.Formal_Model.P.Has_Key (P, D), OL.Formal_Model.P.Has_Key (Q, E));
            Alike ("list positions", P = TL.Formal_Model.Positions (A), Q = OL.Formal_Model.Positions (B));
            Alike ("list model =", M = M2, N = N2);
            Alike ("list model <", M < M2, N < N2);
            Alike ("list model <=", M2 <= M, N2 <= N);
            Alike ("list model reversed",
                  TL.Formal_Model.M_Elements_Reversed (M, M2), OL.Formal_Model.M_Elements_Reversed (N, N2));
            if TL.Length (A) > 0 then
               Alike ("list model included",
                     TL.Formal_Model.M_Elements_Included
                       (Left => M, L_Lst => TL.Length (A), Right => M2, R_Lst => TL.Length (A2)),
                     OL.Formal_Model.M_Elements_Included
                       (Left => N, L_Lst => OL.Length (B), Right => N2, R_Lst => OL.Length (B2)));
               OL.Delete_First (B);
               Alike ("list keys", True, OL.Formal_Model.P.Keys_Included (OL.Formal_Model.Positions (B), Q));
               Alike ("list fewer keys", False, OL.Formal_Model.P.Same_Keys (OL.Formal_Model.Positions (B), Q));
               Alike ("list shifted", True,
                     OL.Formal_Model.M.Range_Shifted (OL.Formal_Model.Model (B), N, 1, OL.Length (B), 1));
               TL.Delete_First (A);
            end if;
         end;
         CA := TL.First (A); CB := OL.First (B);
         loop
            Same ("list has", TL.Has_Element (A, CA), OL.Has_Element (B, CB));
            exit when not TL.Has_Element (A, CA);
            Same ("list element", True, TL.Element (A, CA) = OL.Element (B, CB));
            Same ("list find", TL.Has_Element (A, TL.Find (A, X, CA)), OL.Has_Element (B, OL.Find (B, X, CB)));
            CA := TL.Next (A, CA); CB := OL.Next (B, CB);
         end loop;
         CA := TL.Last (A); CB := OL.Last (B);
         while TL.Has_Element (A, CA) loop
            Same ("list back", True, TL.Element (A, CA) = OL.Element (B, CB));
            TL.Previous (A, CA); OL.Previous (B, CB);
         end loop;
         Same ("list front", OL.Has_Element (B, CB), False);
      end loop;
   end Lists;

   function Hash (X : Number) return Hash_Type is (Hash_Type (X) mod 3);
   package TH is new Ada.Containers.Formal_Hashed_Maps (Number, Integer, Hash);
   package OH is new SPARK.Containers.Formal.Hashed_Maps (Number, Integer, Hash);
   package TO is new Ada.Containers.Formal_Ordered_Maps (Number, Integer);
   package OO is new SPARK.Containers.Formal.Ordered_Maps (Number, Integer);
   generic
      type M1 (<>) is private; type M2 (<>) is private;
      A, A2 : in out M1;
      B, B2 : in out M2;
      with function Length (M : M1) return Count_Type;
      with function Length (M : M2) return Count_Type;
      with procedure Insert (M : in out M1; K : Number; E : Integer);
      with procedure Insert (M : in out M2; K : Number; E : Integer);
      with procedure Include (M : in out M1; K : Number; E : Integer);
      with procedure Include (M : in out M2; K : Number; E : Integer);
      with procedure Replace (M : in out M1; K : Number; E : Integer);
      with procedure Replace (M : in out M2; K : Number; E : Integer);
      with procedure Exclude (M : in out M1; K : Number);
      with procedure Exclude (M : in out M2; K : Number);
      with procedure Delete (M : in out M1; K : Number);
      with procedure Delete (M : in out M2; K : Number);
      with procedure Assign (T : in out M1; S : M1);
      with procedure Assign (T : in out M2; S : M2);
      with function Contains (M : M1; K : Number) return Boolean;
      with function Contains (M : M2; K : Number) return Boolean;
      with function Element (M : M1; K : Number) return Integer;
      with function Element (M : M2; K : Number) return Integer;
      with function Equal (L, R : M1) return Boolean;
      with function Equal (L, R : M2) return Boolean;
   procedure Try_Maps;
   procedure Try_Maps is
      X : Number;
   begin
      for Step in 1 .. 60 loop
         X := R;
         case R is
            when 0 .. 2 => if not Contains (A, X) then Insert (A, X, Step mod 4); Insert (B, X, Step mod 4); end if;
            when 3 => Include (A, X, Step mod 4); Include (B, X, Step mod 4);
            when 4 => if Contains (A, X) then Replace (A, X, Step mod 4); Replace (B, X, Step mod 4); end if;
            when 5 => Exclude (A, X); Exclude (B, X);
            when 6 .. 7 => if Contains (A, X) then Delete (A, X); Delete (B, X); end if;
            when others => Assign (A2, A); Assign (B2, B);
         end case;
         Same ("map length", True, Length (A) = Length (B));
         Same ("map =", Equal (A, A2), Equal (B, B2));
         for Y in Number loop
            Same ("map contains", Contains (A, Y), Contains (B, Y));
            if Contains (A, Y) then Same ("map element", True, Element (A, Y) = Element (B, Y)); end if;
         end loop;
      end loop;
   end Try_Maps;
   A, A2 : TH.Map (20, 7);
   B, B2 : OH.Map (20, 7);
   C, C2 : TO.Map (20);
   D, D2 : OO.Map (20);
   procedure Hashed is new Try_Maps
     (TH.Map, OH.Map, A, A2, B, B2, TH.Length, OH.Length, TH.Insert, OH.Insert, TH.Include, OH.Include, TH.Replace,
      OH.Replace, TH.Exclude, OH.Exclude, TH.Delete, OH.Delete, TH.Assign, OH.Assign, TH.Contains, OH.Contains,
      TH.Element, OH.Element, TH."=", OH."=");
   procedure Ordered is new Try_Maps
     (TO.Map, OO.Map, C, C2, D, D2, TO.Length, OO.Length, TO.Insert, OO.Insert, TO.Include, OO.Include, TO.Replace,
      OO.Replace, TO.Exclude, OO.Exclude, TO.Delete, OO.Delete, TO.Assign, OO.Assign, TO.Contains, OO.Contains,
      TO.Element, OO.Element, TO."=", OO."=");
   procedure Order_Of_Keys is
      use type TO.Cursor, OO.Cursor;
      E : TO.Cursor := TO.First (C);
      F : OO.Cursor := OO.First (D);
   begin
      while TO.Has_Element (C, E) loop
         Same ("ordered key", True, TO.Key (C, E) = OO.Key (D, F));
         TO.Next (C, E); OO.Next (D, F);
      end loop;
      Same ("ordered end", OO.Has_Element (D, F), False);
      for Y in Number loop
         E := TO.Floor (C, Y); F := OO.Floor (D, Y);
         Same ("floor", TO.Has_Element (C, E), OO.Has_Element (D, F));
         if TO.Has_Element (C, E) then Same ("floor key", True, TO.Key (C, E) = OO.Key (D, F)); end if;
         E := TO.Ceiling (C, Y); F := OO.Ceiling (D, Y);
         Same ("ceiling", TO.Has_Element (C, E), OO.Has_Element (D, F));
         if TO.Has_Element (C, E) then Same ("ceiling key", True, TO.Key (C, E) = OO.Key (D, F)); end if;
      end loop;
      if not TO.Is_Empty (C) then
         Same ("first", True, TO.First_Key (C) = OO.First_Key (D) and TO.Last_Element (C) = OO.Last_Element (D));
         TO.Delete_First (C); OO.Delete_First (D);
      end if;
   end Order_Of_Keys;

   package THS is new Ada.Containers.Formal_Hashed_Sets (Number, Hash, "=");
   package OHS is new SPARK.Containers.Formal.Hashed_Sets (Number, Hash);
   package TOS is new Ada.Containers.Formal_Ordered_Sets (Number);
   package OOS is new SPARK.Containers.Formal.Ordered_Sets (Number);
   procedure Formal_Sets is
      A : THS.Set (20, 7); B : OHS.Set (20, 7);
      C : TOS.Set (20); D : OOS.Set (20);
      E : TOS.Cursor; F : OOS.Cursor;
      X : Number;
   begin
      for Step in 1 .. 60 loop
         X := R;
         case R is
            when 0 .. 3 =>
               if not THS.Contains (A, X) then
                  THS.Insert (A, X); OHS.Insert (B, X); TOS.Insert (C, X); OOS.Insert (D, X);
               end if;
            when 4 => THS.Include (A, X); OHS.Include (B, X); TOS.Include (C, X); OOS.Include (D, X);
            when 5 .. 6 => THS.Exclude (A, X); OHS.Exclude (B, X); TOS.Exclude (C, X); OOS.Exclude (D, X);
            when others =>
               if THS.Contains (A, X) then
                  THS.Delete (A, X); OHS.Delete (B, X); TOS.Delete (C, X); OOS.Delete (D, X);
               end if;
         end case;
         Same ("sets", True, THS.Length (A) = OHS.Length (B) and TOS.Length (C) = OOS.Length (D));
         for Y in Number loop
            Same ("hashed set", THS.Contains (A, Y), OHS.Contains (B, Y));
            Same ("ordered set", TOS.Contains (C, Y), OOS.Contains (D, Y));
         end loop;
         E := TOS.First (C); F := OOS.First (D);
         while TOS.Has_Element (C, E) loop
            Same ("ordered element", True, TOS.Element (C, E) = OOS.Element (D, F));
            TOS.Next (C, E); OOS.Next (D, F);
         end loop;
         Same ("ordered end", OOS.Has_Element (D, F), False);
      end loop;
   end Formal_Sets;
begin
   Random.Reset (G, 1);
   for Round in 1 .. 200 loop
      Vectors; Sets; Maps; Formal_Vectors; Lists; Hashed; Ordered; Order_Of_Keys; Formal_Sets;
   end loop;
   Put_Line ("done," & Wrong'Image & " differ");
end Drive;
