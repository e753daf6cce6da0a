use hyper::Method;
use hyper::header::{ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, ORIGIN};
use universal_accounting::service::Response;

/// Origins whose pages may send requests, which a browser asks about (the fetch standard, CORS protocol).
pub(super) struct Origins(Vec<String>);

impl Origins {
    pub(super) fn new(allowed: &[String]) -> Self {
        Self(allowed.to_owned())
    }

    /// The origin that a request comes from, if it is one of these.
    fn allowed(&self, headers: &HeaderMap) -> Option<String> {
        let origin = headers.get(ORIGIN)?.to_str().ok()?;
        self.0.iter().any(|allowed| allowed == origin || allowed == "*").then(|| origin.to_owned())
    }

    /// The answer to a browser that asks before it sends a request; none to anybody else.
    pub(super) fn preflight(&self, method: &Method, headers: &HeaderMap) -> Option<Response> {
        let asks = *method == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
        (asks && self.allowed(headers).is_some()).then(|| {
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
    pub(super) fn expose(&self, headers: &HeaderMap, response: &mut Response) {
        if self.0.is_empty() {
            return;
        }
        response.headers.push(("vary", "origin".to_owned()));
        if let Some(origin) = self.allowed(headers) {
            let seen = "content-disposition, retry-after, www-authenticate";
            response.headers.push(("access-control-expose-headers", seen.to_owned()));
            response.headers.push(("access-control-allow-origin", origin));
        }
    }
}
