--  RM A.18.18: whether there is an element, but not which one.
generic
   type Element_Type (<>) is private;
   with function "=" (Left, Right : Element_Type) return Boolean is <>;
package Ada.Containers.Indefinite_Holders is
   type Holder is tagged private;
   Empty_Holder : constant Holder;

   function "=" (Left, Right : Holder) return Boolean;
   function To_Holder (New_Item : Element_Type) return Holder;
   function Is_Empty (Container : Holder) return Boolean;
   procedure Clear (Container : in out Holder);
   function Element (Container : Holder) return Element_Type;
   procedure Replace_Element (Container : in out Holder; New_Item : Element_Type);
   procedure Query_Element (Container : Holder; Process : not null access procedure (Element : Element_Type));
   procedure Update_Element
     (Container : in out Holder; Process : not null access procedure (Element : in out Element_Type));
   procedure Assign (Target : in out Holder; Source : Holder);
   function Copy (Source : Holder) return Holder;
   procedure Move (Target : in out Holder; Source : in out Holder);
private
   type Holder is tagged record
      Full : Boolean := False;
   end record;
   Empty_Holder : constant Holder := (Full => False);

   function Is_Empty (Container : Holder) return Boolean is (not Container.Full);
   function To_Holder (New_Item : Element_Type) return Holder is (Full => True);
   function Copy (Source : Holder) return Holder is (Source);
end Ada.Containers.Indefinite_Holders;
