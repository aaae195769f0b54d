--  A byte put into a word at any bit. With a slip.
with Interfaces; use Interfaces;
package Field_Insert_Slip is
   subtype Position is Natural range 0 .. 24;
   function Extract (W : Unsigned_32; At_Bit : Position) return Unsigned_8 is
     (Unsigned_8 (Shift_Right (W, At_Bit) and 16#FF#));
   subtype Word is Unsigned_32;
   procedure Insert (W : in out Word; At_Bit : Position; Value : Unsigned_8) with
     Post => Extract (W, At_Bit) = Value
       and then (W and not Shift_Left (16#FF#, At_Bit)) = (W'Old and not Shift_Left (16#FF#, At_Bit));
end Field_Insert_Slip;
