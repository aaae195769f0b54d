procedure Qq is
begin
   null;
end Qq;
