//! A server for the cache, as a test needs it: it keeps what is put, and may be told to misbehave.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

/// How it misbehaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// It does not.
    #[default]
    None,
    /// Nobody may do anything.
    Refuse,
    /// It is broken.
    Fail,
    /// It speaks another protocol.
    Garbage,
    /// Its answers end before they are whole.
    Cut,
    /// It says nothing.
    Close,
    /// Its answers do not end.
    Endless,
}

#[derive(Default)]
struct State {
    entries: BTreeMap<String, Vec<u8>>,
    heads: Vec<String>,
    fault: Fault,
}

pub struct Server {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl Server {
    pub fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(Mutex::new(State::default()));
        let shared = Arc::clone(&state);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&shared);
                // Who goes away early wants no answer.
                std::thread::spawn(move || drop(serve(stream, &shared)));
            }
        });
        Server { address, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody has panicked")
    }

    pub fn set(&self, fault: Fault) {
        self.state().fault = fault;
    }

    pub fn entries(&self) -> BTreeMap<String, Vec<u8>> {
        self.state().entries.clone()
    }

    pub fn heads(&self) -> Vec<String> {
        self.state().heads.clone()
    }

    pub fn change(&self, change: impl Fn(&mut Vec<u8>)) {
        self.state().entries.values_mut().for_each(change);
    }
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    loop {
        let before = head.len();
        if reader.read_line(&mut head)? == 0 || head[before..].trim().is_empty() {
            break;
        }
    }
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
    let mut contents = vec![0; length.map_or(0, |length| length.parse().expect("a length"))];
    reader.read_exact(&mut contents)?;
    let mut words = head.split(' ');
    let (method, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default().to_string());
    let mut state = state.lock().expect("nobody has panicked");
    state.heads.push(head.clone());
    let (status, body) = match method {
        "PUT" => (state.entries.insert(name, contents).map_or("201 Created", |_| "204 No Content"), Vec::new()),
        _ => state.entries.get(&name).map_or(("404 Not Found", Vec::new()), |found| ("200 OK", found.clone())),
    };
    let fault = state.fault;
    drop(state);
    match fault {
        Fault::None if method == "GET" && body.len() % 2 == 0 => {
            write!(stream, "HTTP/1.1 {status}\r\nTransfer-Encoding: chunked\r\n\r\n")?;
            for chunk in body.chunks(100) {
                write!(stream, "{:x}\r\n", chunk.len())?;
                stream.write_all(chunk)?;
                write!(stream, "\r\n")?;
            }
            write!(stream, "0\r\n\r\n")
        }
        Fault::None => {
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n", body.len())?;
            stream.write_all(&body)
        }
        Fault::Refuse => write!(stream, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"),
        Fault::Fail => write!(stream, "HTTP/1.1 500 No\r\n\r\nsorry"),
        Fault::Garbage => write!(stream, "\u{0}\u{1}220 mail.example.com ESMTP\r\n\r\n"),
        Fault::Cut => write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhornsolv"),
        Fault::Close => Ok(()),
        Fault::Endless => {
            write!(stream, "HTTP/1.1 200 OK\r\n\r\n")?;
            let many = vec![b'x'; 1 << 16];
            loop {
                stream.write_all(&many)?;
            }
        }
    }
}
