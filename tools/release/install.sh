#!/bin/sh
# Installs the program `splendor` from a release, without Rust.
#
#     curl -LsSf https://github.com/OWNER/splendor/releases/latest/download/install.sh | sh
#
# SPLENDOR_RELEASE is the address of a release, by default the latest one; SPLENDOR_FOLDER is the
# folder for the program, by default ~/.local/bin; SPLENDOR_PLATFORM is the target of the archive,
# by default that of this machine.  The script checks the checksum of the archive.
set -eu

release=${SPLENDOR_RELEASE:-https://github.com/OWNER/splendor/releases/latest/download}
folder=${SPLENDOR_FOLDER:-$HOME/.local/bin}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

# Prints the name of this platform, as the archives have it.
platform() {
  case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "there is no release for the processor $(uname -m): build it with cargo" ;;
  esac
  case $(uname -s) in
    # The program with musl needs no shared library.
    Linux) echo "$machine-unknown-linux-musl" ;;
    Darwin) echo "$machine-apple-darwin" ;;
    *) fail "there is no release for $(uname -s) that this script can install" ;;
  esac
}

# Downloads a file of the release to the work folder.
download() {
  if command -v curl > /dev/null; then
    curl --proto "=${release%%:*}" -LsSf -o "$work/$1" "$release/$1"
  elif command -v wget > /dev/null; then
    wget -q -O "$work/$1" "$release/$1"
  else
    fail 'curl or wget is needed'
  fi || fail "cannot download $release/$1"
}

# Checks the files of the work folder against a list of checksums.
check() {
  if command -v sha256sum > /dev/null; then
    sha256sum -c "$1" > /dev/null
  else
    shasum -a 256 -c "$1" > /dev/null
  fi
}

# In a function, so that a download that breaks off runs nothing.
main() {
  name=splendor-${SPLENDOR_PLATFORM:-$(platform)}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  download "$name.tar.gz"
  download "$name.tar.gz.sha256"
  (cd "$work" && check "$name.tar.gz.sha256") || fail "$name.tar.gz has another checksum"
  tar -xzf "$work/$name.tar.gz" -C "$work"
  mkdir -p "$folder"
  # Overwriting a running program fails; renaming another file over it works.
  cp "$work/$name/splendor" "$folder/.splendor.new"
  mv "$folder/.splendor.new" "$folder/splendor"
  echo "installed $("$folder/splendor" -V) in $folder"
  case :$PATH: in
    *:"$folder":*) ;;
    *) echo "add $folder to PATH to start it as \`splendor\`" ;;
  esac
}

main
