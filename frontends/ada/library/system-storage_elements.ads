--  RM 13.7.1: nothing is known of addresses but that they are compared.
package System.Storage_Elements is
   type Storage_Offset is range -2 ** 63 .. 2 ** 63 - 1;
   subtype Storage_Count is Storage_Offset range 0 .. Storage_Offset'Last;
   type Storage_Element is mod 2 ** Storage_Unit with Size => Storage_Unit;
   type Storage_Array is array (Storage_Offset range <>) of aliased Storage_Element with
     Component_Size => Storage_Unit;

   function "+" (Left : Address; Right : Storage_Offset) return Address with
     Import, Exceptional_Cases => (others => False);
   function "+" (Left : Storage_Offset; Right : Address) return Address with
     Import, Exceptional_Cases => (others => False);
   function "-" (Left : Address; Right : Storage_Offset) return Address with
     Import, Exceptional_Cases => (others => False);
   function "-" (Left, Right : Address) return Storage_Offset with
     Import, Exceptional_Cases => (others => False);
   function "mod" (Left : Address; Right : Storage_Offset) return Storage_Offset;

   type Integer_Address is mod 2 ** 64;
   function To_Address (Value : Integer_Address) return Address with
     Import, Exceptional_Cases => (others => False);
   function To_Integer (Value : Address) return Integer_Address with
     Import, Exceptional_Cases => (others => False);
private
   function Any_Rest (Right : Storage_Offset) return Storage_Offset with
     Import,
     Post =>
       (if Right > 0 then Any_Rest'Result in 0 .. Right - 1 else Any_Rest'Result in Right + 1 .. 0),
     Exceptional_Cases => (others => False);
   --  GNAT raises Constraint_Error where the right operand is not positive.
   function "mod" (Left : Address; Right : Storage_Offset) return Storage_Offset is
     (if Right > 0 then Any_Rest (Right) else raise Constraint_Error);
end System.Storage_Elements;
