--  Legal, and around units that are not known: nothing here is an error.
with Ada.Finalization;
with Ada.Streams;
with System.OS_Lib;    use System.OS_Lib;
with System.Strings;
with System;
package Around_Unknown is
   type Held is new Ada.Finalization.Controlled with record
      Names : System.Strings.String_List_Access;
      Used  : Natural := 0;
   end record;
   procedure Initialize (Object : in out Held);
   procedure Add (To : in out Held; Name : String);
   procedure Add (To : in out Held; Names : Argument_List);
   function Last (Of_Held : not null access Held) return Natural;
   function Image (Item : Argument_List) return String;
   function Image (Item : Natural) return String;

   type Pair is record
      Left, Right : String_Access;
   end record;
   function "+" (Left, Right : Pair) return Pair;
   function Swapped (Item : Pair) return Pair;

   type Counter is range 0 .. 100;
   procedure Write (Stream : not null access Ada.Streams.Root_Stream_Type'Class; Item : Counter);
   for Counter'Write use Write;

   type Callback is access procedure (Data : System.Address);
   pragma Convention (C, Callback);
   type Point is record
      X, Y : Integer;
   end record;
   pragma Convention (C_Pass_By_Copy, Point);

   function Outside (Value : Integer) return Integer;
   function Outside (Value : Float) return Float;
   pragma Import (C, Outside, "outside");

   generic
      type Item is private;
      with function Shown (Value : Item; Names : Argument_List) return String is <>;
   function Joined (Value : Item; Names : Argument_List) return String;

   function Distance (From, To : System.Address) return Integer;
end Around_Unknown;
