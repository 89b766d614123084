// SPDX-License-Identifier: Apache-2.0
//! How the library is called: errors, outputs, and handles.

use crate::ffi;
use std::ffi::{c_void, CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_int};

/// What an error in a stream affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One message: the stream continues after it.
    Message,
    /// The whole connection.
    Connection,
}

/// Bytes of a peer, or a value that is to be written, are refused. Contains no part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A dotted code of Spec/errors.md.
    pub code: String,
    /// The position in the bytes that were passed.
    pub offset: Option<u64>,
    /// The member, as a JSON Pointer.
    pub path: String,
    /// In a stream, the offset in the unit if Base64, deflate or fragmentation hides it.
    pub inner: Option<u64>,
    /// In a stream, what the error affects.
    pub scope: Option<Scope>,
    /// In a batch, the index of the message and the number of messages.
    pub batch: Option<(u32, u32)>,
    /// For a schema of the application, the file and what is wrong in it; otherwise empty.
    pub reason: String,
}

impl Refusal {
    /// Creates a refusal with only a code.
    pub fn new(code: &str) -> Refusal {
        Refusal {
            code: code.into(), offset: None, path: String::new(), inner: None, scope: None, batch: None,
            reason: String::new(),
        }
    }
}

/// An error of this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Bytes or a value were refused.
    Refused(Box<Refusal>),
    /// The library does not have what was requested.
    Unsupported(String),
    /// An argument cannot be used.
    Argument(String),
    /// Any other status. A handle cannot be busy here, because handles are not shared.
    Status(i32),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(refusal) => {
                write!(formatter, "{}", refusal.code)?;
                if let Some(offset) = refusal.offset {
                    write!(formatter, " at byte {offset}")?;
                }
                if !refusal.path.is_empty() {
                    write!(formatter, ", in {}", refusal.path)?;
                }
                Ok(())
            }
            Error::Unsupported(reason) | Error::Argument(reason) => formatter.write_str(reason),
            Error::Status(status) => write!(formatter, "status {status}"),
        }
    }
}

impl std::error::Error for Error {}

/// The result of a call.
pub type Result<Value> = std::result::Result<Value, Error>;

fn text(characters: &[c_char]) -> String {
    let bytes: Vec<u8> = characters.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Converts a status to a result, which tells whether the call produced anything.
pub(crate) fn check(status: c_int, error: Option<&ffi::imwire_error>) -> Result<bool> {
    let error = error.filter(|error| error.status == status);
    let reason = || error.map(|error| text(&error.reason)).unwrap_or_default();
    match (status, error) {
        (ffi::OK, _) => Ok(true),
        (ffi::NONE, _) => Ok(false),
        (ffi::REFUSED, Some(error)) => Err(Error::Refused(Box::new(Refusal {
            code: text(&error.code),
            offset: u64::try_from(error.offset).ok(),
            path: text(&error.path),
            inner: u64::try_from(error.inner).ok(),
            scope: [None, Some(Scope::Message), Some(Scope::Connection)][error.scope.clamp(0, 2) as usize],
            reason: text(&error.reason),
            batch: (error.batch_count > 0).then_some((error.batch_index, error.batch_count)),
        }))),
        (ffi::UNSUPPORTED, _) => Err(Error::Unsupported(reason())),
        (ffi::ARGUMENT, _) => Err(Error::Argument(reason())),
        _ => Err(Error::Status(status)),
    }
}

/// Makes a call that may fail. Returns whether it produced anything.
pub(crate) fn call(body: impl FnOnce(*mut ffi::imwire_error) -> c_int) -> Result<bool> {
    // SAFETY: the structure consists of numbers and characters, for which zero is a valid value.
    let mut error: ffi::imwire_error = unsafe { std::mem::zeroed() };
    let status = body(&mut error);
    check(status, Some(&error))
}

/// A buffer of the library.
pub(crate) struct Buffer(pub ffi::imwire_buffer);

impl Buffer {
    pub fn new() -> Buffer {
        Buffer(ffi::imwire_buffer { data: std::ptr::null_mut(), size: 0, capacity: 0, needed: 0, is_fixed: 0 })
    }

    pub fn bytes(&self) -> Vec<u8> {
        if self.0.size == 0 {
            return Vec::new();
        }
        // SAFETY: the library has written `size` bytes at `data`.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size) }.to_vec()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer is valid, and nothing else refers to it.
        unsafe { ffi::imwire_buffer_free(&mut self.0) };
    }
}

/// Makes a call that appends to a buffer. Returns None if it produced nothing.
pub(crate) fn maybe(
    body: impl FnOnce(*mut ffi::imwire_buffer, *mut ffi::imwire_error) -> c_int,
) -> Result<Option<Vec<u8>>> {
    let mut buffer = Buffer::new();
    Ok(call(|error| body(&mut buffer.0, error))?.then(|| buffer.bytes()))
}

/// Makes a call that appends to a buffer.
pub(crate) fn output(
    body: impl FnOnce(*mut ffi::imwire_buffer, *mut ffi::imwire_error) -> c_int,
) -> Result<Vec<u8>> {
    Ok(maybe(body)?.unwrap_or_default())
}

/// An object of the library, which is freed together with this one. It can be sent to another thread, but not shared.
pub(crate) struct Handle {
    pub raw: *mut c_void,
    free: unsafe extern "C" fn(*mut c_void) -> c_int,
}

// SAFETY: the library does not tie handles to threads.
unsafe impl Send for Handle {}

impl Handle {
    pub fn new(
        free: unsafe extern "C" fn(*mut c_void) -> c_int,
        make: impl FnOnce(*mut *mut c_void, *mut ffi::imwire_error) -> c_int,
    ) -> Result<Handle> {
        let mut raw = std::ptr::null_mut();
        call(|error| make(&mut raw, error))?;
        Ok(Handle { raw, free })
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle was created by the library, and nothing else refers to it.
        unsafe { (self.free)(self.raw) };
    }
}

/// Returns a NUL-terminated copy of a text.
pub(crate) fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::Argument("a name has a NUL".into()))
}

/// The settings agreed with a peer and the strictness; the header lists the names. The default is lenient.
pub struct Options(Handle);

impl Options {
    /// Creates options with the default values.
    pub fn new() -> Result<Options> {
        // SAFETY: the pointer is valid.
        Ok(Options(Handle::new(ffi::imwire_options_free, |place, _| unsafe { ffi::imwire_options_new(place) })?))
    }

    /// Sets an option whose value is a text; the value of "key" is bytes.
    pub fn set(self, name: &str, value: impl AsRef<[u8]>) -> Result<Options> {
        let (key, value) = (c_string(name)?, value.as_ref());
        // SAFETY: handle, name and value outlive the call.
        let status = unsafe { ffi::imwire_options_set(self.0.raw, key.as_ptr(), value.as_ptr(), value.len()) };
        check(status, None).map_err(|_| Error::Argument(format!("{name} cannot have this value")))?;
        Ok(self)
    }

    /// Sets an option whose value is a number.
    pub fn number(self, name: &str, value: i64) -> Result<Options> {
        let key = c_string(name)?;
        // SAFETY: as above.
        let status = unsafe { ffi::imwire_options_set_number(self.0.raw, key.as_ptr(), value) };
        check(status, None).map_err(|_| Error::Argument(format!("{name} cannot be {value}")))?;
        Ok(self)
    }

    /// Sets a limit.
    pub fn limit(self, name: &str, value: i64) -> Result<Options> {
        let key = c_string(name)?;
        // SAFETY: as above.
        let status = unsafe { ffi::imwire_options_set_limit(self.0.raw, key.as_ptr(), value) };
        check(status, None).map_err(|_| Error::Argument(format!("there is no limit {name} of {value}")))?;
        Ok(self)
    }

    /// Sets the content types; the options keep a copy.
    pub fn types(self, types: &crate::Types) -> Result<Options> {
        // SAFETY: both handles outlive the call.
        check(unsafe { ffi::imwire_options_set_types(self.0.raw, types.0.raw) }, None)?;
        Ok(self)
    }

    pub(crate) fn raw(options: Option<&Options>) -> *mut c_void {
        options.map_or(std::ptr::null_mut(), |options| options.0.raw)
    }
}

/// The version of the library.
pub fn version() -> String {
    // SAFETY: the library returns a static string.
    unsafe { CStr::from_ptr(ffi::imwire_version()) }.to_string_lossy().into_owned()
}

/// Returns whether the library has a feature, and the interface that this crate was written for.
pub fn has(feature: &str) -> bool {
    // SAFETY: the text outlives the call.
    c_string(feature).is_ok_and(|name| unsafe { ffi::imwire_abi() == ffi::ABI && ffi::imwire_has(name.as_ptr()) == 1 })
}
