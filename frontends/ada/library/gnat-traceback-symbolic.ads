with Ada.Exceptions;

--  GNAT RM 12, GNAT.Traceback.Symbolic: any texts.
package GNAT.Traceback.Symbolic is
   function Symbolic_Traceback (Traceback : Tracebacks_Array) return String with
     Import,
     Post => Symbolic_Traceback'Result'First = 1 and then Symbolic_Traceback'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Symbolic_Traceback_No_Hex (Traceback : Tracebacks_Array) return String with
     Import,
     Post => Symbolic_Traceback_No_Hex'Result'First = 1
             and then Symbolic_Traceback_No_Hex'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Symbolic_Traceback (E : Ada.Exceptions.Exception_Occurrence) return String with
     Import,
     Post => Symbolic_Traceback'Result'First = 1 and then Symbolic_Traceback'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Symbolic_Traceback_No_Hex (E : Ada.Exceptions.Exception_Occurrence) return String with
     Import,
     Post => Symbolic_Traceback_No_Hex'Result'First = 1
             and then Symbolic_Traceback_No_Hex'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
end GNAT.Traceback.Symbolic;
