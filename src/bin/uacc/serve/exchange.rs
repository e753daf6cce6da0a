use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
};
use hyper::http::request::Parts;
use hyper::{Method, Request, StatusCode, Version};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use universal_accounting::endpoint::Caller;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{Problem, RequestHead, Response, Service, State};

use crate::output;
use crate::window::{clean, shortened};

/// So many characters of a method and of a path are told.
const TOLD: usize = 200;

/// What every request meets: one after the other has the service.
pub(super) struct Exchange<S> {
    pub(super) service: Arc<Mutex<Service<S>>>,
    pub(super) credentials: Credentials,
    /// Origins whose pages may send requests, which a browser asks about (the fetch standard, CORS protocol).
    pub(super) origins: Vec<String>,
    pub(super) patience: Duration,
    pub(super) quiet: bool,
    pub(super) spent: Mutex<Spent>,
}

/// How many requests were answered, and how long the service took for them.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Spent {
    pub(super) requests: usize,
    pub(super) time: Duration,
}

impl<S: State + Send + 'static> Exchange<S> {
    /// The origin that a request comes from, if its pages may send requests.
    fn allowed_origin(&self, headers: &HeaderMap) -> Option<String> {
        let origin = headers.get(ORIGIN)?.to_str().ok()?;
        self.origins.iter().any(|allowed| allowed == origin || allowed == "*").then(|| origin.to_owned())
    }

    /// The answer to a browser that asks before it sends a request; none to anybody else.
    fn preflight(&self, head: &Parts) -> Option<Response> {
        let asks = head.method == Method::OPTIONS && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        (asks && self.allowed_origin(&head.headers).is_some()).then(|| {
            let mut response = Response::default();
            response.status = 204;
            response.headers = vec![
                ("access-control-allow-methods", "DELETE, GET, HEAD, PATCH, POST, PUT".to_owned()),
                ("access-control-allow-headers", "authorization, content-type".to_owned()),
                ("access-control-max-age", "600".to_owned()),
            ];
            response
        })
    }

    /// Lets the page of an origin that is allowed see a response.
    fn expose(&self, headers: &HeaderMap, response: &mut Response) {
        if self.origins.is_empty() {
            return;
        }
        response.headers.push(("vary", "origin".to_owned()));
        if let Some(origin) = self.allowed_origin(headers) {
            let seen = "content-disposition, retry-after, www-authenticate";
            response.headers.push(("access-control-expose-headers", seen.to_owned()));
            response.headers.push(("access-control-allow-origin", origin));
        }
    }

    /// Answers a request, and tells that it did.
    pub(super) async fn respond(&self, request: Request<Incoming>) -> hyper::Response<Full<Bytes>> {
        let start = Instant::now();
        let (head, body) = request.into_parts();
        let authorization = head.headers.get(AUTHORIZATION).map(|value| value.to_str().unwrap_or_default());
        let caller = self.credentials.authenticate(authorization);
        let mut received = 0;
        let mut response = match self.preflight(&head) {
            Some(preflight) => preflight,
            None => self.answer(&caller, &head, body, &mut received).await.unwrap_or_else(|refusal| refusal),
        };
        self.expose(&head.headers, &mut response);
        if !self.quiet {
            tell(&caller, &head, received, start.elapsed(), response.status);
        }
        if let Some(failure) = &response.state_error {
            output::say(format!("{} failure: {}", now(), clean(failure)));
        }
        as_http(response)
    }

    async fn answer(
        &self,
        caller: &Caller,
        head: &Parts,
        body: Incoming,
        received: &mut usize,
    ) -> Result<Response, Response> {
        // RFC 9112, section 3.2.
        let hosts = head.headers.get_all(HOST).iter().count();
        if hosts > 1 || hosts == 0 && head.version == Version::HTTP_11 {
            return Err(Response::problem(&Problem::Transport(400)));
        }
        let content_type = head.headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
        let target = head.uri.path_and_query().map_or("", |target| target.as_str());
        let about = RequestHead { method: head.method.as_str(), target, content_type };
        let admission = self.service.lock().await.admit(caller, &about)?;
        let read = timeout(self.patience, read(body, admission.limit(), received)).await;
        let body = read.unwrap_or(Err(Problem::Transport(408))).map_err(|problem| Response::problem(&problem))?;

        let mut service = Arc::clone(&self.service).lock_owned().await;
        let answering = spawn_blocking(move || {
            let start = Instant::now();
            (service.answer(admission, &body), start.elapsed())
        });
        // Whoever broke the service has told so itself, and the next request finds it as it was left.
        let answered = answering.await.map_err(|_| Response::problem(&Problem::Transport(500)));
        let mut spent = self.spent.lock().await;
        spent.requests += 1;
        answered.map(|(response, time)| {
            spent.time += time;
            response
        })
    }
}

/// Reads a body, of which nothing is taken where its head says that it has too many bytes.
async fn read(mut body: Incoming, limit: usize, received: &mut usize) -> Result<Vec<u8>, Problem<'static>> {
    let said = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if said > limit {
        return Err(Problem::TooLarge(limit));
    }
    // Room is made for what comes, not for what is said to come.
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Problem::Transport(400))?;
        let piece = frame.data_ref().map_or(&b""[..], |piece| piece);
        *received += piece.len();
        if *received > limit {
            return Err(Problem::TooLarge(limit));
        }
        bytes.extend_from_slice(piece);
    }
    Ok(bytes)
}

/// Writes a line about a request on standard error. Of what was sent it holds only the method and the path.
fn tell(caller: &Caller, head: &Parts, received: usize, took: Duration, status: u16) {
    let organization = match caller {
        Caller::Known { organization, .. } => organization.as_str(),
        _ => "-",
    };
    // A method is whatever its sender calls so.
    let [method, path] = [head.method.as_str(), head.uri.path()].map(|text| shortened(text, TOLD));
    let (time, milliseconds) = (now(), took.as_millis());
    output::say(format!("{time} {status} {method} {path} {organization} {received} bytes {milliseconds} ms"));
}

pub(super) fn now() -> String {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(passed.as_secs()).unwrap_or_default();
    // As it stands in RFC 3339, to the millisecond.
    let time = chrono::DateTime::from_timestamp(seconds, passed.subsec_millis() * 1_000_000);
    time.map(|time| format!("{time:?}")).unwrap_or_default()
}

pub(super) fn as_http(response: Response) -> hyper::Response<Full<Bytes>> {
    let mut http = hyper::Response::new(Full::from(response.body));
    *http.status_mut() = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        if let Ok(value) = HeaderValue::try_from(value) {
            http.headers_mut().append(HeaderName::from_static(name), value);
        }
    }
    http
}
