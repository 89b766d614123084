// SPDX-License-Identifier: Apache-2.0
//! How calls are made: what fails, what comes out, what ends with its owner.

use crate::ffi;
use std::ffi::{c_void, CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_int};

/// What an error in a stream costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One message: the stream goes on behind it.
    Message,
    /// Everything.
    Connection,
}

/// Bytes of a peer, or a value that is to be written, are refused. Nothing of a message is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A dotted word of Spec/errors.md.
    pub code: String,
    /// The place in the bytes that were given.
    pub offset: Option<u64>,
    /// The member, as a JSON Pointer.
    pub path: String,
    /// In a stream, the offset in the unit where something hides it.
    pub inner: Option<u64>,
    /// In a stream, what the error costs.
    pub scope: Option<Scope>,
    /// In a batch, which message of how many.
    pub batch: Option<(u32, u32)>,
}

impl Refusal {
    /// A refusal with nothing but its code.
    pub fn new(code: &str) -> Refusal {
        Refusal { code: code.into(), offset: None, path: String::new(), inner: None, scope: None, batch: None }
    }
}

/// What can go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Something is refused.
    Refused(Box<Refusal>),
    /// The library does not have what is asked for.
    Unsupported(String),
    /// An argument cannot be used.
    Argument(String),
    /// Any other status: a handle that is busy cannot happen here, since handles are not shared.
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

/// What a call answers.
pub type Result<Value> = std::result::Result<Value, Error>;

fn text(characters: &[c_char]) -> String {
    let bytes: Vec<u8> = characters.iter().take_while(|c| **c != 0).map(|c| *c as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The result of a status, which tells whether there was something.
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
            batch: (error.batch_count > 0).then_some((error.batch_index, error.batch_count)),
        }))),
        (ffi::UNSUPPORTED, _) => Err(Error::Unsupported(reason())),
        (ffi::ARGUMENT, _) => Err(Error::Argument(reason())),
        _ => Err(Error::Status(status)),
    }
}

/// Makes a call that may fail; true where there was something.
pub(crate) fn call(body: impl FnOnce(*mut ffi::imwire_error) -> c_int) -> Result<bool> {
    // SAFETY: the structure is numbers and characters, for which zero is a value.
    let mut error: ffi::imwire_error = unsafe { std::mem::zeroed() };
    let status = body(&mut error);
    check(status, Some(&error))
}

/// A buffer of the library's.
pub(crate) struct Buffer(pub ffi::imwire_buffer);

impl Buffer {
    pub fn new() -> Buffer {
        Buffer(ffi::imwire_buffer { data: std::ptr::null_mut(), size: 0, capacity: 0, needed: 0, is_fixed: 0 })
    }

    pub fn bytes(&self) -> Vec<u8> {
        if self.0.size == 0 {
            return Vec::new();
        }
        // SAFETY: the library has written `size` bytes there.
        unsafe { std::slice::from_raw_parts(self.0.data, self.0.size) }.to_vec()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer is in order; nobody else has it.
        unsafe { ffi::imwire_buffer_free(&mut self.0) };
    }
}

/// Makes a call that appends to a buffer; None where there was nothing.
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

/// An object of the library's, which ends with this one. It can be sent to another thread, but not shared.
pub(crate) struct Handle {
    pub raw: *mut c_void,
    free: unsafe extern "C" fn(*mut c_void) -> c_int,
}

// SAFETY: the library ties no handle to a thread.
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
        // SAFETY: made by the library, and nobody else has it.
        unsafe { (self.free)(self.raw) };
    }
}

/// A text with its NUL.
pub(crate) fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::Argument("a name has a NUL".into()))
}

/// What was agreed on with a peer, and how strict to be: the header lists the names. The default is lenient.
pub struct Options(Handle);

impl Options {
    /// The defaults.
    pub fn new() -> Result<Options> {
        // SAFETY: a place is given.
        Ok(Options(Handle::new(ffi::imwire_options_free, |place, _| unsafe { ffi::imwire_options_new(place) })?))
    }

    /// Sets an option whose value is a text; "key" has bytes.
    pub fn set(self, name: &str, value: impl AsRef<[u8]>) -> Result<Options> {
        let (key, value) = (c_string(name)?, value.as_ref());
        // SAFETY: handle, name and value live as long as the call.
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

    pub(crate) fn raw(options: Option<&Options>) -> *mut c_void {
        options.map_or(std::ptr::null_mut(), |options| options.0.raw)
    }
}

/// The version of the library.
pub fn version() -> String {
    // SAFETY: the library gives a text that is there for ever.
    unsafe { CStr::from_ptr(ffi::imwire_version()) }.to_string_lossy().into_owned()
}

/// Whether the library has a feature, and the interface of this crate.
pub fn has(feature: &str) -> bool {
    // SAFETY: the text lives as long as the call.
    c_string(feature).is_ok_and(|name| unsafe { ffi::imwire_abi() == ffi::ABI && ffi::imwire_has(name.as_ptr()) == 1 })
}
