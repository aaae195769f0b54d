package body Ada.Characters.Handling is
   function To_Lower (Item : String) return String is
      subtype One_Based is String (1 .. Item'Length);
      Text : constant String := [for I in Item'Range => To_Lower (Item (I))];
   begin
      return One_Based (Text);
   end To_Lower;

   function To_Upper (Item : String) return String is
      subtype One_Based is String (1 .. Item'Length);
      Text : constant String := [for I in Item'Range => To_Upper (Item (I))];
   begin
      return One_Based (Text);
   end To_Upper;

   function To_Basic (Item : String) return String is
      subtype One_Based is String (1 .. Item'Length);
      Text : constant String := [for I in Item'Range => To_Basic (Item (I))];
   begin
      return One_Based (Text);
   end To_Basic;

   function To_ISO_646 (Item : String; Substitute : ISO_646 := ' ') return String is
      subtype One_Based is String (1 .. Item'Length);
      Text : constant String := [for I in Item'Range => To_ISO_646 (Item (I), Substitute)];
   begin
      return One_Based (Text);
   end To_ISO_646;
end Ada.Characters.Handling;
