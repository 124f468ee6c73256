//! Gives the shared library the name by which a linked program finds it.

#[expect(clippy::disallowed_methods, reason = "cargo names the target by it")]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let name = match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux") => "-Wl,-soname,libsplendor_verify.so",
        Ok("macos") => "-Wl,-install_name,@rpath/libsplendor_verify.dylib",
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg={name}");
}
