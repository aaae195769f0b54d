--  RM 13.13.1. What streams of the program do is their own; attributes that read and write values are not supported.
package Ada.Streams is
   type Root_Stream_Type is abstract tagged limited private;

   type Stream_Element is mod 2 ** 8;
   type Stream_Element_Offset is range -(2 ** 63) .. 2 ** 63 - 1;
   subtype Stream_Element_Count is Stream_Element_Offset range 0 .. Stream_Element_Offset'Last;
   type Stream_Element_Array is array (Stream_Element_Offset range <>) of aliased Stream_Element;

   procedure Read
     (Stream : in out Root_Stream_Type; Item : out Stream_Element_Array; Last : out Stream_Element_Offset) is abstract;
   procedure Write (Stream : in out Root_Stream_Type; Item : Stream_Element_Array) is abstract;
private
   type Root_Stream_Type is abstract tagged limited null record;
end Ada.Streams;
