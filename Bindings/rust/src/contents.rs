// SPDX-License-Identifier: Apache-2.0
//! Contents of messages.

use crate::call::{call, check, output, Buffer, Handle, Options, Result};
use crate::ffi;

/// Reads a content: `{"value":…,"unknown":[…],"deviations":[…]}`.
pub fn decode(options: Option<&Options>, object_name: &str, content: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: all that is given lives as long as the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_decode(
            Options::raw(options), object_name.as_ptr(), object_name.len(), content.as_ptr(), content.len(), buffer,
            error,
        )
    })
}

/// Writes the content that a value in JSON describes.
pub fn encode(options: Option<&Options>, object_name: &str, value: &[u8]) -> Result<Vec<u8>> {
    // SAFETY: all that is given lives as long as the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_encode(
            Options::raw(options), object_name.as_ptr(), object_name.len(), value.as_ptr(), value.len(), buffer, error,
        )
    })
}

/// What is known of a type, and the digest of a content.
pub fn describe(object_name: &str, content: Option<&[u8]>) -> Result<Vec<u8>> {
    let place = content.map_or(std::ptr::null(), |content| content.as_ptr());
    let size = content.map_or(0, |content| content.len());
    // SAFETY: all that is given lives as long as the call.
    output(|buffer, error| unsafe {
        ffi::imwire_content_describe(
            std::ptr::null_mut(), object_name.as_ptr(), object_name.len(), place, size, buffer, error,
        )
    })
}

/// Judges contents and makes nothing of them.
pub struct Validator(Handle);

impl Validator {
    /// Makes a validator.
    pub fn new(options: Option<&Options>) -> Result<Validator> {
        // SAFETY: places are given.
        Ok(Validator(Handle::new(ffi::imwire_validator_free, |place, error| unsafe {
            ffi::imwire_validator_new(Options::raw(options), place, error)
        })?))
    }

    /// Judges a content: the number of deviations.
    pub fn check(&mut self, object_name: &str, content: &[u8]) -> Result<usize> {
        let mut deviations = 0;
        // SAFETY: all that is given lives as long as the call.
        call(|error| unsafe {
            ffi::imwire_validator_check(
                self.0.raw, object_name.as_ptr(), object_name.len(), content.as_ptr(), content.len(), &mut deviations,
                error,
            )
        })?;
        Ok(deviations)
    }

    /// What deviated in the content that was judged last, as a JSON list.
    pub fn deviations(&mut self) -> Result<Vec<u8>> {
        let mut buffer = Buffer::new();
        // SAFETY: the handle and the buffer live as long as the call.
        check(unsafe { ffi::imwire_validator_deviations(self.0.raw, &mut buffer.0) }, None)?;
        Ok(buffer.bytes())
    }
}
