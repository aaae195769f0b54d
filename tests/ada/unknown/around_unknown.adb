with System.Storage_Elements; use System.Storage_Elements;
package body Around_Unknown is
   procedure Initialize (Object : in out Held) is
   begin
      Object.Names := new System.Strings.String_List'(1 .. 0 => null);
   end Initialize;

   procedure Add (To : in out Held; Name : String) is
   begin
      To.Used := To.Used + Name'Length;
   end Add;

   procedure Add (To : in out Held; Names : Argument_List) is
   begin
      for Name of Names loop
         if Name /= null and then Name'Length > 0 then
            Add (To, Name.all);
         end if;
      end loop;
      Add (To, Names (Names'First + 1 .. Names'Last));
   end Add;

   function Last (Of_Held : not null access Held) return Natural is (Of_Held.Used);

   function Image (Item : Argument_List) return String is
     (if Item'Length = 0 then "" else Item (Item'First).all & Image (Item'Length));

   function Image (Item : Natural) return String is (Item'Image (2 .. Item'Image'Last));

   function "+" (Left, Right : Pair) return Pair is ((Left.Left, Right.Right));

   function Swapped (Item : Pair) return Pair is
      Result : Pair := (Left => Item.Right, Right => Item.Left);
   begin
      Free (Result.Left);
      return Result + (null, null);
   end Swapped;

   procedure Write (Stream : not null access Ada.Streams.Root_Stream_Type'Class; Item : Counter) is
   begin
      Integer'Write (Stream, Integer (Item));
   end Write;

   function Joined (Value : Item; Names : Argument_List) return String is (Shown (Value, Names) & Image (Names));

   function Shown (Value : Integer; Names : Argument_List) return String is (Image (Value) & Image (Names));
   function Both is new Joined (Integer);

   function Distance (From, To : System.Address) return Integer is
      Names : constant Argument_List := (1 => new String'("a"), 2 => new String'(Both (1, (1 .. 0 => null))));
   begin
      return Integer (To - From) + Names'Length;
   end Distance;
end Around_Unknown;
