//! HTTP requests and responses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{
    ACCESS_CONTROL_REQUEST_METHOD, AUTHORIZATION, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN,
};
use hyper::http::request::Parts;
use hyper::{Method, StatusCode, Version};
use tokio::time::timeout_at;
use universal_accounting::endpoint::Caller;
use universal_accounting::sandbox::Credentials;
use universal_accounting::service::{
    Admission, AuthorizationServer, Problem, RequestHead, Response, Service, ServiceRequest,
};

use super::deliver::{AllowedHost, deliver};
use super::log::{Log, without_encoded_cards};
use super::worker::{LONGEST, Place, SMALL, Worker, answer_bytes, take_place};
use crate::interrupt::StopSignal;
use crate::sanitize::truncate;

/// How many characters of a method and of a path are logged.
const MAX_LOGGED_CHARS: usize = 200;

/// The most bytes of a form of the authorization server.
const MAX_FORM: usize = 16 << 10;

/// Responds to the requests of all connections.
pub(super) struct Handler {
    pub(super) worker: Worker,
    pub(super) credentials: Credentials,
    pub(super) authorization: Mutex<AuthorizationServer>,
    /// Origins whose pages may send requests (the CORS protocol of the fetch standard).
    pub(super) origins: Vec<String>,
    /// How long reading a request, answering it, or writing a response may take.
    pub(super) time_limit: Duration,
    /// The hosts that journals are delivered to, beside this machine.
    pub(super) allowed_hosts: Vec<AllowedHost>,
    pub(super) quiet: bool,
    pub(super) log: Arc<Log>,
    pub(super) stop: StopSignal,
}

impl Handler {
    /// Returns the origin of a request if it is allowed.
    fn allowed_origin(&self, headers: &HeaderMap) -> Option<String> {
        let origin = headers.get(ORIGIN)?.to_str().ok()?;
        self.origins
            .iter()
            .any(|allowed| allowed == origin || allowed == "*")
            .then(|| origin.to_owned())
    }

    /// Returns the response to a CORS preflight request of an allowed origin, and `None` for other requests.
    fn preflight_response(&self, head: &Parts) -> Option<Response> {
        let is_preflight = head.method == Method::OPTIONS
            && head.headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        (is_preflight && self.allowed_origin(&head.headers).is_some()).then(|| {
            let mut response = Response::default();
            response.status = 204;
            response.headers = vec![
                (
                    "access-control-allow-methods",
                    "DELETE, GET, HEAD, PATCH, POST, PUT".to_owned(),
                ),
                (
                    "access-control-allow-headers",
                    "authorization, content-type".to_owned(),
                ),
                ("access-control-max-age", "600".to_owned()),
            ];
            response
        })
    }

    /// Adds the headers that let a page of an allowed origin read a response.
    fn add_cors_headers(&self, headers: &HeaderMap, response: &mut Response) {
        if self.origins.is_empty() {
            return;
        }
        response.headers.push(("vary", "origin".to_owned()));
        if let Some(origin) = self.allowed_origin(headers) {
            let exposed = "content-disposition, retry-after, www-authenticate";
            response
                .headers
                .push(("access-control-expose-headers", exposed.to_owned()));
            response
                .headers
                .push(("access-control-allow-origin", origin));
        }
    }

    /// Responds to a request and logs it.
    pub(super) async fn respond(
        &self,
        request: hyper::Request<Incoming>,
    ) -> hyper::Response<Full<Bytes>> {
        let start = Instant::now();
        let (head, body) = request.into_parts();
        let authorization = head
            .headers
            .get(AUTHORIZATION)
            .map(|value| value.to_str().unwrap_or_default());
        let caller = self.authenticate(authorization);
        let mut received = 0;
        let mut response = match self.preflight_response(&head) {
            Some(response) => response,
            None => self
                .process(&caller, &head, body, &mut received)
                .await
                .unwrap_or_else(|error| error),
        };
        let deadline = Instant::now() + self.time_limit;
        let place = take_place(&self.worker.answers, response.body.len(), deadline).await;
        let place = place.unwrap_or_else(|| {
            response = Response::busy();
            None
        });
        self.add_cors_headers(&head.headers, &mut response);
        if !self.quiet {
            self.log_request(&caller, &head, received, start.elapsed(), response.status);
        }
        to_http(response, place)
    }

    /// Returns the caller, by a token of the file or one of the authorization server.
    fn authenticate(&self, authorization: Option<&str>) -> Caller {
        let caller = self.credentials.authenticate(authorization);
        let token = authorization.and_then(|header| header.split_once(' '));
        match (caller, token) {
            (Caller::Unknown, Some((_, token))) => {
                let server = lock(&self.authorization);
                let issued = server.caller(token.trim_matches(' '), seconds());
                issued.unwrap_or(Caller::Unknown)
            }
            (caller, _) => caller,
        }
    }

    /// Passes a request to the authorization server.
    async fn authorize(
        &self,
        service_head: &RequestHead<'_>,
        head: &Parts,
        body: Incoming,
        received: &mut usize,
    ) -> Result<Response, Response> {
        let transport = |status| Response::problem(&Problem::Transport(status));
        let deadline = Instant::now() + self.time_limit;
        let body = timeout_at(deadline.into(), Limited::new(body, MAX_FORM).collect());
        let body = body.await.map_err(|_| transport(408))?;
        let body = body.map_err(|_| Response::problem(&Problem::TooLarge(MAX_FORM)))?;
        let body = body.to_bytes();
        *received = body.len();
        let text = |name| {
            head.headers
                .get(name)
                .map(|value| value.to_str().unwrap_or_default())
        };
        let origin = format!("http://{}", text(HOST).unwrap_or_default());
        let mut random = [0; 32];
        getrandom::fill(&mut random).map_err(|_| transport(503))?;
        let request = ServiceRequest {
            head: *service_head,
            body: &body,
        };
        let mut server = lock(&self.authorization);
        Ok(server.answer(&request, text(AUTHORIZATION), &origin, seconds(), &random))
    }

    /// Reads the body and passes the request to the service. Counts the bytes of the body in `received`.
    async fn process(
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
        let target = head
            .uri
            .path_and_query()
            .map_or("", |target| target.as_str());
        let headers = head.headers.iter();
        let headers = headers.map(|(name, value)| (name.as_str(), value.as_bytes()));
        let service_head =
            RequestHead::new(head.method.as_str(), target, None).with_headers(headers);
        if AuthorizationServer::has(target) {
            return self.authorize(&service_head, head, body, received).await;
        }
        let admission = self.worker.gate.admit(caller, &service_head)?;
        let (body, place) = self.read_body(body, &admission, received).await?;
        let answer = move |service: &mut Service| {
            let _place = place;
            service.answer(admission, &body)
        };
        let deadline = Instant::now() + self.time_limit;
        let mut response = self.worker.work(answer, deadline).await;
        let Some(delivery) = response.delivery.take() else {
            return Ok(response);
        };
        // The service is free for other requests meanwhile.
        let stop = &mut self.stop.clone();
        match deliver(*delivery, &self.allowed_hosts, self.time_limit, stop).await {
            Ok(outcomes) => Ok(Response::delivered(&outcomes)),
            Err(reason) => Err(Response::problem(&Problem::RefusedSandboxRequest(reason))),
        }
    }

    /// Reads a body. If its stated length exceeds the limit, reads nothing. Reads the first bytes of a large body before it takes a place, so that
    /// clients that send nothing take none.
    async fn read_body(
        &self,
        mut body: Incoming,
        admission: &Admission,
        received: &mut usize,
    ) -> Result<(Vec<u8>, Place), Response> {
        let limit = admission.limit().min(LONGEST);
        let too_large = || Response::problem(&Problem::TooLarge(limit));
        let stated_len = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
        if stated_len > limit {
            return Err(too_large());
        }
        let max_len = body
            .size_hint()
            .upper()
            .and_then(|upper| usize::try_from(upper).ok())
            .unwrap_or(limit);
        // Not allocated for the stated length: a client could state a length and send nothing.
        let (mut bytes, mut place) = (Vec::new(), None);
        let mut deadline = Instant::now() + self.time_limit;
        let transport = |status| Response::problem(&Problem::Transport(status));
        while let Some(frame) = timeout_at(deadline.into(), body.frame())
            .await
            .map_err(|_| transport(408))?
        {
            let frame = frame.map_err(|_| transport(400))?;
            let data = frame.data_ref().map_or(&b""[..], |data| data);
            *received += data.len();
            if *received > limit {
                return Err(too_large());
            }
            if place.is_none() && *received > SMALL {
                let waiting = Instant::now();
                let until = waiting + self.time_limit;
                let taken = take_place(&self.worker.bodies, max_len.min(limit), until).await;
                place = taken.ok_or_else(Response::busy)?;
                // The client can't send meanwhile.
                deadline += waiting.elapsed();
                bytes.reserve_exact(max_len.min(limit) - bytes.len());
            }
            bytes.extend_from_slice(data);
        }
        Ok((bytes, place))
    }

    /// Logs a request. The line contains no data of the request except the method and the path.
    fn log_request(
        &self,
        caller: &Caller,
        head: &Parts,
        received: usize,
        took: Duration,
        status: u16,
    ) {
        let organization = match caller {
            Caller::Known { organization, .. } => organization.as_str(),
            _ => "-",
        };
        // The method can be any text that the client sends, so it is sanitized like the path.
        let path = without_encoded_cards(head.uri.path());
        let [method, path] =
            [head.method.as_str(), &path].map(|text| truncate(text, MAX_LOGGED_CHARS));
        let (time, milliseconds) = (timestamp(), took.as_millis());
        self.log.write(format_args!(
            "{time} {status} {method} {path} {organization} {received} bytes {milliseconds} ms"
        ));
    }
}

/// Returns the current time as in RFC 3339, to the millisecond.
pub(super) fn timestamp() -> String {
    let elapsed = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let seconds = i64::try_from(elapsed.as_secs()).unwrap_or_default();
    let time = universal_accounting::chrono::DateTime::from_timestamp(
        seconds,
        elapsed.subsec_millis() * 1_000_000,
    );
    time.map(|time| format!("{time:?}")).unwrap_or_default()
}

pub(super) fn to_http(response: Response, place: Place) -> hyper::Response<Full<Bytes>> {
    let mut http = hyper::Response::new(Full::new(answer_bytes(response.body, place)));
    *http.status_mut() =
        StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        if let Ok(value) = HeaderValue::try_from(value) {
            http.headers_mut()
                .append(HeaderName::from_static(name), value);
        }
    }
    http
}

/// Locks what no thread leaves half-changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the seconds since 1970.
fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
