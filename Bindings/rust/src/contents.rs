// SPDX-License-Identifier: Apache-2.0
//! Message contents.

use crate::call::{call, check, output, Buffer, Handle, Options, Result};
use crate::ffi;

/// Reads a content: `{"value":…,"unknown":[…],"deviations":[…]}`.
pub fn decode(options: Option<&Options>, object_name: &str, content: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_decode(
            Options::raw(options), object_name.as_ptr(), object_name.len(), content.as_ptr(), content.len(), buffer,
            error,
        )
    })
}

/// Writes the content described by a value in JSON.
pub fn encode(options: Option<&Options>, object_name: &str, value: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_encode(
            Options::raw(options), object_name.as_ptr(), object_name.len(), value.as_ptr(), value.len(), buffer, error,
        )
    })
}

/// Writes a content and reports on the value: returns the content, and `{"deviations":[…],"unknown":[…],
/// "departures":[…],"isKnown":…,"suggestion":…}`.
///
/// The value is read in the mode of the options; in strict mode a value that deviates is refused, and a type that is
/// probably misspelt is unsupported. `profile` is the id of a platform, such as `web-sdk-2.5.3`, or the JSON of TST-207.
///
/// ```
/// let (content, report) = imwire::write(None, "RC:TxtMgs", br#"{"content":7}"#, None)?;
/// assert_eq!(content, br#"{"content":7}"#);
/// assert_eq!(imwire::json::member(&report, "suggestion")?, Some(&br#""RC:TxtMsg""#[..]));
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn write(
    options: Option<&Options>, object_name: &str, value: &[u8], profile: Option<&str>,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let place = profile.map_or(std::ptr::null(), |profile| profile.as_ptr());
    let size = profile.map_or(0, |profile| profile.len());
    let mut report = Buffer::new();
    // SAFETY: all arguments outlive the call.
    let content = output(|buffer, error| unsafe {
        ffi::imwire_content_write(
            Options::raw(options), object_name.as_ptr(), object_name.len(), value.as_ptr(), value.len(), place, size,
            buffer, &mut report.0, error,
        )
    })?;
    Ok((content, report.bytes()))
}

/// Assigns the members of a value in JSON to a content that arrived, and returns the canonical bytes of the result.
///
/// Both are read in lenient mode. Each member of the type that can be read in `value` replaces that of the content, a
/// nested object or a list as a whole, and everything else in the content stays as it arrived (CNT-183). A type without
/// members is unsupported.
///
/// ```
/// let content = imwire::assign(None, "RC:TxtMsg", br#"{"text":[1],"x":1.50}"#, br#"{"content":"hi"}"#)?;
/// assert_eq!(content, br#"{"content":"hi","x":1.50}"#);
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn assign(options: Option<&Options>, object_name: &str, content: &[u8], value: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_assign(
            Options::raw(options), object_name.as_ptr(), object_name.len(), content.as_ptr(), content.len(),
            value.as_ptr(), value.len(), buffer, error,
        )
    })
}

/// The built-in content types and those that an application's schemas describe, for [`Options::types`].
///
/// ```
/// let files = br#"[{"name":"a","text":"{\"x-objectName\":\"app:A\",\"type\":\"object\",\"properties\":{}}"}]"#;
/// let types = imwire::Types::new(files, false)?;
/// assert_eq!(types.names()?, br#"["app:A"]"#);
/// let options = imwire::Options::new()?.types(&types)?;
/// assert_eq!(imwire::encode(Some(&options), "app:A", b"{}")?, b"{}");
/// # Ok::<(), imwire::Error>(())
/// ```
pub struct Types(pub(crate) Handle);

impl Types {
    /// Reads schemas, a JSON list of `{"name":…,"text":…}`; names that start with `RC:` are refused unless
    /// `overrides_reserved` is true.
    pub fn new(files: &[u8], overrides_reserved: bool) -> Result<Types> {
        // SAFETY: the pointers are valid.
        Ok(Types(Handle::new(ffi::imwire_types_free, |place, error| unsafe {
            ffi::imwire_types_new(files.as_ptr(), files.len(), overrides_reserved.into(), place, error)
        })?))
    }

    /// Returns the names of the types that the schemas describe, as a JSON list.
    pub fn names(&self) -> Result<Vec<u8>> {
        let mut buffer = Buffer::new();
        // SAFETY: the handle and the buffer outlive the call.
        check(unsafe { ffi::imwire_types_names(self.0.raw, &mut buffer.0) }, None)?;
        Ok(buffer.bytes())
    }
}

/// Returns the properties of a type, and the digest of a content.
pub fn describe(object_name: &str, content: Option<&[u8]>) -> Result<Vec<u8>> {
    let place = content.map_or(std::ptr::null(), |content| content.as_ptr());
    let size = content.map_or(0, |content| content.len());
    // SAFETY: all arguments outlive the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_describe(
            std::ptr::null_mut(), object_name.as_ptr(), object_name.len(), place, size, buffer, error,
        )
    })
}

/// Validates contents without producing a value.
pub struct Validator(Handle);

impl Validator {
    /// Creates a validator.
    pub fn new(options: Option<&Options>) -> Result<Validator> {
        // SAFETY: the pointers are valid.
        Ok(Validator(Handle::new(ffi::imwire_validator_free, |place, error| unsafe {
            ffi::imwire_validator_new(Options::raw(options), place, error)
        })?))
    }

    /// Validates a content and returns the number of deviations.
    pub fn check(&mut self, object_name: &str, content: &[u8]) -> Result<usize> {
        let mut deviations = 0;
        // SAFETY: all arguments outlive the call.
        call(|error| unsafe {
            ffi::imwire_validator_check(
                self.0.raw, object_name.as_ptr(), object_name.len(), content.as_ptr(), content.len(), &mut deviations,
                error,
            )
        })?;
        Ok(deviations)
    }

    /// Returns the deviations of the most recently validated content, as a JSON list.
    pub fn deviations(&mut self) -> Result<Vec<u8>> {
        let mut buffer = Buffer::new();
        // SAFETY: the handle and the buffer outlive the call.
        check(unsafe { ffi::imwire_validator_deviations(self.0.raw, &mut buffer.0) }, None)?;
        Ok(buffer.bytes())
    }
}
