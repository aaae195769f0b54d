with SPARK.Lemmas.Arithmetic;
package SPARK.Lemmas.Integer_Arithmetic is new SPARK.Lemmas.Arithmetic (Integer);
