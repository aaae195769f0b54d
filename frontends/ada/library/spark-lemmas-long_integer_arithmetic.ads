with SPARK.Lemmas.Arithmetic;
package SPARK.Lemmas.Long_Integer_Arithmetic is new SPARK.Lemmas.Arithmetic (Long_Integer);
