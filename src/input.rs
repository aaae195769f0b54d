//! The text of an input, up to a size: a device like `/dev/zero` has no end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most bytes an input may have.
pub const MAX_BYTES: u64 = 1 << 30;

/// All bytes of a stream.
///
/// # Errors
/// Reading fails, or there are more than [`MAX_BYTES`].
pub fn read(stream: impl Read) -> io::Result<Vec<u8>> {
    read_at_most(stream, MAX_BYTES)
}

/// All bytes of a file, see [`read`].
///
/// # Errors
/// As for [`read`].
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read(File::open(path)?)
}

fn read_at_most(stream: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("the input is larger than {limit} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_without_end_is_refused() {
        assert_eq!(read_at_most(&b"12345"[..], 5).expect("small enough"), b"12345");
        let error = read_at_most(io::repeat(0), 1000).expect_err("too large");
        assert_eq!(error.to_string(), "the input is larger than 1000 bytes");
    }
}
