--  Ada.Strings.Fixed as GNAT has it beside the text of the tool's own library, on many short strings.
with Ada.Strings; use Ada.Strings;
with Ada.Strings.Fixed;
with Own_Fixed;
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Numerics.Discrete_Random;
with Ada.Text_IO; use Ada.Text_IO;
procedure Drive_Fixed is
   package F renames Ada.Strings.Fixed;
   package O renames Own_Fixed;
   subtype Number is Integer range 0 .. 999;
   package Random is new Ada.Numerics.Discrete_Random (Number);
   G : Random.Generator;
   function Below (N : Positive) return Natural is (Random.Random (G) mod N);

   Letters : constant String := "  aab*";

   function Any_String (Most : Natural; First : Positive) return String is
      S : String (First .. First - 1 + Below (Most + 1));
   begin
      for C of S loop
         C := Letters (1 + Below (6));
      end loop;
      return S;
   end Any_String;

   Wrong, Tried : Natural := 0;

   generic
      with function Theirs return String;
      with function Ours return String;
   procedure Compare (What : String);
   procedure Compare (What : String) is
      generic
         with function Text return String;
      function Outcome return String;
      function Outcome return String is
      begin
         declare
            R : constant String := Text;
         begin
            return '"' & R & '"' & Integer'Image (R'First);
         end;
      exception
         when X : others => return Exception_Name (X);
      end Outcome;
      function Left is new Outcome (Theirs);
      function Right is new Outcome (Ours);
      A : constant String := Left;
      B : constant String := Right;
   begin
      Tried := Tried + 1;
      if A /= B then
         Wrong := Wrong + 1;
         if Wrong < 30 then
            Put_Line (What & ": " & A & " and " & B);
         end if;
      end if;
   end Compare;

   procedure One is
      S  : constant String := Any_String (6, 1 + Below (3));
      P  : constant String := Any_String (3, 1 + Below (3));
      N  : constant Positive := 1 + Below (9);
      M  : constant Natural := Below (9);
      D  : constant Direction := Direction'Val (Below (2));
      E  : constant Trim_End := Trim_End'Val (Below (3));
      T  : constant Truncation := Truncation'Val (Below (3));
      J  : constant Alignment := Alignment'Val (Below (3));
      C  : constant Character := (if Below (2) = 0 then ' ' else '*');
      W  : constant String :=
        "(""" & S & """" & S'First'Image & ", """ & P & """," & N'Image & M'Image & ' ' & D'Image & ' ' & E'Image
        & ' ' & T'Image & ' ' & J'Image & " '" & C & "')";

      generic
         with function Theirs return String;
         with function Ours return String;
      procedure Check (What : String);
      procedure Check (What : String) is
         procedure Both is new Compare (Theirs, Ours);
      begin
         Both (What & ' ' & W);
      end Check;

      generic
         with procedure Theirs (X : in out String);
         with procedure Ours (X : in out String);
      procedure Check_Change (What : String);
      procedure Check_Change (What : String) is
         function A return String is
            X : String := S;
         begin
            Theirs (X);
            return X;
         end A;
         function B return String is
            X : String := S;
         begin
            Ours (X);
            return X;
         end B;
         procedure Both is new Compare (A, B);
      begin
         Both (What & ' ' & W);
      end Check_Change;

      function F1 return String is (F.Index (S, P, D)'Image);
      function O1 return String is (O.Index (S, P, D)'Image);
      procedure C1 is new Check (F1, O1);
      function F2 return String is (F.Index (S, P, N, D)'Image);
      function O2 return String is (O.Index (S, P, N, D)'Image);
      procedure C2 is new Check (F2, O2);
      function F3 return String is (F.Index_Non_Blank (S, D)'Image);
      function O3 return String is (O.Index_Non_Blank (S, D)'Image);
      procedure C3 is new Check (F3, O3);
      function F4 return String is (F.Index_Non_Blank (S, N, D)'Image);
      function O4 return String is (O.Index_Non_Blank (S, N, D)'Image);
      procedure C4 is new Check (F4, O4);
      function F5 return String is (F.Count (S, P)'Image);
      function O5 return String is (O.Count (S, P)'Image);
      procedure C5 is new Check (F5, O5);
      function F6 return String is (F.Replace_Slice (S, N, M, P));
      function O6 return String is (O.Replace_Slice (S, N, M, P));
      procedure C6 is new Check (F6, O6);
      function F7 return String is (F.Insert (S, N, P));
      function O7 return String is (O.Insert (S, N, P));
      procedure C7 is new Check (F7, O7);
      function F8 return String is (F.Overwrite (S, N, P));
      function O8 return String is (O.Overwrite (S, N, P));
      procedure C8 is new Check (F8, O8);
      function F9 return String is (F.Delete (S, N, M));
      function O9 return String is (O.Delete (S, N, M));
      procedure C9 is new Check (F9, O9);
      function Fa return String is (F.Trim (S, E));
      function Oa return String is (O.Trim (S, E));
      procedure Ca is new Check (Fa, Oa);
      function Fb return String is (F.Head (S, M, C));
      function Ob return String is (O.Head (S, M, C));
      procedure Cb is new Check (Fb, Ob);
      function Fc return String is (F.Tail (S, M, C));
      function Oc return String is (O.Tail (S, M, C));
      procedure Cc is new Check (Fc, Oc);
      function Fd return String is (F."*" (M, P) & F."*" (M, C));
      function Od return String is (O."*" (M, P) & O."*" (M, C));
      procedure Cd is new Check (Fd, Od);

      procedure Fe (X : in out String) is
      begin
         F.Move (P, X, T, J, C);
      end Fe;
      procedure Oe (X : in out String) is
      begin
         O.Move (P, X, T, J, C);
      end Oe;
      procedure Ce is new Check_Change (Fe, Oe);
      procedure Ff (X : in out String) is
      begin
         F.Replace_Slice (X, N, M, P, T, J, C);
      end Ff;
      procedure Og (X : in out String) is
      begin
         O.Replace_Slice (X, N, M, P, T, J, C);
      end Og;
      procedure Cf is new Check_Change (Ff, Og);
      procedure Fh (X : in out String) is
      begin
         F.Insert (X, N, P, T);
      end Fh;
      procedure Oh (X : in out String) is
      begin
         O.Insert (X, N, P, T);
      end Oh;
      procedure Ch is new Check_Change (Fh, Oh);
      procedure Fi (X : in out String) is
      begin
         F.Overwrite (X, N, P, T);
      end Fi;
      procedure Oi (X : in out String) is
      begin
         O.Overwrite (X, N, P, T);
      end Oi;
      procedure Ci is new Check_Change (Fi, Oi);
      procedure Fj (X : in out String) is
      begin
         F.Delete (X, N, M, J, C);
      end Fj;
      procedure Oj (X : in out String) is
      begin
         O.Delete (X, N, M, J, C);
      end Oj;
      procedure Cj is new Check_Change (Fj, Oj);
      procedure Fk (X : in out String) is
      begin
         F.Trim (X, E, J, C);
      end Fk;
      procedure Ok (X : in out String) is
      begin
         O.Trim (X, E, J, C);
      end Ok;
      procedure Ck is new Check_Change (Fk, Ok);
      procedure Fl (X : in out String) is
      begin
         F.Head (X, M, J, C);
      end Fl;
      procedure Ol (X : in out String) is
      begin
         O.Head (X, M, J, C);
      end Ol;
      procedure Cl is new Check_Change (Fl, Ol);
      procedure Fm (X : in out String) is
      begin
         F.Tail (X, M, J, C);
      end Fm;
      procedure Om (X : in out String) is
      begin
         O.Tail (X, M, J, C);
      end Om;
      procedure Cm is new Check_Change (Fm, Om);
   begin
      C1 ("Index");
      C2 ("Index from");
      C3 ("Index_Non_Blank");
      C4 ("Index_Non_Blank from");
      C5 ("Count");
      C6 ("Replace_Slice");
      C7 ("Insert");
      C8 ("Overwrite");
      C9 ("Delete");
      Ca ("Trim");
      Cb ("Head");
      Cc ("Tail");
      Cd ("*");
      Ce ("Move");
      Cf ("procedure Replace_Slice");
      Ch ("procedure Insert");
      Ci ("procedure Overwrite");
      Cj ("procedure Delete");
      Ck ("procedure Trim");
      Cl ("procedure Head");
      Cm ("procedure Tail");
   end One;
begin
   Random.Reset (G, 1);
   for I in 1 .. 20_000 loop
      One;
   end loop;
   Put_Line ("done," & Wrong'Image & " of" & Tried'Image & " differ");
end Drive_Fixed;
