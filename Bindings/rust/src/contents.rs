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
