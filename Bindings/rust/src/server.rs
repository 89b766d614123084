// SPDX-License-Identifier: Apache-2.0
//! The server API: forms, answers, callbacks, signed header fields and queries, and the URLs of connections.
//!
//! A `path` is that of a service, such as `/user/getToken.json`; Spec/server-api-forms.md lists the members of its form
//! and of its answer. What is read is returned as `{"value":…}`. Bytes that are refused have a code of Spec/errors.md
//! and an offset, and a member that cannot be written has its path; a path that no service has is unsupported.

use crate::call::{c_string, check, output, Buffer, Options, Result};
use crate::ffi;

/// What a service tells the application's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callback {
    /// A message, whose value is an object.
    Message,
    /// The users whose status has changed, as a list.
    Status,
}

impl Callback {
    fn name(self) -> Result<std::ffi::CString> {
        c_string(match self {
            Callback::Message => "message",
            Callback::Status => "status",
        })
    }
}

/// Reads the form with which a service is requested.
///
/// ```
/// let form = imwire::decode_form(None, "/user/getToken.json", b"userId=u1&name=Mary")?;
/// assert_eq!(form, br#"{"value":{"userId":"u1","name":"Mary"}}"#);
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn decode_form(options: Option<&Options>, path: &str, form: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: in every function of this file, all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_form_decode(
            Options::raw(options), path.as_ptr(), path.len(), form.as_ptr(), form.len(), buffer, error,
        )
    })
}

/// Writes a form.
///
/// ```
/// let form = imwire::encode_form("/user/getToken.json", br#"{"userId":"u1","name":"Mary"}"#)?;
/// assert_eq!(form, b"userId=u1&name=Mary");
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn encode_form(path: &str, value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_form_encode(path.as_ptr(), path.len(), value.as_ptr(), value.len(), buffer, error)
    })
}

/// Reads the answer of a service, such as that with a token; `code` is 200 for a success.
pub fn decode_answer(options: Option<&Options>, path: &str, answer: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_answer_decode(
            Options::raw(options), path.as_ptr(), path.len(), answer.as_ptr(), answer.len(), buffer, error,
        )
    })
}

/// Writes the answer of a service.
pub fn encode_answer(path: &str, value: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_answer_encode(path.as_ptr(), path.len(), value.as_ptr(), value.len(), buffer, error)
    })
}

/// Reads the body of a callback.
pub fn decode_callback(options: Option<&Options>, callback: Callback, body: &[u8]) -> Result<Vec<u8>> {
    let name = callback.name()?;
    output(|buffer, error| unsafe {
        ffi::imwire_callback_decode(
            Options::raw(options), name.as_ptr(), body.as_ptr(), body.len(), buffer, error,
        )
    })
}

/// Writes the body of a callback.
pub fn encode_callback(callback: Callback, value: &[u8]) -> Result<Vec<u8>> {
    let name = callback.name()?;
    output(|buffer, error| unsafe {
        ffi::imwire_callback_encode(name.as_ptr(), value.as_ptr(), value.len(), buffer, error)
    })
}

/// Returns the signature of a request (API-001).
///
/// ```
/// assert_eq!(imwire::sign("secret", "14314", "1408710653000")?, "f7eaab94a01d60cf98173ff82c2f390b7b92c713");
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn sign(secret: &str, nonce: &str, timestamp: &str) -> Result<String> {
    let mut buffer = Buffer::new();
    let status = unsafe {
        ffi::imwire_sign(
            secret.as_ptr(), secret.len(), nonce.as_ptr(), nonce.len(), timestamp.as_ptr(), timestamp.len(),
            &mut buffer.0,
        )
    };
    check(status, None)?;
    Ok(String::from_utf8_lossy(&buffer.bytes()).into_owned())
}

/// Returns the header fields that sign a request; `timestamp` is in milliseconds since 1970.
pub fn sign_headers(app_key: &str, secret: &str, nonce: &str, timestamp: &str) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_headers_sign(
            app_key.as_ptr(), app_key.len(), secret.as_ptr(), secret.len(), nonce.as_ptr(), nonce.len(),
            timestamp.as_ptr(), timestamp.len(), buffer, error,
        )
    })
}

/// Reads the header fields of a request, a JSON list of `[name, value]`, and verifies their signature: the value has
/// `appKey`, `nonce`, `timestamp`, `signature` and `isSigned`. The caller compares the time and the nonce.
///
/// ```
/// let fields = br#"[["App-Key","key"],["Nonce","14314"],["Timestamp","1408710653000"],
///     ["Signature","f7eaab94a01d60cf98173ff82c2f390b7b92c713"]]"#;
/// assert!(imwire::check_headers(fields, "secret")?.ends_with(br#","isSigned":true}}"#));
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn check_headers(fields: &[u8], secret: &str) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_headers_check(fields.as_ptr(), fields.len(), secret.as_ptr(), secret.len(), buffer, error)
    })
}

/// Reads the query of a callback's URL, without `?`, and verifies its signature, as [`check_headers`] does.
pub fn check_query(options: Option<&Options>, query: &[u8], secret: &str) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_query_check(
            Options::raw(options), query.as_ptr(), query.len(), secret.as_ptr(), secret.len(), buffer, error,
        )
    })
}

/// Reads the URL of a connection, which contains a token.
pub fn decode_url(options: Option<&Options>, url: &[u8]) -> Result<Vec<u8>> {
    output(|buffer, error| unsafe {
        ffi::imwire_url_decode(Options::raw(options), url.as_ptr(), url.len(), buffer, error)
    })
}

/// Writes the URL of a connection.
pub fn encode_url(value: &[u8]) -> Result<String> {
    let url = output(|buffer, error| unsafe { ffi::imwire_url_encode(value.as_ptr(), value.len(), buffer, error) })?;
    Ok(String::from_utf8_lossy(&url).into_owned())
}
