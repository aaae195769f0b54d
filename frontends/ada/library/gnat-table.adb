package body GNAT.Table is
   procedure Init is
   begin
      Top := Table_Low_Bound - 1;
   end Init;

   procedure Free is
   begin
      Init;
   end Free;

   procedure Set_Last (New_Val : Table_Last_Type) is
   begin
      Top := New_Val;
   end Set_Last;

   procedure Increment_Last is
   begin
      if Top = Table_Index_Type'Last then
         raise Storage_Error;
      end if;
      Top := Top + 1;
   end Increment_Last;

   procedure Decrement_Last is
   begin
      Top := Top - 1;
   end Decrement_Last;

   procedure Append (New_Val : Table_Component_Type) is
   begin
      Increment_Last;
      Table (Top) := New_Val;
   end Append;

   procedure Append_All (New_Vals : Table_Type) is
   begin
      for Value of New_Vals loop
         Append (Value);
      end loop;
   end Append_All;

   procedure Set_Item (Index : Table_Index_Type; Item : Table_Component_Type) is
   begin
      if Index > Top then
         Top := Index;
      end if;
      Table (Index) := Item;
   end Set_Item;
end GNAT.Table;
