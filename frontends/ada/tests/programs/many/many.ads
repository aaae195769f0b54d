package Many is
   procedure P (X : in out Integer) with Pre => X < 50;
end Many;
