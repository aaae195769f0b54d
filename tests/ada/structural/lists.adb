package body Lists is
   Ended : Boolean := False;

   overriding procedure Finalize (G : in out Guard) is
   begin
      Ended := True;
   end Finalize;

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

   -- What subprograms inside change of the variables around them.

   procedure Inside (L : access Cell) is
      procedure Insert is
      begin
         L.Next := new Cell'(0, L.Next);
      end Insert;
   begin
      if L /= null then
         Insert;
         Inside (L.Next);  --  open
      end if;
   end Inside;

   function Reset (L : access constant Cell) return Boolean is
      C : access constant Cell := L;
      procedure Start is
      begin
         C := L;
      end Start;
   begin
      while C /= null loop
         pragma Loop_Variant (Structural => C);  --  open
         C := C.Next;
         Start;
      end loop;
      return False;
   end Reset;

   -- Statements that finalize an object.

   procedure Guarded (L : access Cell) is
   begin
      if L /= null then
         declare
            G : Guard;
         begin
            Guarded (L.Next);  --  proved
         end;
      end if;
   end Guarded;

   procedure Guarded_Grow (L : access Cell) is
   begin
      if L /= null then
         declare
            G : Guard;
         begin
            L.Next := new Cell'(0, L.Next);
         end;
         Guarded_Grow (L.Next);  --  open
      end if;
   end Guarded_Grow;

   function Guarded_Find (L : access constant Cell) return Boolean is
      C : access constant Cell := L;
   begin
      while C /= null loop
         pragma Loop_Variant (Structural => C);  --  proved
         declare
            G : Guard;
         begin
            C := C.Next;
         end;
      end loop;
      return False;
   end Guarded_Find;

   function Guarded_Reset (L : access constant Cell) return Boolean is
      C : access constant Cell := L;
   begin
      while C /= null loop
         pragma Loop_Variant (Structural => C);  --  open
         C := C.Next;
         declare
            G : Guard;
         begin
            C := L;
         end;
      end loop;
      return False;
   end Guarded_Reset;
end Lists;
