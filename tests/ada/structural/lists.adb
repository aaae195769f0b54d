package body Lists is
   function Length (L : access constant Cell) return Natural is
   begin
      return (if L = null then 0 else Length (L.Next));  --  proved
   end Length;

   function Same (L : access constant Cell) return Natural is
   begin
      return (if L = null then 0 else Same (L));  --  open
   end Same;

   procedure Zero (L : access Cell) is
   begin
      if L /= null then
         L.Value := 0;
         Zero (L.Next);  --  proved
         L.Next := new Cell'(0, L.Next);
      end if;
   end Zero;

   procedure Grow (L : access Cell) is
   begin
      if L /= null then
         L.Next := new Cell'(0, L.Next);
         Grow (L.Next);  --  open
      end if;
   end Grow;

   procedure Borrow (L : access Cell) is
      B : access Cell := L;
   begin
      if B /= null then
         B := B.Next;
         Borrow (B);  --  proved
         if B /= null then
            B.Next := null;
         end if;
      end if;
   end Borrow;

   procedure Twice (L : access Cell) is
   begin
      for I in 1 .. 2 loop
         if L /= null then
            Twice (L.Next);  --  open
            L.Next := new Cell'(I, L.Next);
         end if;
      end loop;
   end Twice;

   function Even (L : access constant Cell) return Boolean is
   begin
      return (if L = null then True else Odd (L.Next));  --  proved
   end Even;

   function Odd (L : access constant Cell) return Boolean is
   begin
      return (if L = null then False else Even (L));  --  open
   end Odd;

   function Find (L : access constant Cell; V : Integer) return Boolean is
      C : access constant Cell := L;
   begin
      while C /= null loop
         pragma Loop_Variant (Structural => C);  --  proved
         if C.Value = V then
            return True;
         end if;
         C := C.Next;
      end loop;
      return False;
   end Find;

   function Stuck (L : access constant Cell; V : Integer) return Boolean is
      C : access constant Cell := L;
   begin
      while C /= null loop
         pragma Loop_Variant (Structural => C);  --  open
         if C.Value /= V then
            C := C.Next;
         end if;
      end loop;
      return False;
   end Stuck;
end Lists;
