with Interfaces;
with SPARK.Lemmas.Mod_Arithmetic;
package SPARK.Lemmas.Mod64_Arithmetic is new SPARK.Lemmas.Mod_Arithmetic (Interfaces.Unsigned_64);
