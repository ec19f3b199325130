#!/bin/sh
# Fetches packages of this machine's own Debian release and unpacks each into DIR/<package>. DIR/packages lists their
# names, versions, SHA-256 and addresses; apt verifies them with Debian's keys. With --libraries, the libraries that they
# depend on are fetched too. Needs no root and changes nothing of the system: apt works in a private folder, with the
# system's own sources and keys.
#   usage: gradle/debian.sh [--libraries] DIR PACKAGE...
set -eu

libraries=false
if [ "$1" = --libraries ]; then
  libraries=true
  shift
fi
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
if $libraries; then
  # Of what the packages depend on, programs need the shared libraries and the parts of Python.
  files=$(apt-get -qq --print-uris --no-install-recommends install "$@" | sed -n "s/^'\([^']*\)' \([^ ]*\) .*/\2 \1/p" |
    while read -r file url; do
      name=${file%%_*}
      case " $* " in *" $name "*) name=lib ;; esac
      case $name in
      *-perl | libperl*) ;;
      lib* | zlib1g | python3* | gcc-*-base) echo "$file $url" ;;
      esac
    done)
else
  files=$(apt-get -qq --print-uris download "$@" | sed -n "s/^'\([^']*\)' \([^ ]*\) .*/\2 \1/p")
fi
mkdir -p "$dir/debs"
# apt skips the files that are here already.
(cd "$dir/debs" && apt-get -qq download $(printf '%s\n' "$files" | sed 's/_.*//'))
printf '%s\n' "$files" | while read -r file url; do
  name=${file%%_*}
  rm -rf "$dir/${name:?}"
  dpkg -x "$dir/debs/$file" "$dir/$name"
  dpkg-deb -f "$dir/debs/$file" Version >"$dir/$name.version"
  printf '%s\t%s\t%s\t%s\n' "$name" "$(cat "$dir/$name.version")" \
    "$(sha256sum "$dir/debs/$file" | cut -d ' ' -f 1)" "$url"
done >"$dir/packages.next"
mv "$dir/packages.next" "$dir/packages"
