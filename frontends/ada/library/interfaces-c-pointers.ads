with Interfaces.C.Strings;

--  RM B.3.2 but for arithmetic and copies: what lies behind an element is any array.
generic
   type Index is (<>);
   type Element is private;
   type Element_Array is array (Index range <>) of aliased Element;
   Default_Terminator : Element;
package Interfaces.C.Pointers is
   type Pointer is access all Element;
   Pointer_Error : exception;

   function Value (Ref : Pointer; Terminator : Element := Default_Terminator) return Element_Array;
   function Value (Ref : Pointer; Length : ptrdiff_t) return Element_Array;
   function Virtual_Length (Ref : Pointer; Terminator : Element := Default_Terminator) return ptrdiff_t;
private
   function Any_Array return Element_Array with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   function Any_Length return ptrdiff_t with
     Import, Post => Any_Length'Result >= 0, Exceptional_Cases => (others => False);

   function Value (Ref : Pointer; Terminator : Element := Default_Terminator) return Element_Array is
     (if Ref = null then raise Strings.Dereference_Error else Any_Array);
   function Value (Ref : Pointer; Length : ptrdiff_t) return Element_Array is
     (if Ref = null then raise Strings.Dereference_Error
      elsif Length <= 0 and then Any_Choice then raise Constraint_Error
      else Any_Array);
   function Virtual_Length (Ref : Pointer; Terminator : Element := Default_Terminator) return ptrdiff_t is
     (if Ref = null then raise Strings.Dereference_Error else Any_Length);
end Interfaces.C.Pointers;
