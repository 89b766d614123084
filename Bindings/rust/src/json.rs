// SPDX-License-Identifier: Apache-2.0
//! Access to parts of JSON without copying.

use crate::call::{call, output, Result};
use crate::ffi;

/// Returns the value of a member, byte for byte; if a name occurs more than once, the last one counts.
///
/// ```
/// assert_eq!(imwire::json::member(br#"{"a":1.50}"#, "a")?, Some(&b"1.50"[..]));
/// # Ok::<(), imwire::Error>(())
/// ```
pub fn member<'a>(json: &'a [u8], name: &str) -> Result<Option<&'a [u8]>> {
    let mut place = ffi::imwire_range::default();
    // SAFETY: all arguments outlive the call.
    let found = call(|error| unsafe {
        ffi::imwire_json_member(
            json.as_ptr(), json.len(), name.as_ptr(), name.len(), &mut place, std::ptr::null_mut(), error,
        )
    })?;
    Ok(found.then(|| &json[place.offset..place.offset + place.size]))
}

/// Returns the elements of a list, byte for byte.
pub fn elements(json: &[u8]) -> Result<Vec<&[u8]>> {
    let (mut position, mut place, mut found) = (0, ffi::imwire_range::default(), Vec::new());
    // SAFETY: all arguments outlive the call.
    while call(|error| unsafe {
        ffi::imwire_json_element(
            json.as_ptr(), json.len(), &mut position, &mut place, std::ptr::null_mut(), error,
        )
    })? {
        found.push(&json[place.offset..place.offset + place.size]);
    }
    Ok(found)
}

/// Returns the text of a JSON string.
pub fn text(json: &[u8]) -> Result<String> {
    // SAFETY: all arguments outlive the call.
    let bytes = output(|buffer, error| unsafe { ffi::imwire_json_text(json.as_ptr(), json.len(), buffer, error) })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
