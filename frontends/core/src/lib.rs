//! What every frontend shares: the trait a frontend implements and the table they are listed in.
