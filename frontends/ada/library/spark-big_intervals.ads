--  SPARK's library, Big_Intervals: intervals of big numbers to iterate over.
with SPARK.Big_Integers; use SPARK.Big_Integers;

package SPARK.Big_Intervals with SPARK_Mode is
   type Interval is record
      First, Last : Big_Integer;
   end record
   with
     Iterable => (First       => First,
                  Has_Element => In_Range,
                  Next        => Next,
                  Count       => Iter_Count,
                  Cursor_At   => Iter_Cursor_At);

   function First (I : Interval) return Big_Integer is (I.First);
   function Next (I : Interval; X : Big_Integer) return Big_Integer is (X + 1);
   function In_Range (I : Interval; X : Big_Integer) return Boolean is (In_Range (X, I.First, I.Last));

   function Iter_Count (I : Interval) return Big_Integer is (I.Last - I.First + 1);
   function Iter_Cursor_At (I : Interval; Number : Big_Integer) return Big_Integer is (I.First + Number - 1);
end SPARK.Big_Intervals;
