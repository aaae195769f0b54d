package body Ada.Containers.Doubly_Linked_Lists is
   procedure Check_Room (Container : List; Count : Count_Type) is
   begin
      if Count > Count_Type'Last - Container.Self.Last then
         raise Constraint_Error;
      end if;
   end Check_Room;

   procedure Clear (Container : in out List) is
   begin
      Container.Self := (Last => 0, Elements => <>);
   end Clear;

   procedure Assign (Target : in out List; Source : List) is
   begin
      Target.Self := Source.Self;
   end Assign;

   function Copy (Source : List) return List is (Source);

   procedure Move (Target : in out List; Source : in out List) is
      Former : constant Iter_Content := Source.Self;
   begin
      Clear (Source);
      Target.Self := Former;
   end Move;

   procedure Prepend (Container : in out List; New_Item : Element_Type; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Check_Room (Container, Count);
      if Count > 0 then
         Container.Self :=
           (Last     => Last + Count,
            Elements => Iter_Elements'([1 .. Count => New_Item]) & Container.Self.Elements);
      end if;
   end Prepend;

   procedure Append (Container : in out List; New_Item : Element_Type; Count : Count_Type) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      Check_Room (Container, Count);
      if Count > 0 then
         Container.Self :=
           (Last     => Last + Count,
            Elements => Container.Self.Elements & Iter_Elements'([1 .. Count => New_Item]));
      end if;
   end Append;

   procedure Append (Container : in out List; New_Item : Element_Type) is
   begin
      Check_Room (Container, 1);
      Container.Self := (Last => Container.Self.Last + 1, Elements => Container.Self.Elements & New_Item);
   end Append;

   procedure Delete_First (Container : in out List; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Count >= Last then
         Clear (Container);
      elsif Count > 0 then
         Container.Self := (Last => Last - Count, Elements => Container.Self.Elements (Count + 1 .. Last));
      end if;
   end Delete_First;

   procedure Delete_Last (Container : in out List; Count : Count_Type := 1) is
      Last : constant Count_Type := Container.Self.Last;
   begin
      if Count >= Last then
         Clear (Container);
      elsif Count > 0 then
         Container.Self := (Last => Last - Count, Elements => Container.Self.Elements (1 .. Last - Count));
      end if;
   end Delete_Last;

   procedure Reverse_Elements (Container : in out List) is
      Former : constant Iter_Elements := Container.Self.Elements;
   begin
      for I in 1 .. Container.Self.Last loop
         Container.Self.Elements (I) := Former (Container.Self.Last - I + 1);
      end loop;
   end Reverse_Elements;
end Ada.Containers.Doubly_Linked_Lists;
