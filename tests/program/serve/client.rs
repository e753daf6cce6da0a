//! A client that can send invalid requests.

use std::io::{self, BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::serve::server::{MAX_WAIT, TOKEN};

/// The path of base data.
pub(crate) const BASE_DATA: &str = "/api/public/v1/base-data";

/// A connection to a server.
pub(crate) struct Client(BufReader<TcpStream>);

/// A response.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The status line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    /// Asserts that the response is problem details (RFC 9457) with this status.
    #[track_caller]
    pub(crate) fn assert_problem(&self, status: u16) {
        assert_eq!(self.status, status, "{self:?}");
        assert!(
            self.head
                .contains("content-type: application/problem+json\r\n"),
            "{self:?}"
        );
        assert!(
            self.body.contains(&format!("\"status\":{status}")),
            "{self:?}"
        );
    }
}

/// Returns a request with a token, and with the headers of a JSON body if there is a body.
pub(crate) fn request(method: &str, path: &str, body: &str) -> String {
    let content_headers = if body.is_empty() {
        String::new()
    } else {
        format!(
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        )
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer {TOKEN}\r\n{content_headers}\r\n{body}"
    )
}

impl Client {
    pub(crate) fn connect(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(MAX_WAIT))?;
        stream.set_nodelay(true)?;
        Ok(Self(BufReader::new(stream)))
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(bytes)
    }

    pub(crate) fn set_write_timeout(&self, timeout: Duration) -> io::Result<()> {
        self.0.get_ref().set_write_timeout(Some(timeout))
    }

    /// Closes the sending side of the connection.
    pub(crate) fn close_write(&mut self) {
        self.0
            .get_mut()
            .shutdown(std::net::Shutdown::Write)
            .unwrap();
    }

    /// Reads the response to a request, except HEAD.
    pub(crate) fn read_response(&mut self) -> io::Result<Response> {
        self.read(true)
    }

    pub(crate) fn read_head_response(&mut self) -> io::Result<Response> {
        self.read(false)
    }

    fn read(&mut self, has_body: bool) -> io::Result<Response> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.0.read_line(&mut head)? == 0 {
                return Err(Error::other(format!("the server closed after `{head}`")));
            }
        }
        let head = head.to_ascii_lowercase();
        // A client that connects to a free port can get this port itself, and read its own request.
        if !head.starts_with("http/1.") {
            return Err(Error::other(format!("`{head}` is not a response")));
        }
        let length = head
            .split_once("content-length: ")
            .filter(|_| has_body)
            .map_or("0", |(_, tail)| tail);
        let length: usize = length.split('\r').next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Ok(Response {
            status,
            head,
            body: String::from_utf8(body).unwrap(),
        })
    }

    /// Reads a part of what the server sends, and returns its length, which is 0 at the end.
    pub(crate) fn read_some(&mut self, buffer: &mut [u8]) -> usize {
        self.0.read(buffer).unwrap_or_default()
    }

    /// Returns whether the server has neither sent more data nor closed the connection so far.
    pub(crate) fn is_waiting(&self) -> bool {
        let stream = self.0.get_ref();
        stream.set_nonblocking(true).unwrap();
        let received = stream.peek(&mut [0]);
        stream.set_nonblocking(false).unwrap();
        let has_nothing = received.is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        has_nothing && self.0.buffer().is_empty()
    }

    /// Returns whether the server has closed the connection without sending more data.
    pub(crate) fn is_closed(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0))
    }
}

/// Sends bytes on a new connection, and returns the first response.
pub(crate) fn fetch(address: &str, bytes: &str) -> Response {
    let mut client = Client::connect(address).unwrap();
    // The server may respond with an error before it has read everything.
    let _ = client.send(bytes.as_bytes());
    client.read_response().unwrap()
}

/// Uploads a file, creates a document from it, and exports it. Returns its download path.
pub(crate) fn export_document(address: &str, file: &str) -> String {
    let first_value = |response: Response| response.body.split('"').nth(3).unwrap().to_owned();
    let name = first_value(fetch(address, &request("POST", "/sandbox/files", file)));
    let document = format!(r#"{{"signedFileName":"{name}","fileName":"Rechnung.pdf"}}"#);
    let id = first_value(fetch(
        address,
        &request("POST", "/api/public/v1/documents/document", &document),
    ));
    assert_eq!(
        fetch(
            address,
            &request("POST", &format!("/sandbox/files/{id}/export"), "")
        )
        .status,
        204
    );
    format!("/api/public/v1/documents/files/{id}/download")
}
