--  "No element outranks the pick", where outranking compares a function with a loop (population count).
package Outranks with SPARK_Mode is
   type Word is mod 2 ** 32;
   type Table is array (Positive range 1 .. 16) of Word;
   function Bits (W : Word) return Natural with Global => null, Post => Bits'Result <= 32;
   procedure Pick (T : Table; N : Natural; P : out Natural)
     with Pre => N <= 16,
     Post => P <= N and then (if N > 0 then P > 0 and then (for all J in 1 .. N => Bits (T (J)) <= Bits (T (P))));
end Outranks;
