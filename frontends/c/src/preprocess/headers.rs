//! The standard headers, compiled in: they declare what programs that are verified use, with the types of Linux.
//!
//! A macro that names a platform's type or limit is defined by `predefined`, so that one text serves all data models.

/// The headers: name and text.
pub const HEADERS: &[(&str, &str)] = &[
    ("alloca.h", include_str!("headers/alloca.h")),
    ("assert.h", include_str!("headers/assert.h")),
    ("ctype.h", include_str!("headers/ctype.h")),
    ("errno.h", include_str!("headers/errno.h")),
    ("fenv.h", include_str!("headers/fenv.h")),
    ("float.h", include_str!("headers/float.h")),
    ("inttypes.h", include_str!("headers/inttypes.h")),
    ("limits.h", include_str!("headers/limits.h")),
    ("malloc.h", include_str!("headers/stdlib.h")),
    ("math.h", include_str!("headers/math.h")),
    ("stdalign.h", include_str!("headers/stdalign.h")),
    ("stdarg.h", include_str!("headers/stdarg.h")),
    ("stdbool.h", include_str!("headers/stdbool.h")),
    ("stddef.h", include_str!("headers/stddef.h")),
    ("stdint.h", include_str!("headers/stdint.h")),
    ("stdio.h", include_str!("headers/stdio.h")),
    ("stdlib.h", include_str!("headers/stdlib.h")),
    ("stdnoreturn.h", include_str!("headers/stdnoreturn.h")),
    ("string.h", include_str!("headers/string.h")),
];

/// The text of a header.
pub fn header(name: &str) -> Option<&'static str> {
    HEADERS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
