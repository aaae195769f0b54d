package body Ada.Containers.Indefinite_Holders is
   function Any_Element return Element_Type with Import, Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);

   function "=" (Left, Right : Holder) return Boolean is
     (if Left.Full and then Right.Full then Any_Choice else Left.Full = Right.Full);
   function Element (Container : Holder) return Element_Type is
     (if Container.Full then Any_Element else raise Constraint_Error);

   procedure Clear (Container : in out Holder) is
   begin
      Container.Full := False;
   end Clear;
   procedure Replace_Element (Container : in out Holder; New_Item : Element_Type) is
   begin
      Container.Full := True;
   end Replace_Element;
   procedure Query_Element (Container : Holder; Process : not null access procedure (Element : Element_Type)) is
   begin
      Process.all (Element (Container));
   end Query_Element;
   procedure Update_Element
     (Container : in out Holder; Process : not null access procedure (Element : in out Element_Type))
   is
      Known : Element_Type := Element (Container);
   begin
      Process.all (Known);
   end Update_Element;
   procedure Assign (Target : in out Holder; Source : Holder) is
   begin
      Target.Full := Source.Full;
   end Assign;
   procedure Move (Target : in out Holder; Source : in out Holder) is
      Former : constant Boolean := Source.Full;
   begin
      Source.Full := False;
      Target.Full := Former;
   end Move;
end Ada.Containers.Indefinite_Holders;
