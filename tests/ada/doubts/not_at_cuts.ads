--  The same with a mistake in each: what the bodies do is not what the contracts say.

with Ada.Numerics.Big_Numbers.Big_Integers;
use  Ada.Numerics.Big_Numbers.Big_Integers;
with Interfaces; use Interfaces;

package Not_At_Cuts with SPARK_Mode is

   --  The condition of the loop holds where the invariants that follow it stand.
   function Blanks_From (Text : String; Start : Positive) return Natural with
     Pre  => Text'First = 1 and then Text'Last <= 5_000 and then Start in Text'Range,
     Post => (for all Offset in 0 .. Blanks_From'Result - 1 => Text (Start + Offset) = ' ');

   --  So does that of an exit in front of them.
   function Blanks_Until (Text : String) return Natural with
     Pre  => Text'First = 1 and then Text'Last <= 5_000,
     Post => (for all Place in 1 .. Blanks_Until'Result => Text (Place) = ' ');

   --  The counter does not come to what is in front of its first value.
   procedure Fill_Behind (Text : in out String; Keep : Positive) with
     Pre  => Text'First = 1 and then Text'Last <= 5_000 and then Keep <= Text'Last
             and then (for all Place in 1 .. Keep => Text (Place) = 'k'),
     Post => (for all Place in Text'Range => Text (Place) = (if Place <= Keep then 'k' else '-'));

   --  Nor to what is behind it, downwards.
   procedure Fill_Before (Text : in out String; Keep : Positive) with
     Pre  => Text'First = 1 and then Text'Last <= 5_000 and then Keep <= Text'Last
             and then (for all Place in Keep .. Text'Last => Text (Place) = 'k'),
     Post => (for all Place in Text'Range => Text (Place) = (if Place >= Keep then 'k' else '-'));

   --  Slices of any length are compared for each place.
   function Occurs_At (Text, Part : String) return Natural with
     Pre  => Text'First = 1 and then Text'Last <= 5_000
             and then Part'First = 1 and then Part'Last in 1 .. Text'Last,
     Post => (if Occurs_At'Result = 0
              then (for all Place in 1 .. Text'Last - Part'Last + 1 => Text (Place .. Place + Part'Last - 1) /= Part)
              else Text (Occurs_At'Result .. Occurs_At'Result + Part'Last - 1) = Part);

   --  The body chooses among expressions, and calls of it stand below quantifiers.
   function Weight (Letter : Character) return Natural with
     Post => Weight'Result <= 300;

   function All_Light (Text : String; Limit : Natural) return Boolean with
     Pre  => Text'First = 1 and then Text'Last <= 5_000,
     Post => All_Light'Result = (for all Place in Text'Range => Weight (Text (Place)) < Limit);

   function Wrapped_Power (Base : Unsigned_32; Times : Natural) return Unsigned_32 with
     Post => Wrapped_Power'Result = Base ** Times;

   function Power (Base : Integer; Times : Natural) return Big_Integer with
     Post => Power'Result = To_Big_Integer (Base) ** Times;

   --  Remainders by what is bound.
   function Least_Divisor (Number : Positive) return Positive with
     Pre  => Number > 1,
     Post => (for all Less in 2 .. Least_Divisor'Result - 1 => Number rem Less /= 0);

end Not_At_Cuts;
