--  GNAT RM 12, GNAT.Table: the array of the components, of which those up to the last one are in use. The others have
--  any values.
generic
   type Table_Component_Type is private;
   type Table_Index_Type is range <>;
   Table_Low_Bound   : Table_Index_Type := Table_Index_Type'First;
   Table_Initial     : Positive := 8;
   Table_Increment   : Natural := 100;
   Table_Name        : String := "";
   Release_Threshold : Natural := 0;
package GNAT.Table is
   subtype Table_Last_Type is Table_Index_Type'Base range Table_Low_Bound - 1 .. Table_Index_Type'Last;
   type Table_Type is array (Table_Index_Type range <>) of Table_Component_Type;

   function Any_Components return Table_Type with
     Import,
     Post =>
       Any_Components'Result'First = Table_Low_Bound and then Any_Components'Result'Last = Table_Index_Type'Last,
     Exceptional_Cases => (others => False);
   Table : Table_Type (Table_Low_Bound .. Table_Index_Type'Last) := Any_Components;

   procedure Init;
   function First return Table_Index_Type;
   function Last return Table_Last_Type;
   procedure Release is null;
   procedure Free;
   procedure Set_Last (New_Val : Table_Last_Type);
   procedure Increment_Last;
   procedure Decrement_Last;
   procedure Append (New_Val : Table_Component_Type);
   procedure Append_All (New_Vals : Table_Type);
   procedure Set_Item (Index : Table_Index_Type; Item : Table_Component_Type);
   function Is_Empty return Boolean;
private
   Top : Table_Last_Type := Table_Low_Bound - 1;

   function First return Table_Index_Type is (Table_Low_Bound);
   function Last return Table_Last_Type is (Top);
   function Is_Empty return Boolean is (Top = Table_Low_Bound - 1);
end GNAT.Table;
