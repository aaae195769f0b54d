generic
   type E is range <>;
procedure Par.Gch (X : in out T; Y : E);
