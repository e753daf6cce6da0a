//! Encryption of a connection, with the modes of `libpq`.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use rustls_tokio_postgres::MakeRustlsConnect;

/// The parameter `sslmode`: what is encrypted, and what is verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Never encrypt.
    Disable,
    /// Encrypt only if the server refuses connections that are not encrypted. Verify nothing.
    Allow,
    /// Encrypt if the server can. Verify nothing.
    Prefer,
    /// Always encrypt. Verify the certificate of the server if there is a file of root certificates.
    Require,
    /// Always encrypt, and verify that the certificate leads to a root certificate.
    VerifyCa,
    /// Verify also that the certificate is for the host in the address.
    VerifyFull,
}

impl Mode {
    pub(super) fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "disable" => Self::Disable,
            "allow" => Self::Allow,
            "prefer" => Self::Prefer,
            "require" => Self::Require,
            "verify-ca" => Self::VerifyCa,
            "verify-full" => Self::VerifyFull,
            _ => return None,
        })
    }
}

/// The files that an address names.
#[derive(Clone, Default)]
pub(super) struct CertificateFiles {
    pub(super) roots: Roots,
    /// The certificate of the client, and its key.
    pub(super) client: Option<(PathBuf, PathBuf)>,
}

/// The parameter `sslrootcert`.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) enum Roots {
    /// The file in the home directory. For an address that states no mode, those of the system if there is no such file.
    #[default]
    Default,
    System,
    File(PathBuf),
}

/// Makes what encrypts connections in a mode.
pub(super) fn connector(
    mode: Mode,
    is_stated: bool,
    files: &CertificateFiles,
) -> Result<MakeRustlsConnect, Box<dyn Error>> {
    let roots = match mode {
        Mode::Disable | Mode::Allow | Mode::Prefer => None,
        Mode::Require => root_file(&files.roots)
            .filter(|file| file.exists())
            .map(|file| read_certificates(&file))
            .transpose()?,
        Mode::VerifyCa | Mode::VerifyFull => Some(match root_file(&files.roots) {
            Some(file) if is_stated || files.roots != Roots::Default || file.exists() => {
                read_certificates(&file)?
            }
            _ => system_roots()?,
        }),
    };
    let provider = Arc::new(ring::default_provider());
    let verifier = Verifier::new(roots, mode == Mode::VerifyFull, Arc::clone(&provider))?;
    let config =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let config = config
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier));
    let config = match &files.client {
        None => config.with_no_client_auth(),
        Some((certificate, key)) => {
            let key = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, &error))?;
            config.with_client_auth_cert(read_certificates(certificate)?, key)?
        }
    };
    Ok(MakeRustlsConnect::new(config))
}

/// Returns the file of root certificates, which need not exist. As for `libpq`, the default is `.postgresql/root.crt` in the home directory.
fn root_file(roots: &Roots) -> Option<PathBuf> {
    match roots {
        Roots::Default => env::home_dir().map(|home| home.join(".postgresql/root.crt")),
        Roots::System => None,
        Roots::File(file) => Some(file.clone()),
    }
}

fn read_certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, Box<dyn Error>> {
    let certificates =
        CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let certificates = certificates.map_err(|error| unreadable(file, &error))?;
    if certificates.is_empty() {
        return Err(format!("{} has no certificate", file.display()).into());
    }
    Ok(certificates)
}

fn unreadable(file: &Path, error: &dyn Error) -> Box<dyn Error> {
    format!("{} can't be read: {error}", file.display()).into()
}

fn system_roots() -> Result<Vec<CertificateDer<'static>>, Box<dyn Error>> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        return Err("this system has no root certificates; name a file with sslrootcert".into());
    }
    Ok(found.certs)
}

/// Verifies the certificate of a server, as far as the mode asks for it.
#[derive(Debug)]
struct Verifier {
    /// Verifies that a certificate leads to a root certificate, and is for a name.
    chain: Option<Arc<WebPkiServerVerifier>>,
    roots: Vec<CertificateDer<'static>>,
    verifies_name: bool,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    /// Makes a verifier that accepts any certificate if there are no roots.
    fn new(
        roots: Option<Vec<CertificateDer<'static>>>,
        verifies_name: bool,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, Box<dyn Error>> {
        let chain = match &roots {
            None => None,
            Some(roots) => {
                let mut store = RootCertStore::empty();
                store.add_parsable_certificates(roots.iter().cloned());
                Some(
                    WebPkiServerVerifier::builder_with_provider(
                        Arc::new(store),
                        Arc::clone(&provider),
                    )
                    .build()?,
                )
            }
        };
        Ok(Self {
            chain,
            roots: roots.unwrap_or_default(),
            verifies_name,
            provider,
        })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext, Other};
        use rustls::Error::InvalidCertificate;

        let Some(chain) = &self.chain else {
            return Ok(ServerCertVerified::assertion());
        };
        match chain.verify_server_cert(certificate, intermediates, name, ocsp_response, now) {
            // The name is verified last.
            Err(InvalidCertificate(NotValidForName | NotValidForNameContext { .. }))
                if !self.verifies_name =>
            {
                Ok(ServerCertVerified::assertion())
            }
            // A certificate that signed itself may say that it is an authority, as those that `openssl req -x509` makes. It is trusted if it is
            // among the roots.
            Err(InvalidCertificate(Other(_)))
                if self.roots.iter().any(|root| root == certificate) =>
            {
                if self.verifies_name {
                    rustls::client::verify_server_name(
                        &ParsedCertificate::try_from(certificate)?,
                        name,
                    )?;
                }
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(
            message,
            certificate,
            signature,
            &self.provider.signature_verification_algorithms,
        )
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Made with `openssl req -x509` for localhost, so it says that it is an authority; valid until 2126.
    const SELF_SIGNED: &[u8] = b"-----BEGIN CERTIFICATE-----\n\
        MIIBlTCCATugAwIBAgIUOtxm32NouZmvbI3Pg2hJqBDuTnMwCgYIKoZIzj0EAwIw\n\
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE5MDcxNloYDzIxMjYxMDMw\n\
        MTkwNzE2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO\n\
        PQMBBwNCAARQHYf3PfeWl1FUEXI8leJ0aWY9+Z3o94aDhFBxsuWgA5oVStpKJURL\n\
        WXIFc9GYbUs+md8HBpN9smegILHVtMCKo2kwZzAdBgNVHQ4EFgQUnUY27m7kiZ3C\n\
        csJWlhxpRtxlSLswHwYDVR0jBBgwFoAUnUY27m7kiZ3CcsJWlhxpRtxlSLswDwYD\n\
        VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID\n\
        SAAwRQIhALHXj8wojDSY10hLPFrgVje+8axaHlqJ6Cb4EfYtC5wsAiA4UYEjuN/T\n\
        6q6xOSYCcxgU9AWOD1PMn88bael1V7DKoQ==\n\
        -----END CERTIFICATE-----";

    fn verify(
        roots: Option<&[u8]>,
        verifies_name: bool,
        name: &str,
        year: u64,
    ) -> Result<(), String> {
        let read = |pem: &[u8]| CertificateDer::from_pem_slice(pem).unwrap();
        let roots = roots.map(|pem| vec![read(pem)]);
        let verifier =
            Verifier::new(roots, verifies_name, Arc::new(ring::default_provider())).unwrap();
        let name = ServerName::try_from(name).unwrap();
        let now = UnixTime::since_unix_epoch(Duration::from_secs((year - 1970) * 31_557_600));
        let outcome = verifier.verify_server_cert(&read(SELF_SIGNED), &[], &name, b"", now);
        outcome.map(drop).map_err(|error| error.to_string())
    }

    #[test]
    fn a_certificate_that_signed_itself_is_trusted_if_it_is_a_root() {
        assert_eq!(verify(Some(SELF_SIGNED), true, "localhost", 2030), Ok(()));
        assert_eq!(verify(Some(SELF_SIGNED), false, "db.example", 2030), Ok(()));
        assert_eq!(verify(None, false, "db.example", 2030), Ok(()));
        let other_name = verify(Some(SELF_SIGNED), true, "db.example", 2030).unwrap_err();
        assert!(other_name.contains("not valid for name"), "{other_name}");
        let expired = verify(Some(SELF_SIGNED), true, "localhost", 2130).unwrap_err();
        assert!(expired.contains("expired"), "{expired}");
    }
}
