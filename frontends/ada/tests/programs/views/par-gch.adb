procedure Par.Gch (X : in out T; Y : E) is
begin
   X.V := Integer (Y) + Secret;
end Par.Gch;
