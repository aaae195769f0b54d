package Stores is
   procedure Put;
   procedure Take;
private
   Stock : Integer := 1; --  wrong: Stock : Integer := 0;
end Stores;
