package Outside is
   procedure Notify;
end Outside;
