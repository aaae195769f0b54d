package body SPARK.Containers.Functional.Discrete_Maps with SPARK_Mode is
   --  Which of the keys is meant, nobody says.
   function Any_Key (Container : Map) return Key_Type with
     Import, Post => Has_Key (Container, Any_Key'Result);

   function Choose (Container : Map) return Key_Type is (Any_Key (Container));

   --  The order of keys is open, and may be another one each time.
   function Iter_Element (Container : Map; Key : Iter_Position) return Key_Type is (Any_Key (Container));

   function Length (Container : Map) return Big_Natural is
   begin
      --  The size is that of what it has.
      pragma Assume ((Container.Size = 0) = Is_Empty (Container));
      return Sizes.To_Big_Integer (Container.Size);
   end Length;

   function Add (Container : Map; New_Key : Key_Type; New_Item : Element_Type) return Map is
   begin
      --  The key is one of the values that it does not have.
      pragma Assume (Container.Size < Iter_Position'Last);
      return
        (Has      => (Container.Has with delta New_Key => True),
         Elements => (Container.Elements with delta New_Key => New_Item),
         Size     => Container.Size + 1);
   end Add;

   function Remove (Container : Map; Key : Key_Type) return Map is
   begin
      --  It has the key.
      pragma Assume (Container.Size > 0);
      return
        (Has      => (Container.Has with delta Key => False),
         Elements => Container.Elements,
         Size     => Container.Size - 1);
   end Remove;
end SPARK.Containers.Functional.Discrete_Maps;
