with Qq;
procedure Rp renames Qq;
