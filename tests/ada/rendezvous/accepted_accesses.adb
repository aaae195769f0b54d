--  Access values that a rendezvous gives back.
procedure Accepted_Accesses is
   type Acc is access Integer;
   P : Acc := new Integer'(4);
   Q : Acc;
   task type T is
      entry E (X : in out Acc; Y : out Acc);
   end T;
   O : T;
   task body T is
   begin
      accept E (X : in out Acc; Y : out Acc) do
         Y := X;
         X := new Integer'(X.all + 1);
      end E;
   end T;
begin
   O.E (P, Q);
   pragma Assert (P.all = 5 and Q.all = 4 and P /= Q);
end Accepted_Accesses;
