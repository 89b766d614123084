// SPDX-License-Identifier: Apache-2.0
//! Says where the library is: in IMWIRE_LIB_DIR, or where `scripts/build-c` puts it.

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let place = std::env::var("IMWIRE_LIB_DIR").unwrap_or(format!("{root}/../../.build-c/lib"));
    println!("cargo:rerun-if-env-changed=IMWIRE_LIB_DIR");
    println!("cargo:rustc-link-search=native={place}");
    println!("cargo:rustc-link-lib=dylib=imwire");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{place}");
}
