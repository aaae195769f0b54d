//! Entries on a server that understands `GET` and `PUT`: HTTP 1.1 without encryption, a connection for each request. A
//! web server with WebDAV is one, an artefact store, or a proxy in front of something that speaks https.
//!
//! What a server sends is believed as little as what a folder holds. One that does not answer costs a few seconds once:
//! it is not asked again.

use super::LARGEST;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long a connection may take to be there.
const CONNECT: Duration = Duration::from_secs(3);
/// How long a request may take.
const ANSWER: Duration = Duration::from_secs(10);
/// No answer has a longer head.
const LONGEST_HEAD: usize = 64 << 10;
/// The environment variable with the value of the header `Authorization`. The command line is no place for a secret:
/// reports repeat it.
pub const AUTHORIZATION: &str = "HORNSOLVE_CACHE_AUTHORIZATION";

/// A server and the place there under which entries stand.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    /// As the header `Host` has it.
    host: String,
    /// What is connected to.
    address: (String, u16),
    /// Without a slash at its end.
    path: String,
    authorization: Option<String>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.host, self.path)
    }
}

/// Whether the value of an option is meant as an address, and not as a folder: `http:/host` is a slip of the fingers.
pub fn is_address(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| ["http", "https"].iter().any(|one| scheme.eq_ignore_ascii_case(one)))
}

impl Server {
    /// The server at an address `http://HOST[:PORT][/PATH]`.
    ///
    /// # Errors
    /// It is none; says what is wrong.
    pub fn at(text: &str) -> Result<Server, String> {
        let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
        if scheme.eq_ignore_ascii_case("https") {
            return Err("https is not spoken here: name a proxy on this machine that does, or a folder".to_string());
        }
        let rest = rest.strip_prefix("//").filter(|_| scheme.eq_ignore_ascii_case("http")).ok_or_else(|| {
            let meant = format!("http://{}", rest.trim_start_matches('/'));
            format!(
                "`{text}` is no address http://HOST/PATH; did you mean `{meant}`? (a folder of that name is `./{text}`)"
            )
        })?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if host.contains('@') {
            return Err(format!(
                "reports repeat the command line: put what the server asks for into the variable {AUTHORIZATION}"
            ));
        }
        let bad = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '?' | '#' | '"' | '<' | '>');
        if rest.chars().any(bad) || !rest.is_ascii() {
            return Err(format!("`{text}` has characters that an address of a server cannot have"));
        }
        // `[::1]:80`: the colons within brackets are none in front of a port.
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => {
                (name, port.parse::<u16>().map_err(|_| format!("`{port}` is no port"))?)
            }
            _ => (host, 80),
        };
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        if bare.is_empty() {
            return Err(format!("`{text}` names no server"));
        }
        Ok(Server {
            host: host.to_string(),
            address: (bare.to_string(), port),
            path: path.trim_end_matches('/').to_string(),
            authorization: None,
        })
    }

    /// The same with the value of the header `Authorization`.
    #[must_use]
    pub fn authorized(self, value: Option<String>) -> Server {
        let fits = |value: &String| !value.is_empty() && value.chars().all(|c| c == ' ' || c.is_ascii_graphic());
        Server { authorization: value.filter(fits), ..self }
    }

    /// The contents under a name; none if there are none.
    ///
    /// # Errors
    /// The server does not answer, or says something else.
    pub fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let (status, body) = self.ask("GET", name, None)?;
        match status {
            200 => Ok(Some(body)),
            404 | 410 => Ok(None),
            _ => Err(io::Error::other(format!("the server answers {status}"))),
        }
    }

    /// Puts contents under a name. The folders in it are made if the server wants them first.
    ///
    /// # Errors
    /// The server does not answer, or does not take them.
    pub fn put(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let (mut status, _) = self.ask("PUT", name, Some(contents))?;
        // WebDAV has collections.
        if matches!(status, 404 | 409) {
            for (at, _) in name.match_indices('/') {
                self.ask("MKCOL", &name[..at], None)?;
            }
            status = self.ask("PUT", name, Some(contents))?.0;
        }
        if (200..300).contains(&status) {
            return Ok(());
        }
        Err(io::Error::other(format!("the server answers {status}")))
    }

    /// The number and the contents of the answer to a request.
    fn ask(&self, method: &str, name: &str, contents: Option<&[u8]>) -> io::Result<(u16, Vec<u8>)> {
        let end = Instant::now() + ANSWER;
        let mut stream = self.connect()?;
        let mut request = format!("{method} {}/{name} HTTP/1.1\r\nHost: {}\r\n", self.path, self.host);
        request += concat!("User-Agent: hornsolve/", env!("CARGO_PKG_VERSION"), "\r\nConnection: close\r\n");
        if let Some(value) = &self.authorization {
            request += &format!("Authorization: {value}\r\n");
        }
        if let Some(contents) = contents {
            request += &format!("Content-Type: application/octet-stream\r\nContent-Length: {}\r\n", contents.len());
        }
        request += "\r\n";
        stream.set_write_timeout(Some(ANSWER))?;
        stream.write_all(request.as_bytes())?;
        stream.write_all(contents.unwrap_or_default())?;
        let mut answer = Vec::new();
        let mut buffer = [0; 16 << 10];
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::Error::new(ErrorKind::TimedOut, "the server is too slow"));
            }
            stream.set_read_timeout(Some(left))?;
            let read = match stream.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            answer.extend(&buffer[..read]);
            if read == 0 || is_whole(&answer) {
                return parsed(&answer);
            }
            if answer.len() > LARGEST + LONGEST_HEAD {
                return Err(broken("the answer is too long"));
            }
        }
    }

    fn connect(&self) -> io::Result<TcpStream> {
        let mut last = broken("there is no such server");
        for address in (self.address.0.as_str(), self.address.1).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

fn broken(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

/// The head of an answer, without the line between it and the rest.
fn parts(answer: &[u8]) -> Option<(&str, &[u8])> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some((std::str::from_utf8(&answer[..end]).ok()?, &answer[end + 4..]))
}

/// The value of a header.
fn header<'h>(head: &'h str, wanted: &str) -> Option<&'h str> {
    let fields = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    let mut fields = fields.filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted));
    fields.next().map(|(_, value)| value.trim())
}

/// Whether the length that an answer says is there, or it says that it has no contents. Another one ends with the
/// connection.
fn is_whole(answer: &[u8]) -> bool {
    let none = |head: &str| head.split(' ').nth(1) == Some("204");
    let length = |head: &str| {
        if none(head) {
            Some(0)
        } else {
            header(head, "content-length").and_then(|length| length.parse::<usize>().ok())
        }
    };
    parts(answer).is_some_and(|(head, rest)| length(head).is_some_and(|length| rest.len() >= length))
}

/// The number and the contents of a whole answer.
fn parsed(answer: &[u8]) -> io::Result<(u16, Vec<u8>)> {
    let (head, rest) = parts(answer).ok_or_else(|| broken("this is no answer of HTTP"))?;
    let mut words = head.lines().next().unwrap_or_default().split(' ');
    let is_http = words.next().is_some_and(|word| word.starts_with("HTTP/1."));
    let status = words.next().and_then(|word| word.parse::<u16>().ok()).filter(|_| is_http);
    let status = status.ok_or_else(|| broken("this is no answer of HTTP"))?;
    if header(head, "transfer-encoding").is_some_and(|value| value.eq_ignore_ascii_case("chunked")) {
        return Ok((status, chunks(rest)?));
    }
    match header(head, "content-length").map(str::parse::<usize>) {
        Some(Ok(length)) if rest.len() >= length => Ok((status, rest[..length].to_vec())),
        Some(_) => Err(broken("the answer is cut short")),
        None => Ok((status, rest.to_vec())),
    }
}

/// What is sent in chunks.
fn chunks(mut rest: &[u8]) -> io::Result<Vec<u8>> {
    let cut = || broken("the answer is cut short");
    let mut contents = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").ok_or_else(cut)?;
        let line = std::str::from_utf8(&rest[..end]).map_err(|_| cut())?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| broken("this is no size of a chunk"))?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Ok(contents);
        }
        contents.extend(rest.get(..size).ok_or_else(cut)?);
        rest = rest.get(size + 2..).ok_or_else(cut)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_servers() {
        let of = |text: &str| Server::at(text).map(|server| (server.address, server.path));
        let plain = |name: &str, port: u16, path: &str| Ok(((name.to_string(), port), path.to_string()));
        assert_eq!(of("http://a.b"), plain("a.b", 80, ""));
        assert_eq!(of("http://a.b:8080/x/y/"), plain("a.b", 8080, "/x/y"));
        assert_eq!(of("http://[::1]:9/x"), plain("::1", 9, "/x"));
        assert_eq!(of("http://[::1]"), plain("::1", 80, ""));
        for wrong in
            ["http://", "http:///x", "http://a:b/", "http://a:70000", "https://a", "http://u:p@a", "http://a b"]
        {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        assert!(["http:/a/x", "http:a", "HTTPS:/a"].iter().all(|slip| is_address(slip)));
        for (slip, meant) in [("http:/a/x", "`http://a/x`"), ("http:a", "`http://a`")] {
            assert!(of(slip).is_err_and(|why| why.contains(meant) && why.contains(&format!("`./{slip}`"))), "{slip}");
        }
        assert_eq!(of("HTTP://a/x"), plain("a", 80, "/x"));
        assert!(!is_address("./http:/a") && !is_address("folder") && !is_address("httpd:x"));
        assert!(of("http://u:p@a").is_err_and(|why| why.contains(AUTHORIZATION) && !why.contains("u:p")));
        let server = Server::at("http://a").expect("good");
        assert_eq!(server.clone().authorized(Some("Basic x\r\nHost: b".to_string())), server);
    }

    #[test]
    fn answers_are_whole_or_none() {
        let of = |text: &str| parsed(text.as_bytes()).ok().map(|(status, body)| (status, String::from_utf8(body).ok()));
        let body = |status: u16, text: &str| Some((status, Some(text.to_string())));
        assert_eq!(of("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd"), body(200, "abc"));
        assert_eq!(of("HTTP/1.0 404 Not Found\r\n\r\nno"), body(404, "no"));
        let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n";
        assert_eq!(of(chunked), body(200, "abcde"));
        for end in 0..chunked.len() - 4 {
            assert_eq!(of(&chunked[..end]), None, "{end}");
        }
        for wrong in ["", "SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "HTTP/1.1 x\r\n\r\n"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
