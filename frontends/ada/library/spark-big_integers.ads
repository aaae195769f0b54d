--  RM A.5.6: numbers without bounds. The type is a predefined one of the tool.
package SPARK.Big_Integers with Pure is
   subtype Big_Integer is Standard.Hornsolve_Big_Integer;
   subtype Valid_Big_Integer is Big_Integer;
   subtype Big_Positive is Big_Integer with Dynamic_Predicate => Big_Positive > 0;
   subtype Big_Natural is Big_Integer with Dynamic_Predicate => Big_Natural >= 0;

   function Is_Valid (Arg : Big_Integer) return Boolean is (True);

   function In_Range (Arg, Low, High : Big_Integer) return Boolean is (Low <= Arg and Arg <= High);

   function To_Big_Integer (Arg : Integer) return Big_Integer is (Big_Integer (Arg));

   function To_Integer (Arg : Big_Integer) return Integer is (Integer (Arg))
     with Pre => In_Range (Arg, Big_Integer (Integer'First), Big_Integer (Integer'Last));

   generic
      type Int is range <>;
   package Signed_Conversions is
      function To_Big_Integer (Arg : Int) return Big_Integer is (Big_Integer (Arg));
      function From_Big_Integer (Arg : Big_Integer) return Int is (Int (Arg))
        with Pre => In_Range (Arg, Big_Integer (Int'First), Big_Integer (Int'Last));
   end Signed_Conversions;

   generic
      type Int is mod <>;
   package Unsigned_Conversions is
      function To_Big_Integer (Arg : Int) return Big_Integer is (Big_Integer (Arg));
      function From_Big_Integer (Arg : Big_Integer) return Int is (Int (Arg))
        with Pre => In_Range (Arg, Big_Integer (Int'First), Big_Integer (Int'Last));
   end Unsigned_Conversions;

   function Min (L, R : Big_Integer) return Big_Integer is (if L < R then L else R);
   function Max (L, R : Big_Integer) return Big_Integer is (if L > R then L else R);
end SPARK.Big_Integers;
