--  GNAT RM 12, GNAT.Case_Util.
package GNAT.Case_Util is
   function To_Upper (A : Character) return Character;
   procedure To_Upper (A : in out String);
   function To_Upper (A : String) return String;

   function To_Lower (A : Character) return Character;
   procedure To_Lower (A : in out String);
   function To_Lower (A : String) return String;

   procedure To_Mixed (A : in out String);
   function To_Mixed (A : String) return String;
end GNAT.Case_Util;
