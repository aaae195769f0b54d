--  The body of a subprogram freezes the subtypes in front of it: their predicates are known inside.
procedure Predicate_In_Body is
   package Days is
      procedure Count (N : out Natural; Last : out Natural);
   end Days;
   package body Days is
      type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
      for Day use (Mon => 1, Tue => 2, Wed => 4, Thu => 8, Fri => 16, Sat => 32, Sun => 64);
      subtype Odd_Day is Day with Static_Predicate => Odd_Day in Mon | Wed | Fri | Sun;

      procedure Count (N : out Natural; Last : out Natural) is
      begin
         N := 0;
         Last := 0;
         for D in Odd_Day loop
            N := N + 1;
            case D is
               when Odd_Day => Last := Day'Pos (D);
               when others => N := 100;
            end case;
         end loop;
      end Count;
   end Days;
   N, Last : Natural;
begin
   Days.Count (N, Last);
   pragma Assert (N = 4 and Last = 6);
   pragma Assert (N = 5);  --  fails: VC_ASSERT
end Predicate_In_Body;
