--  SPARK's name for the package.
with Ada.Numerics.Big_Numbers.Big_Integers;
package SPARK.Big_Integers renames Ada.Numerics.Big_Numbers.Big_Integers;
