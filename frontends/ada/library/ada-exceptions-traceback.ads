with System;

--  GNAT RM 12, Ada.Exceptions.Traceback: any calls.
package Ada.Exceptions.Traceback is
   subtype Code_Loc is System.Address;
   type Tracebacks_Array is array (Positive range <>) of Code_Loc;
   function Tracebacks (E : Exception_Occurrence) return Tracebacks_Array with
     Import,
     Post => Tracebacks'Result'First = 1 and then Tracebacks'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
end Ada.Exceptions.Traceback;
