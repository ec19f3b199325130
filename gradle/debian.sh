#!/bin/sh
# Fetches packages of this machine's own Debian release and unpacks each into DIR/<package>. Needs no root and
# changes nothing of the system: apt works in a private folder, with the system's own sources and keys.
#   usage: gradle/debian.sh DIR PACKAGE...
set -eu

dir=$1
shift
if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg >/dev/null 2>&1; then
  echo "debian.sh: the images are made from Debian packages ($*), and there is no apt-get here." >&2
  echo "           Build them on Debian or Ubuntu, or in a Debian container." >&2
  exit 1
fi

mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/cache/archives/partial"
dir=$(cd "$dir" && pwd)
: >"$dir/apt/status"
cat >"$dir/apt/apt.conf" <<CONF
Dir::State "$dir/apt/state";
Dir::State::status "$dir/apt/status";
Dir::Cache "$dir/apt/cache";
APT::Sandbox::User "root";
Acquire::Retries "3";
Acquire::Languages "none";
CONF
APT_CONFIG=$dir/apt/apt.conf
export APT_CONFIG

apt-get -qq update
for package in "$@"; do
  rm -rf "$dir/$package" "$dir/$package".deb "$dir/download"
  mkdir "$dir/download"
  (cd "$dir/download" && apt-get -qq download "$package")
  mv "$dir"/download/*.deb "$dir/$package.deb"
  rmdir "$dir/download"
  dpkg -x "$dir/$package.deb" "$dir/$package"
  printf '%s\n' "$(dpkg-deb -f "$dir/$package.deb" Version)" >"$dir/$package.version"
done
