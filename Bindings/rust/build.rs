// SPDX-License-Identifier: Apache-2.0
//! Links the static library, so that a program has no dependencies at run time. The library is looked up in
//! IMWIRE_LIB_DIR, or where `scripts/build-c` puts it.

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let place = std::env::var("IMWIRE_LIB_DIR").unwrap_or(format!("{root}/../../.build-c/lib"));
    if !std::path::Path::new(&place).join("libimwire.a").exists() {
        eprintln!("{place}/libimwire.a does not exist: set IMWIRE_LIB_DIR to the folder lib of imwire-c-….tar.gz");
        std::process::exit(1);
    }
    println!("cargo:rerun-if-env-changed=IMWIRE_LIB_DIR");
    println!("cargo:rerun-if-changed={place}/libimwire.a");
    println!("cargo:rustc-link-search=native={place}");
    println!("cargo:rustc-link-lib=static:-bundle=imwire");
    for library in ["stdc++", "z", "m"] {
        println!("cargo:rustc-link-lib=dylib={library}");
    }
}
