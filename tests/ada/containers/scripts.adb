with Ada.Numerics.Discrete_Random;
with Ada.Text_IO;
package body Scripts is
   subtype Number is Integer range 0 .. 999;
   package Random is new Ada.Numerics.Discrete_Random (Number);
   G : Random.Generator;

   function Below (N : Positive) return Natural is (Random.Random (G) mod N);

   function Run (Ops : Script; Ks : Cases) return String is
      function Rest (From : Positive) return String is
      begin
         if From > Ops'Last then
            return "";
         end if;
         declare
            One : constant String := Step (Ops (From), Ks (From));
         begin
            return One & ' ' & Seen & "; " & Rest (From + 1);
         end;
      end Rest;
   begin
      return Rest (1);
   end Run;

   procedure Compare is
      Wrong, Tried : Natural := 0;
      Ops : Script;
      Ks  : Cases;
   begin
      Random.Reset (G, 1);
      for I in 1 .. 60_000 loop
         for J in Ops'Range loop
            Ops (J) := Operation'Val (Below (Operation'Pos (Operation'Last) + 1));
            Ks (J) := Some_Case;
         end loop;
         Tried := Tried + 1;
         if Theirs (Ops, Ks) /= Ours (Ops, Ks) then
            Wrong := Wrong + 1;
            if Wrong < 10 then
               for J in Ops'Range loop
                  Ada.Text_IO.Put_Line (Ops (J)'Image & Ks (J)'Image);
               end loop;
               Ada.Text_IO.Put_Line (Theirs (Ops, Ks));
               Ada.Text_IO.Put_Line (Ours (Ops, Ks));
            end if;
         end if;
      end loop;
      Ada.Text_IO.Put_Line ("done," & Wrong'Image & " of" & Tried'Image & " differ");
   end Compare;
end Scripts;
