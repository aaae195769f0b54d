with Ada.Exceptions.Traceback;
with System;

--  GNAT RM 12, GNAT.Traceback: any calls.
package GNAT.Traceback is
   subtype Code_Loc is System.Address;
   subtype Tracebacks_Array is Ada.Exceptions.Traceback.Tracebacks_Array;
   procedure Call_Chain (Traceback : out Tracebacks_Array; Len : out Natural) with
     Import, Post => Len <= Traceback'Length, Exceptional_Cases => (others => False);
end GNAT.Traceback;
